/** How browser tests are reported: a line every ten seconds, then the failures alone, each with the command that runs it. Fails a
 *  run in which a title is too long. */
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
import { failuresBelow, longTitles, matching, progressEvery, quoted } from '../.ci/runner/failures.mjs'

/** The variables that choose the browser: part of the command that runs a test again. */
const choices = ['CHROMIUM', 'CHROMIUM_HEADLESS', 'FIREFOX', 'E2E_ENGINE']

const fileOf = (test: TestCase) => path.relative('', test.location.file)

/** The Playwright reporter. */
export default class CompactReporter implements Reporter {
  /** Playwright prints the list itself, if no reporter prints. */
  private readonly isList = process.argv.includes('--list')
  private total = 0
  private passed = 0
  private skipped = 0
  private readonly failures: { test: TestCase; result: TestResult }[] = []
  private readonly errors: TestError[] = []
  private readonly running = new Map<TestCase, number>()
  private readonly times: { name: string; seconds: number }[] = []
  private config = ''
  private long: string[] = []
  private timer: NodeJS.Timeout | undefined

  onBegin(config: FullConfig, suite: Suite): void {
    const tests = suite.allTests()
    this.total = tests.length
    this.config = path.relative('', config.configFile ?? '')
    this.long = [...new Set(longTitles(tests.map((test) => ({ file: fileOf(test), title: test.title }))))]
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
    if (result.status === 'skipped') this.skipped++
    else if (test.ok()) this.passed++
    else {
      this.failures.push({ test, result })
      console.log(`FAILED ${nameOf(test)}`)
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
    const isWrong = this.failures.length + this.errors.length + this.long.length > 0
    if (isWrong) console.log(`\n${failuresBelow}`)
    for (const { test, result } of this.failures) console.log(this.told(test, result))
    for (const error of new Set(this.errors.map(plain))) console.log(`\n${error}`)
    for (const sentence of this.long) console.log(sentence)
    const left = this.total - this.passed - this.failures.length - this.skipped
    console.log(`\n${this.skipped} skipped, ${left} not run${status === 'passed' ? '' : ` (${status})`}`)
    console.log(`${this.passed} passed, ${this.failures.length} failed`)
    return this.long.length > 0 ? { status: 'failed' } : undefined
  }

  printsToStdio(): boolean {
    return !this.isList
  }

  private progress(): string {
    const [longest] = [...this.running].sort(([, a], [, b]) => a - b)
    const slow = longest ? `; ${nameOf(longest[0])} for ${Math.round((Date.now() - longest[1]) / 1000)} s` : ''
    const done = this.passed + this.failures.length + this.skipped
    return `${done} of ${this.total} tests, ${this.passed} passed, ${this.failures.length} failed so far${slow}`
  }

  private told(test: TestCase, result: TestResult): string {
    const files = result.attachments.flatMap(({ name, path: file }) => (file ? [`  ${name}: ${file}`] : []))
    const bodies = result.attachments.flatMap(({ name, contentType, body }) =>
      body && contentType === 'text/plain' ? [`  ${name}:\n${body.toString().trimEnd()}`] : [],
    )
    const chosen = choices.flatMap((name) => {
      const value = process.env[name]
      return value ? [`${name}=${quoted(value)} `] : []
    })
    const where = `${fileOf(test)} --project=${quoted(test.parent.project()?.name ?? '')} -g ${matching(test.title)}`
    return [
      `\n${nameOf(test)}`,
      ...result.errors.map(plain),
      ...files,
      ...bodies,
      `To run it: ${chosen.join('')}npx --no -- playwright test -c ${this.config} ${where}`,
    ].join('\n')
  }
}

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
