/** Builds everything into `dist`. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { packageFolders } from '../packages.mjs'
import { bin, node } from './program.mjs'

/** What a build depends on, as paths of git. */
const sources =
  'src demo docs vite.config.ts tsconfig.json package.json package-lock.json .ci/script-files.json :(glob).ci/*.mjs :(exclude)*.test.ts :(exclude)*.test.tsx'

/** Whether there is a build, and no input is newer than its stamp. Without git, which knows what is built, none is current. */
export function isCurrent(stamp, inputs) {
  if (!existsSync(stamp)) return false
  try {
    const files = execFileSync('git', ['ls-files', '-zco', '--exclude-standard', ...inputs.split(' ')], {
      encoding: 'utf8',
    })
    const built = statSync(stamp).mtimeMs
    return files.split('\0').every((file) => file === '' || statSync(file, { throwIfNoEntry: false })?.mtimeMs < built)
  } catch {
    return false
  }
}

/** Returns a concurrency limit: as many tasks run at once as the machine has processors. The others are queued. */
function limited() {
  let free = Math.max(2, availableParallelism())
  const waiting = []
  return async (work) => {
    if (free === 0) await new Promise((turn) => waiting.push(turn))
    else free--
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** Builds the packages, the demo's pages and the demo's server into `dist`, unless nothing has changed. There is one kind of build:
 *  whatever is served under a version has the same bytes, and so the same hashes, wherever it comes from. */
export async function build() {
  const stamp = 'dist/.built'
  if (isCurrent(stamp, sources)) return
  const folders = Object.values(packageFolders)
  for (const folder of ['dist', ...folders.map((one) => `${one}/dist`)])
    rmSync(folder, { recursive: true, force: true })
  mkdirSync('dist')
  const inLine = limited()
  const vite = (mode) =>
    inLine(() =>
      node([bin('vite'), 'build', '--mode', mode, '--logLevel', 'warn'], { env: { NODE_ENV: 'production' } }),
    )
  const types = (file) => inLine(() => node([bin('typescript', 'tsc'), '-p', file]))

  // The longest first: otherwise each would finish alone at the end.
  const scriptFiles = Object.entries(JSON.parse(readFileSync('.ci/script-files.json', 'utf8')))
  const modes = (isPart) => scriptFiles.filter(([, { format }]) => (format === 'part') === isPart).map(([mode]) => mode)
  // The other files contain the hashes of the lazy parts.
  const scripts = Promise.all(modes(true).map(vite)).then(() => Promise.all(modes(false).map(vite)))
  const compiled = Promise.all(folders.map((folder) => types(`${folder}/tsconfig.json`)))
  const demo = vite('demo')
  const doors = vite('doors')
  const page = Promise.all([compiled, vite('styles'), vite('page')])
    .then(() => node(['.ci/finish-page.mjs']))
    .then(() => vite('demo-server'))
  // Waits for all of them before reporting a failure, so that nothing is left running.
  const ended = await Promise.allSettled([scripts, compiled, demo, doors, page])
  for (const { reason } of ended) if (reason) throw reason
  await node(['.ci/finish-element.mjs'])
  await vite('react-door')
  await node(['.ci/pack.mjs'])
  writeFileSync(stamp, '')
}
