/** `voter-registration-server record`: adds the script files of a release, signed, to the log that anyone can check them against. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { ownFolder } from '../../script-files/script-files.ts'
import { version } from '../../version.ts'
import { createTask } from '../create-task.ts'
import { checkFlagFolder, readFlagFile } from '../flag-file.ts'
import { counted } from '../table.ts'
import { releasedFiles } from './release-files.ts'
import { appendRelease, LogBroken } from './release-log.ts'

/** Runs `record`; see `Task`. */
export const recordTask = createTask('voter-registration-server record', {
  summary: 'adds the script files of this release, signed, to a log that "verify" reads',
  details: `For whoever releases the files. Each line of the log has all files of a version with hash, size and components, is signed
(Ed25519) and has the hash of the line before: publish the log and the public key where everybody can read them.
A key: openssl genpkey -algorithm ed25519 -out release-key.pem; openssl pkey -in release-key.pem -pubout -out release-key.pub`,
  flags: {
    key: { type: 'string', value: 'FILE', what: 'the private key (PEM)' },
    log: { type: 'string', value: 'FILE', what: 'the log, which is created or gets a line' },
    files: { type: 'string', value: 'FOLDER', what: "the folder of the files; default: this package's own" },
    version: { type: 'string', value: 'VERSION', what: `the version of these files; default: ${version}` },
  },
  async run(_words, { key, log, files: folder, version: named = version }, _env, { note, err }) {
    if (key === undefined || log === undefined) return 'Name --key and --log.'
    checkFlagFolder('--files', folder ?? ownFolder)
    const files = releasedFiles(folder)
    const count = Object.keys(files).length
    if (count === 0) return `--files has no files: "${folder ?? ownFolder}".`
    const privateKey = readFlagFile('--key', key)
    const before = existsSync(log) ? readFlagFile('--log', log) : ''
    try {
      const released = new Date().toISOString().slice(0, 10)
      const release = { version: named, released, files }
      await writeFile(log, appendRelease(before, release, privateKey))
      note(`${log}: version ${named} with ${counted(count, 'file')}.\n`)
      return 0
    } catch (error) {
      if (!(error instanceof LogBroken)) throw error
      err(`${error.message}\n`)
      return 1
    }
  },
})
