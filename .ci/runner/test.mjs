/** `npm test`, `npm run test:ci` and `npm run check`. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { browserTests } from './browser-tests.mjs'
import { build } from './build.mjs'
import { browsers } from './chromium.mjs'
import { docs } from './docs.mjs'
import { phoneFonts } from './fonts.mjs'
import { hostSlice } from './hosts.mjs'
import { install, installApart, lowestTypescript } from './install.mjs'
import { bin, installFromDebian, node, onPath } from './program.mjs'
import { Report } from './report.mjs'
import { changedSpeech } from './spoken.mjs'

/** The checks of types, format, lint and unused code. */
const staticChecks = [
  ['types', () => node([bin('typescript', 'tsc'), '--noEmit'])],
  ['format', () => node([bin('@biomejs/biome'), 'check'])],
  ['lint', () => node([bin('oxlint'), '--type-aware'])],
  ['unused', () => node([bin('knip')])],
  ['sizes', () => node(['.ci/size.mjs'])],
]

const vitest = (args, env) =>
  node([bin('vitest'), 'run', '--reporter=./.ci/runner/unit-reporter.mjs', ...args], {
    env: { NODE_ENV: 'test', ...env },
  })

/** Runs unit tests. */
export const units = (args = [], env = {}) => vitest(['--project=!packages', ...args], env)

/** Tests the packed packages. */
export async function packages() {
  await installApart(lowestTypescript)
  await vitest(['--project=packages'])
}

/** Tests the main path through every door, and everything that needs no browser. The unit tests use every processor, so the
 *  browser comes after them; beside it run the checks of the packages, since a browser test often waits. */
async function main(report, args) {
  const isPacked = async () =>
    (await report.step('build', build)) && report.step('pack', () => node(['.ci/tarballs.mjs']))
  const checked = async () => {
    for (const [name, work] of staticChecks) await report.step(name, work)
  }
  const [isBuilt] = await Promise.all([isPacked(), checked()])
  await report.step('units', () => units())
  if (!isBuilt) return
  const packed = async () => {
    await report.step('package', packages)
    await report.step('bytes', () => node([bin('size-limit')]))
    await report.step('floor', () => node(['.ci/check-floor.mjs']))
  }
  const used = () => report.step('browser', async () => browserTests(args, { ...(await browsers()), E2E: 'main' }))
  await Promise.all([packed(), used()])
}

/** The time after which a run begins no hosts and no screen reader, in milliseconds: a machine so busy would never end in time. */
const enough = 60 * 60_000

/** Runs what `.ci/run` tests besides `npm test`. */
async function rest(report) {
  // `npm run test:faults` runs all of it: 20 restarts, 3 failovers, 100 connections.
  const slice = { RESTARTS: '2', FREEZES: '0', FAILOVERS: '0', TERMINATIONS: '10' }
  await report.step('database', () => node(['e2e/faults/database.mjs'], { env: slice }))
  await report.step('docs', docs)
  await report.step('doors', async () => {
    await phoneFonts()
    await browserTests([], { ...(await browsers()), E2E: 'rest' })
  })
  for (const [name, further] of Object.entries({ hosts: hostSlice, spoken: changedSpeech })) {
    if (performance.now() < enough) await further(report)
    else report.skip(`${name}: left out, since this run has taken more than an hour`)
  }
}

export async function test(args) {
  const report = new Report()
  if (await report.step('install', install)) await main(report, args)
  report.print()
}

// Debian has nginx in a folder that only root's search path names.
const hasNginx = () => onPath('nginx') !== undefined || existsSync('/usr/sbin/nginx')
const hasPromtool = () => onPath('promtool') !== undefined

/** Installs the nginx and promtool that unit tests start where that is allowed; else prints a notice. */
async function installServers() {
  if (!hasNginx() || !hasPromtool()) await installFromDebian('nginx-light', 'prometheus')
  if (!hasNginx()) console.log('The documented nginx configuration is not tested: install nginx to test it.')
  if (!hasPromtool()) console.log('The alerts are not tested: install promtool (Prometheus) to test them.')
}

/** What `.ci/run` runs: `npm test` and more, each part even if an earlier one has failed. `--rest` leaves `npm test` out. */
export async function testCi(args) {
  const report = new Report()
  if (await report.step('install', install)) {
    if (!args.includes('--rest')) {
      await installServers()
      await main(report, [])
    } else await report.step('build', build)
    if (existsSync('src/server/dist/operations')) await rest(report)
  }
  report.print()
}

/** Tests that depend on every part of the form through the command line's `import()`s, but do not test it. */
const ofServers = ['configuration', 'migrate-command', 'monitor-command', 'outbox-command', 'run-cli']

/** Returns the tests that a change of these files leaves to `npm test`: those that compile the documentation, and unrelated ones. */
function leftOut(changed) {
  const isOfServers = changed.some((file) => /^src\/(server|monitor|sandbox|civic)\//.test(file))
  const isOfDocs = changed.some((file) => file.startsWith('.ci/docs/'))
  return [
    ...(isOfServers ? [] : ofServers.map((name) => `src/server/commands/${name}.test.ts`)),
    ...(isOfDocs ? [] : ['.ci/docs/code-blocks.test.ts']),
  ]
}

/** Returns git's output as lines. */
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** The inner development loop: in under a minute, types, lint and the tests of what has changed since or in the last commit. */
export async function check() {
  const report = new Report()
  if (!(await report.step('install', install))) return report.print()
  const since = git('status', '--porcelain').length === 0 ? 'HEAD~1' : 'HEAD'
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  const exclude = leftOut(changed).flatMap((file) => ['--exclude', file])
  await Promise.all([
    ...staticChecks.map(([name, work]) => report.step(name, work)),
    report.step('changed', () => units(['--changed', since, '--passWithNoTests', ...exclude])),
  ])
  report.print()
}
