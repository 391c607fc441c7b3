/** `npm run test:engines`: the main path in Chromium, stock Firefox and WebKitGTK; writes `docs/browser-support.md` from
 *  the results. `npm run test:engines firefox` runs one of them, `DOORS=react` one of the doors. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { browserTests } from './browser-tests.mjs'
import { chromium } from './chromium.mjs'
import { needs, node, onPath } from './program.mjs'

/** The file with the results by engine; the table in the documentation is generated from it. */
const resultsFile = 'e2e/engines/results.json'

/** Timeout of a run, in milliseconds: longer than any engine has taken on two busy processors. */
const timeout = 45 * 60_000

const says = (program, ...args) => execFileSync(program, args, { encoding: 'utf8' }).trim()

const versionOf = (text) => /\d+(?:\.\d+)+/.exec(text)?.[0] ?? text

/** Finds each engine: returns the environment that the browser tests need, and its version. */
export const engines = {
  async chromium() {
    const program = await chromium()
    const version = program === '' ? 'of Playwright' : versionOf(says(program, '--version'))
    return { env: { CHROMIUM: program }, version }
  },
  async firefox() {
    await needs(['firefox-esr'], ['firefox-esr'])
    const program = onPath('firefox-esr')
    return { env: { FIREFOX: program }, version: versionOf(says(program, '--version')) }
  },
  async webkitgtk() {
    // The last two are for the browser that restores its tab, see e2e/engines/webkitgtk/restoring-browser.py.
    const packages = ['webkit2gtk-driver', 'xvfb', 'openbox', 'python3-gi', 'gir1.2-webkit2-4.1']
    const folders = packages.slice(3).map((name) => `/usr/share/doc/${name}`)
    await needs(['WebKitWebDriver', 'Xvfb', 'openbox'], packages, folders)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the format of dpkg-query, not ours.
    const version = versionOf(says('dpkg-query', '-W', '-f', '${Version}', 'libwebkit2gtk-4.1-0'))
    // WebKitGTK's driver starts slowly while another one runs.
    return { env: { E2E_WORKERS: '1' }, version }
  },
}

/** Yields every test of Playwright's report, with its result. */
function* testsIn({ suites = [], specs = [] }) {
  for (const { file, title, tests } of specs) {
    for (const { projectName, status, annotations, results } of tests) {
      // An interrupted run has no result for the test that it was interrupted in.
      if (results.some((result) => result.status === 'interrupted')) continue
      const reason = annotations.find(({ type }) => type === 'skip')?.description
      yield { spec: path.basename(file, '.spec.ts'), title, door: projectName, status, reason }
    }
  }
  for (const suite of suites) yield* testsIn(suite)
}

/** Summarizes a run: how many tests of each spec have passed, which failed, which could not be driven and why. */
function summary(report) {
  const specs = {}
  const failed = []
  const notDriven = {}
  for (const { spec, title, door, status, reason = '' } of testsIn(report)) {
    specs[spec] ??= { passed: 0, failed: 0, notDriven: 0 }
    const counts = specs[spec]
    const name = `${title.replace(/ ?@\w+/g, '')} (${door})`
    if (status === 'expected' || status === 'flaky') counts.passed++
    else if (status === 'skipped' && reason.startsWith('not driven: ')) {
      counts.notDriven++
      const why = reason.slice('not driven: '.length)
      notDriven[why] = [...(notDriven[why] ?? []), name]
    } else if (status !== 'skipped') {
      counts.failed++
      failed.push(`${spec}: ${name}`)
    }
  }
  return { specs, failed, notDriven }
}

/** Tests one engine and stores the results, also of a failed run. */
async function tryEngine(name) {
  const { env, version } = await engines[name]()
  const output = path.resolve('test-results', `engine-${name}.json`)
  mkdirSync('test-results', { recursive: true })
  rmSync(output, { force: true })
  const doors = (process.env.DOORS ?? 'react,script').split(',')
  const run = browserTests(
    [...doors.map((door) => `--project=${door}`), '--reporter=./e2e/reporter.ts,json', `--global-timeout=${timeout}`],
    { ...env, E2E: 'engines', E2E_ENGINE: name, PLAYWRIGHT_JSON_OUTPUT_NAME: output },
  )
  const problem = await run.then(
    () => undefined,
    (error) => error,
  )
  if (!existsSync(output)) throw problem
  const results = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {}
  const date = new Date().toISOString().slice(0, 10)
  results[name] = { version, date, doors, ...summary(JSON.parse(readFileSync(output, 'utf8'))) }
  writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`)
  if (problem) throw problem
}

export async function testEngines(wanted) {
  const failures = []
  for (const name of wanted.length > 0 ? wanted : Object.keys(engines)) {
    await tryEngine(name).catch((error) => failures.push(`${name}: ${error.message}`))
  }
  await node(['.ci/write-docs.mjs'])
  if (failures.length > 0) throw new Error(failures.join('\n'))
}
