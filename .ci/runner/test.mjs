/** `npm test`, `npm run test:all` and `npm run check`. */
import { execFileSync } from 'node:child_process'
import { browserTests } from './browser-tests.mjs'
import { build } from './build.mjs'
import { chromium } from './chromium.mjs'
import { randomTests } from './faults.mjs'
import { phoneFonts } from './fonts.mjs'
import { hostsSlice } from './hosts.mjs'
import { install } from './install.mjs'
import { bin, node } from './program.mjs'
import { Report } from './report.mjs'

/** Types, format, lint and unused code. */
const staticChecks = [
  ['lock file', () => node(['.ci/check-lock.mjs'])],
  ['types', () => node([bin('typescript', 'tsc'), '--noEmit'])],
  ['format', () => node([bin('@biomejs/biome'), 'check'])],
  ['lint', () => node([bin('oxlint'), '--type-aware'])],
  ['unused', () => node([bin('knip')])],
]

const units = (args = [], env = {}) => node([bin('vitest'), 'run', ...args], { env: { NODE_ENV: 'test', ...env } })

/** The path that most voters go, through every door; with everything that needs no browser. What does not need the
 *  other runs at once, since tests that wait leave a processor time to spare. */
async function main(report) {
  const withoutBrowser = async () => {
    for (const [name, work] of staticChecks) await report.step(name, work)
    await report.step('units', () => units())
  }
  const built = async () => {
    if (!(await report.step('build', build))) return
    if (!(await report.step('pack', () => node(['.ci/pack.mjs', '--tarballs'])))) return
    const checked = async () => {
      await report.step('package', () => node(['.ci/check-package.mjs']))
      await report.step('bytes', () => node(['.ci/check-bytes.mjs']))
      await report.step('floor', () => node(['.ci/check-floor.mjs']))
    }
    const used = () =>
      report.step('browser', async () =>
        browserTests(process.argv.slice(3), { CHROMIUM: await chromium(), E2E: 'main' }),
      )
    await Promise.all([checked(), used()])
  }
  await Promise.all([withoutBrowser(), built()])
}

/** What `npm test` leaves out. */
async function rest(report) {
  await report.step('random', () => units(randomTests, { TEST_ALL: '1' }))
  // `npm run test:faults` has it whole: 20 restarts, 3 fail-overs, 100 connections.
  const slice = { RESTARTS: '2', FREEZES: '0', FAILOVERS: '0', TERMINATIONS: '10' }
  await report.step('database', () => node(['e2e/faults/database.mjs'], { env: slice }))
  await report.step('browser', async () => {
    await phoneFonts()
    await browserTests([], { CHROMIUM: await chromium(), E2E: 'rest' })
  })
  // `npm run test:hosts` tries all of them.
  await report.step('hosts', hostsSlice)
}

export async function test() {
  await install()
  const report = new Report()
  await main(report)
  report.print()
}

/** Everything; with `--rest` what follows `npm test` in continuous integration. */
export async function testAll() {
  await install()
  const report = new Report()
  if (!process.argv.includes('--rest')) {
    await main(report)
    report.print()
  } else if (!(await report.step('build', build))) return report.print()
  await rest(report)
  report.print()
}

/** Tests that every part of the form reaches by way of the command line's `import()`s, and that say nothing of it. */
const ofServers = ['configuration', 'migrate-command', 'monitor-command', 'outbox-command', 'run-cli']

/** What a change of these files may leave to `npm test`: the compiling of the documentation, and what is far from them. */
function leftOut(changed) {
  const isOfServers = changed.some((file) => /^src\/(bff|cli|monitor|options|sandbox|storage)\//.test(file))
  const isOfDocs = changed.some((file) => file.startsWith('.ci/docs/'))
  return [
    ...(isOfServers ? [] : ofServers.map((name) => `src/cli/${name}.test.ts`)),
    ...(isOfDocs ? [] : ['.ci/docs/code-blocks.test.ts']),
  ]
}

/** What git prints, line by line. */
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)

/** The inner loop: under a minute for types, lint and the tests of what has changed since the last commit, or in it. */
export async function check() {
  await install()
  const report = new Report()
  const since = git('status', '--porcelain').length === 0 ? 'HEAD~1' : 'HEAD'
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  const exclude = leftOut(changed).flatMap((file) => ['--exclude', file])
  await Promise.all([
    ...staticChecks.map(([name, work]) => report.step(name, work)),
    report.step('changed', () => units(['--changed', since, '--passWithNoTests', ...exclude])),
  ])
  report.print()
}
