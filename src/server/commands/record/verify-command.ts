/** `voter-registration-server verify`: which release a page runs, whether the log has it, and which byte differs. */
import { createTask } from '../create-task.ts'
import { checkFlagFolder, readFlagFile } from '../flag-file.ts'
import { compareRelease } from './compare-release.ts'
import { type Place, placesOf } from './place.ts'
import { isAddress, readAddress, Unreadable } from './read-address.ts'
import { isOfPage, readReleaseFile } from './release-files.ts'
import { LogBroken, readLog } from './release-log.ts'

/** Runs `verify`; see `Task`. */
export const verifyTask = createTask('voter-registration-server verify', {
  summary: 'which release a page runs, whether the log has it, and which byte differs',
  details: `Reads the page, finds the form's script tags, and compares every file of their folders with the log of releases. Of the
hosted page it compares every script. Of a file that
differs it names the first byte, if the true file is in this package or in --true. Exits with 1 if anything differs.`,
  words: '[PAGE]',
  flags: {
    files: { type: 'string', value: 'FOLDER', what: 'checks the files of a folder instead of a page' },
    log: { type: 'string', value: 'LOG', what: 'the log of releases: a file, or its address' },
    key: { type: 'string', value: 'FILE', what: 'the public key (PEM) that signs the log' },
    true: { type: 'string', value: 'FOLDER', what: "the true files; default: this package's own" },
  },
  async run([page], { files, log, key, true: trueFolder }, _env, terminal) {
    if (log === undefined || key === undefined) return 'Name --log and --key.'
    if ((page === undefined) === (files === undefined)) return 'Name a page, or --files FOLDER.'
    for (const [flag, folder] of Object.entries({ '--files': files, '--true': trueFolder }))
      if (folder !== undefined) checkFlagFolder(flag, folder)
    const publicKey = readFlagFile('--key', key)
    try {
      const text = isAddress(log)
        ? new TextDecoder().decode((await readAddress(log)).bytes)
        : readFlagFile('--log', log)
      const releases = readLog(text, publicKey)
      const names = [...new Set(releases.flatMap((release) => Object.keys(release.files)))].sort()
      const places = files === undefined ? await placesOf(page ?? '', names) : [folderPlace(files, names)]
      const readTrue = (name: string) => readReleaseFile(name, trueFolder)
      let areSame = true
      for (const place of places) {
        const isSame = await compareRelease(releases, place, { readTrue, out: terminal.out })
        areSame &&= isSame
      }
      return areSame ? 0 : 1
    } catch (error) {
      if (!(error instanceof LogBroken || error instanceof Unreadable)) throw error
      terminal.err(`${error.message}\n`)
      return 1
    }
  },
})

/** A folder need not have the files of the hosted page, or those for the script tag. */
function folderPlace(folder: string, names: readonly string[]): Place {
  const read = (name: string) => readReleaseFile(name, folder)
  const kinds = new Set(names.filter((name) => read(name) !== undefined).map(isOfPage))
  const files = names
    .filter((name) => kinds.has(isOfPage(name)))
    .map((name) => ({ name, shown: name, hasTag: false, read: async () => read(name) }))
  return { folder, files }
}
