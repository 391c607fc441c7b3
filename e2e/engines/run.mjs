/** `npm run test:engines`: the main path in Chromium and stock Firefox, and the twelve tests of WebKitGTK; writes
 *  `docs/browser-support.md` from the results. `npm run test:engines -- firefox` runs one of them, `DOORS=react` one of the doors. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chooseChromium } from '../../.ci/chromium.mjs'
import { installFromDebian, onPath } from '../../.ci/debian.mjs'

/** The file with the results by engine; the table in the documentation is generated from it. */
const resultsFile = 'e2e/engines/results.json'

/** Timeout of a run, in milliseconds: longer than any engine has taken on two busy processors. */
const timeout = 45 * 60_000

const readVersion = (program, ...args) => {
  const text = execFileSync(program, args, { encoding: 'utf8' })
  return /\d+(?:\.\d+)+/.exec(text)?.[0] ?? text
}

/** Makes each engine ready, and returns its version. */
const engines = {
  chromium() {
    chooseChromium()
    return process.env.CHROMIUM ? readVersion(process.env.CHROMIUM, '--version') : 'of Playwright'
  },
  firefox() {
    if (!installFromDebian('firefox')) throw new Error('Firefox is not installed.')
    process.env.FIREFOX ??= onPath('firefox-esr')
    return readVersion(process.env.FIREFOX, '--version')
  },
  webkitgtk() {
    if (!installFromDebian('webkitgtk')) throw new Error('WebKitGTK is not installed.')
    // WebKitGTK's driver starts slowly while another one runs.
    process.env.E2E_WORKERS = '1'
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the format of dpkg-query, not ours.
    return readVersion('dpkg-query', '-W', '-f', '${Version}', 'libwebkit2gtk-4.1-0')
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
function tryEngine(name) {
  const version = engines[name]()
  const output = path.resolve('test-results', `engine-${name}.json`)
  rmSync(output, { force: true })
  const doors = name === 'webkitgtk' ? [name] : (process.env.DOORS ?? 'react,script').split(',')
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts', '--reporter=dot,json'].concat(
      doors.map((door) => `--project=${door}`),
      `--global-timeout=${timeout}`,
    ),
    {
      stdio: 'inherit',
      env: { ...process.env, E2E: 'engines', E2E_ENGINE: name, PLAYWRIGHT_JSON_OUTPUT_NAME: output },
    },
  )
  if (status !== 0) process.exitCode = 1
  if (!existsSync(output)) return
  const results = existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {}
  const date = new Date().toISOString().slice(0, 10)
  results[name] = { version, date, doors, ...summary(JSON.parse(readFileSync(output, 'utf8'))) }
  writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`)
}

const named = process.argv.slice(2)
for (const name of named.length > 0 ? named : Object.keys(engines)) {
  try {
    tryEngine(name)
  } catch (error) {
    console.error(`${name}: ${error.message}`)
    process.exitCode = 1
  }
}
execFileSync(process.execPath, ['.ci/write-docs.mjs'], { stdio: 'inherit' })
