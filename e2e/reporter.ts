/** How browser tests are reported: a line every ten seconds, then the failures alone, each with the command that runs it, above
 *  them what is flaky or quarantined. Fails a run in which a title is too long, or a quarantined test does not say why it is one. */
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'
import { failuresBelow, flakyBelow, longTitles, matching, progressEvery, quoted } from '../.ci/runner/failures.mjs'

/** The variables that choose the browser: part of the command that runs a test again. */
const choices = ['CHROMIUM', 'CHROMIUM_HEADLESS', 'FIREFOX', 'E2E_ENGINE']

const fileOf = (test: TestCase) => path.relative('', test.location.file)

/** A quarantined test runs, and cannot fail the run. */
const isQuarantined = (test: TestCase) => test.tags.includes('@quarantine')

const quarantineReason = (test: TestCase) =>
  test.annotations.find(({ type }) => type === 'quarantine')?.description?.trim() ?? ''

/** The Playwright reporter. */
export default class CompactReporter implements Reporter {
  /** Playwright prints the list itself, if no reporter prints. */
  private readonly isList = process.argv.includes('--list')
  private total = 0
  /** The tests that will not run again. */
  private readonly ended = new Set<TestCase>()
  private readonly errors: TestError[] = []
  private readonly running = new Map<TestCase, number>()
  private readonly times: { name: string; seconds: number }[] = []
  private config = ''
  private objections: string[] = []
  private timer: NodeJS.Timeout | undefined

  onBegin(config: FullConfig, suite: Suite): void {
    const tests = suite.allTests()
    this.total = tests.length
    this.config = path.relative('', config.configFile ?? '')
    const unexplained = tests.filter((test) => isQuarantined(test) && quarantineReason(test) === '')
    this.objections = [
      ...new Set(longTitles(tests.map((test) => ({ file: fileOf(test), title: test.title })))),
      ...unexplained.map((test) => `${nameOf(test)}: add an annotation of type "quarantine" that says why it is one`),
    ]
    if (this.isList) return
    console.log(`${this.total} tests, ${config.workers} at once`)
    this.timer = setInterval(() => console.log(this.progress()), progressEvery).unref()
  }

  onTestBegin(test: TestCase): void {
    this.running.set(test, Date.now())
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.running.delete(test)
    this.times.push({ name: nameOf(test), seconds: Math.round(result.duration / 1000) })
    if (result.status === 'interrupted') return
    if (!test.ok() && result.retry < test.retries) console.log(`FAILED, runs again: ${this.told(test, result)}`)
    else {
      this.ended.add(test)
      if (!test.ok()) console.log(`FAILED ${nameOf(test)}`)
    }
  }

  onError(error: TestError): void {
    this.errors.push(error)
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] } | undefined> {
    clearInterval(this.timer)
    if (this.isList) return undefined
    const slow = this.times.filter(({ seconds }) => seconds > 10).sort((a, b) => b.seconds - a.seconds)
    for (const { name, seconds } of slow.slice(0, 5)) console.log(`slow: ${seconds} s ${name}`)
    const { flaky, unexpected, quarantined, passed, skipped } = this.outcomes()
    if (flaky.length + quarantined.length > 0) console.log(`\n${flakyBelow}`)
    for (const test of flaky) console.log(`flaky: ${this.brief(test)}`)
    for (const test of quarantined)
      console.log(`quarantined, failed: ${this.brief(test)}\n  Quarantined because: ${quarantineReason(test)}`)
    const isWrong = unexpected.length + this.errors.length + this.objections.length > 0
    if (isWrong) console.log(`\n${failuresBelow}`)
    for (const test of unexpected) console.log(this.told(test, firstFailure(test)))
    for (const error of new Set(this.errors.map(plain))) console.log(`\n${error}`)
    for (const sentence of this.objections) console.log(sentence)
    const left = this.total - this.ended.size
    const isHarmless = !isWrong && quarantined.length > 0 && status === 'failed'
    const isPassed = status === 'passed' || isHarmless
    console.log(`\n${skipped} skipped, ${left} not run${isPassed ? '' : ` (${status})`}`)
    console.log(`${passed} passed, ${unexpected.length} failed`)
    if (this.objections.length > 0) return { status: 'failed' }
    return isHarmless ? { status: 'passed' } : undefined
  }

  printsToStdio(): boolean {
    return !this.isList
  }

  private progress(): string {
    const [longest] = [...this.running].sort(([, a], [, b]) => a - b)
    const slow = longest ? `; ${nameOf(longest[0])} for ${Math.round((Date.now() - longest[1]) / 1000)} s` : ''
    const { passed, unexpected } = this.outcomes()
    return `${this.ended.size} of ${this.total} tests, ${passed} passed, ${unexpected.length} failed so far${slow}`
  }

  /** A flaky test counts as passed, a quarantined one that has failed as nothing. */
  private outcomes() {
    const having = (outcome: string) => [...this.ended].filter((test) => test.outcome() === outcome)
    const [flaky, failed] = [having('flaky'), having('unexpected')]
    return {
      flaky,
      unexpected: failed.filter((test) => !isQuarantined(test)),
      quarantined: failed.filter(isQuarantined),
      passed: having('expected').length + flaky.length,
      skipped: having('skipped').length,
    }
  }

  /** A test that does not fail the run: what it is, its first trace, and the command that runs it. */
  private brief(test: TestCase): string {
    const traces = firstFailure(test).attachments.flatMap(({ name, path: file }) =>
      name === 'trace' && file ? [file] : [],
    )
    return [nameOf(test), ...traces.map((file) => `  trace: ${file}`), `  ${this.command(test)}`].join('\n')
  }

  private told(test: TestCase, result: TestResult): string {
    const files = result.attachments.flatMap(({ name, path: file }) => (file ? [`  ${name}: ${file}`] : []))
    const bodies = result.attachments.flatMap(({ name, contentType, body }) =>
      body && contentType === 'text/plain' ? [`  ${name}:\n${body.toString().trimEnd()}`] : [],
    )
    return [`\n${nameOf(test)}`, ...result.errors.map(plain), ...files, ...bodies, this.command(test)].join('\n')
  }

  private command(test: TestCase): string {
    const chosen = choices.flatMap((name) => {
      const value = process.env[name]
      return value ? [`${name}=${quoted(value)} `] : []
    })
    const where = `${fileOf(test)} --project=${quoted(test.parent.project()?.name ?? '')} -g ${matching(test.title)}`
    return `To run it: ${chosen.join('')}npx --no -- playwright test -c ${this.config} ${where}`
  }
}

/** Returns the first failed attempt of a flaky or failed test. Its trace is kept when a later attempt passes. */
const firstFailure = ({ expectedStatus, results }: TestCase) =>
  results.find(({ status }) => ![expectedStatus, 'skipped', 'interrupted'].includes(status)) as TestResult

/** Returns door, file, line and titles of a test. */
function nameOf(test: TestCase): string {
  const [, project, , ...titles] = test.titlePath()
  return `[${project}] ${fileOf(test)}:${test.location.line} › ${titles.join(' › ')}`
}

/** Returns an error's message, the lines around its place, and the place. */
function plain({ message, value, stack, snippet, location }: TestError): string {
  const place = location ? `    at ${path.relative('', location.file)}:${location.line}:${location.column}` : stack
  return stripVTControlCharacters([message ?? value, snippet, place].filter(Boolean).join('\n\n'))
}
