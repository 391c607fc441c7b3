/** Builds the committed sources twice, in two folders, time zones, languages and users' homes, and compares every byte of what was
 *  built: `node .ci/twice.mjs`. Takes as long as two builds. */
import { execFileSync, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const parent = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-twice-'))

/** What a build may not depend on. */
const surroundings = [
  { folder: 'a', env: { TZ: 'Pacific/Auckland', LANG: 'C.UTF-8' } },
  { folder: 'another/folder, deeper', env: { TZ: 'America/Los_Angeles', LANG: 'tr_TR.UTF-8' } },
]

/** Builds in a folder and returns the hash of each built file. */
function build({ folder, env }) {
  const place = path.join(parent, folder)
  const home = path.join(place, '../home of this build')
  mkdirSync(place, { recursive: true })
  mkdirSync(home, { recursive: true })
  const archive = execFileSync('git', ['archive', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', place], { input: archive })
  // Its links to the packages are relative.
  cpSync(path.join(root, 'node_modules'), path.join(place, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  const { status } = spawnSync('npm', ['run', 'build'], {
    cwd: place,
    env: { ...process.env, HOME: home, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`The build in ${place} ends with ${status}.`)
  const built = ['dist', ...readdirSync(path.join(place, 'src')).map((name) => `src/${name}/dist`)]
  const hashes = new Map()
  for (const one of built) {
    for (const name of filesIn(path.join(place, one)))
      hashes.set(path.join(one, name), hash('sha256', readFileSync(path.join(place, one, name))))
  }
  return hashes
}

function filesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.relative(folder, path.join(one.parentPath, one.name)))
}

try {
  const [one, other] = surroundings.map(build)
  const all = [...new Set([...one.keys(), ...other.keys()])].sort((a, b) => (a < b ? -1 : 1))
  const different = all.filter((file) => one.get(file) !== other.get(file))
  const sum = hash('sha256', JSON.stringify(all.map((file) => one.get(file))))
  console.log(
    different.length === 0
      ? `${all.length} files are the same bytes in both builds: ${sum}`
      : `Different in two builds:\n  ${different.join('\n  ')}`,
  )
  process.exitCode = different.length === 0 && all.length > 0 ? 0 : 1
} finally {
  rmSync(parent, { recursive: true, force: true })
}
