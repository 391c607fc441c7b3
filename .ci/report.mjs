/**
 * Runs npm scripts and counts what has passed: `node .ci/report.mjs types+lint test:unit` runs `test:unit` after the other two, which
 * run side by side; each runs even if an earlier one has failed. Ends with the failures, the flaky and quarantined tests, and
 * `N passed, N failed`. A script whose test program leaves a JSON report counts as its tests, another one as one test.
 * `--until=40` in the list: what follows begins only within so many minutes.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import npmRunAll from 'npm-run-all2'
import { getReportFile, reportFile } from './report-file.mjs'

const maxTitle = 120
const quote = (text) => `'${text.replaceAll("'", String.raw`'\''`)}'`
const toPattern = (title) => quote(title.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
const noTests = { passed: 0, failed: 0, skipped: 0, failures: [], wrong: [], flaky: [] }
const total = structuredClone(noTests)

const checkTitle = (file, title) =>
  title.length > maxTitle
    ? [`${file}: a title has ${title.length} characters, ${maxTitle} are the most: ${title.slice(0, maxTitle)}…`]
    : []

/** Reads a report of Vitest. */
function readUnits({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const files = testResults.map((file) => ({ ...file, name: path.relative('', file.name) }))
  const broken = files.filter(({ status, message }) => status === 'failed' && message)
  const tests = files.flatMap(({ name, assertionResults }) => assertionResults.map((test) => ({ ...test, name })))
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
    failures: [
      ...broken.map(({ name, message }) => `${name}\n${message}\n  npx --no -- vitest run ${name}`),
      ...tests
        .filter(({ status }) => status === 'failed')
        .map(({ name, title, fullName, failureMessages }) => {
          const command = `npx --no -- vitest run ${name} -t ${toPattern(title)}`
          return `${name} > ${fullName}\n${failureMessages.join('\n')}\n  ${command}`
        }),
    ],
    wrong: tests.flatMap(({ name, title }) => checkTitle(name, title)),
    flaky: [],
  }
}

/** Yields each test of a report of Playwright, with its spec. */
function* findSpecs({ suites = [], specs = [] }) {
  for (const spec of specs) for (const test of spec.tests) yield { spec, test }
  for (const suite of suites) yield* findSpecs(suite)
}

const isQuarantined = ({ spec }) => spec.tags.includes('quarantine')
const isUnexplained = ({ test }) =>
  !test.annotations.some(({ type, description }) => type === 'quarantine' && description?.trim())

/** Reads a report of Playwright. A quarantined test cannot fail a run, but says why it is one. */
function readBrowser({ config, stats, errors, suites }) {
  const file = (spec) => path.join(path.relative('', config.rootDir), spec.file)
  const describe = ({ spec, test }) => {
    const tried = test.results.find(({ status }) => status !== test.expectedStatus) ?? { errors: [], attachments: [] }
    const attachments = tried.attachments.flatMap(({ name, path: place, body, contentType }) => {
      if (place) return [`  ${name}: ${place}`]
      return contentType === 'text/plain' ? [`  ${name}:\n${Buffer.from(body, 'base64').toString()}`] : []
    })
    const choices = ['CHROMIUM', 'CHROMIUM_HEADLESS', 'FIREFOX', 'E2E_ENGINE'].flatMap((name) =>
      process.env[name] ? [`${name}=${quote(process.env[name])} `] : [],
    )
    const command = `${choices.join('')}npx --no -- playwright test -c ${path.relative('', config.configFile)} ${file(spec)}`
    return [
      `[${test.projectName}] ${file(spec)}:${spec.line} › ${spec.title}`,
      ...test.annotations.filter(({ type }) => type === 'quarantine').map(({ description }) => `  ${description}`),
      ...tried.errors.map(({ message }) => message),
      ...attachments,
      `  ${command} --project=${quote(test.projectName)} -g ${toPattern(spec.title)}`,
    ].join('\n')
  }
  const all = [...findSpecs({ suites })]
  const unexpected = all.filter(({ test }) => test.status === 'unexpected')
  const failed = unexpected.filter((one) => !isQuarantined(one))
  return {
    passed: stats.expected + stats.flaky,
    failed: failed.length + errors.length,
    skipped: stats.skipped,
    failures: [...failed.map(describe), ...errors.map(({ message, stack }) => stack ?? message)],
    wrong: [
      ...new Set(all.flatMap(({ spec }) => checkTitle(file(spec), spec.title))),
      ...all
        .filter((one) => isQuarantined(one) && isUnexplained(one))
        .map(({ spec }) => `${file(spec)}: “${spec.title}” needs an annotation "quarantine" that says why it is one`),
    ],
    flaky: [
      ...all.filter(({ test }) => test.status === 'flaky').map((one) => `flaky: ${describe(one)}`),
      ...unexpected.filter(isQuarantined).map((one) => `quarantined, failed: ${describe(one)}`),
    ],
    isHarmless: failed.length + errors.length === 0 && unexpected.length > 0,
  }
}

/** Returns what a script has left, if anything: a report of Vitest, of Playwright, or of this program. */
function readReport(name) {
  const file = getReportFile(name)
  if (!existsSync(file)) return undefined
  const report = JSON.parse(readFileSync(file, 'utf8'))
  if (report.testResults) return readUnits(report)
  return report.suites ? readBrowser(report) : report
}

/** Adds a script that has ended to the total. */
function addResult(name, code, lines) {
  const { passed, failed, skipped, failures, wrong, flaky, isHarmless } = readReport(name) ?? {
    ...noTests,
    passed: code === 0 ? 1 : 0,
  }
  const isBroken = code !== 0 && failed === 0 && !isHarmless
  total.passed += passed
  total.skipped += skipped
  total.failed += failed + wrong.length + (isBroken ? 1 : 0)
  total.flaky.push(...flaky)
  total.failures.push(...failures, ...wrong)
  if (isBroken) total.failures.push([`${name} has failed. To run it: npm run ${name}`, ...lines.slice(-40)].join('\n'))
}

/** Runs scripts side by side, prints their lines as they come, and counts them. */
async function runScripts(names) {
  const lines = []
  const print = (stream) => {
    let rest = ''
    return new Writable({
      write(chunk, _encoding, done) {
        const parts = (rest + stripVTControlCharacters(String(chunk))).split('\n')
        rest = parts.pop()
        lines.push(...parts)
        stream.write(chunk, done)
      },
    })
  }
  for (const name of names) rmSync(getReportFile(name), { force: true })
  const options = { parallel: true, continueOnError: true, printLabel: true, silent: true }
  const results = await npmRunAll(names, {
    ...options,
    stdout: print(process.stdout),
    stderr: print(process.stderr),
  }).catch((error) => {
    if (!error.results) throw error
    return error.results
  })
  for (const { name, code } of results) {
    const ownLines = lines.filter((line) => /^\[(.+?) *\] /.exec(line)?.[1] === name)
    addResult(name, code, ownLines)
  }
}

mkdirSync('test-results', { recursive: true })
const times = []
let until = Infinity
for (const step of process.argv.slice(2)) {
  const begin = performance.now()
  if (step.startsWith('--until=')) until = Number(step.slice('--until='.length)) * 60_000
  else if (begin > until) {
    console.log(`${step} is left out: this run has taken more than ${until / 60_000} minutes.`)
    total.skipped++
  } else {
    await runScripts(step.split('+'))
    times.push(`${step} ${Math.round((performance.now() - begin) / 1000)} s`)
  }
}
if (reportFile) writeFileSync(reportFile, JSON.stringify(total))
console.log(`\nTook: ${times.join(', ')}`)
if (total.failures.length > 0) console.log('\n──── What failed, and how to run it again ────')
for (const failure of total.failures) console.log(`\n${stripVTControlCharacters(failure)}`)
if (total.flaky.length > 0) console.log('\n──── Flaky or quarantined, which fails no run ────')
for (const test of total.flaky) console.log(`\n${stripVTControlCharacters(test)}`)
console.log(`\n${total.skipped} skipped\n\n${total.passed} passed, ${total.failed} failed`)
if (total.failed > 0) process.exitCode = 1
