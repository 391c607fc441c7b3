/** Writes the results of the hosts' tests as JSON lines, one per test, to the file that `HOSTS_RESULTS` names. */
import { appendFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** One line: the result of a test. */
export interface HostResult {
  /** The title of the outermost `describe`, for example `WordPress 6.5 with SQLite`. */
  host: string
  /** The browser: the name of Playwright's project. */
  engine: string
  /** The test's title: a sentence about a person or a promise. */
  promise: string
  /** `not driven`: the engine's driver cannot run the test. */
  result: TestResult['status'] | 'not driven'
  /** The day in UTC, for example `2026-11-23`. */
  day: string
}

/** The Playwright reporter that writes them. */
export default class JsonLines implements Reporter {
  onTestEnd(test: TestCase, { status, startTime, annotations }: TestResult): void {
    const file = process.env.HOSTS_RESULTS
    if (file === undefined) return
    const [, engine = '', , host = '', ...titles] = test.titlePath()
    const line: HostResult = {
      host,
      engine,
      promise: titles.join(' '),
      result: isNotDriven(annotations) ? 'not driven' : status,
      day: startTime.toISOString().slice(0, 10),
    }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  }

  printsToStdio(): boolean {
    return false
  }
}

const isNotDriven = (annotations: TestResult['annotations']) =>
  annotations.some(({ type, description = '' }) => type === 'skip' && description.startsWith('not driven: '))
