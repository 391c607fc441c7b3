/** Builds everything into `dist`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { linkPackages, packageNames, sourceFolder } from '../packages.mjs'
import { bin, node } from './program.mjs'

/** Returns the time of the latest change below a folder. */
function newest(folder) {
  return Math.max(
    0,
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(path.join(entry.parentPath ?? entry.path, entry.name)).mtimeMs),
  )
}

/** Whether there is a build, and no input is newer than its stamp. */
function isCurrent(stamp) {
  if (!existsSync(stamp)) return false
  const settings = readdirSync('.ci').filter((file) =>
    /^(tsconfig|finish-|preact-as|script-files|pack|wordpress|write-llms)/.test(file),
  )
  const files = ['vite.config.ts', 'package-lock.json', 'package.json', 'tsconfig.json']
  const changed = [...files, ...settings.map((file) => `.ci/${file}`)].map((file) => statSync(file).mtimeMs)
  return statSync(stamp).mtimeMs > Math.max(...['src', 'demo', 'docs'].map(newest), ...changed)
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
  if (isCurrent(stamp)) return linkPackages()
  rmSync('dist', { recursive: true, force: true })
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
  const compiled = Promise.all(packageNames.map((name) => types(`${sourceFolder(name)}/tsconfig.json`)))
  const demo = vite('demo')
  const doors = vite('doors')
  const page = Promise.all([compiled, ...['styles', 'own-root-styles', 'page-styles', 'page'].map(vite)])
    .then(() => node(['.ci/finish-page.mjs']))
    .then(() => vite('demo-server'))
  // Waits for all of them before reporting a failure, so that nothing is left running.
  const ended = await Promise.allSettled([scripts, compiled, demo, doors, page])
  for (const { reason } of ended) if (reason) throw reason
  await node(['.ci/finish-element.mjs'])
  await node(['.ci/write-llms.mjs'])
  await node(['.ci/pack.mjs'])
  writeFileSync(stamp, '')
}
