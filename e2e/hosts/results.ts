/** Keeps the results of the hosts' tests in the file that `HOSTS_RESULTS` names. `docs` has them as tables. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** Results by host (the title of the outermost `describe`, for example `WordPress 6.5 with SQLite`) and by browser (the name of
 *  Playwright's project). */
export type Results = Record<string, Record<string, HostResults>>

interface HostResults {
  /** The day of the last run in UTC, for example `2026-11-23`. */
  day: string
  /** The result by the test's title, which is a promise. `not driven`: the engine's driver cannot run the test. */
  promises: Record<string, TestResult['status'] | 'not driven'>
}

/** The Playwright reporter that writes them: a host that has run in a browser replaces what it had there. */
export default class KeepResults implements Reporter {
  private readonly current: Results = {}

  onTestEnd(test: TestCase, { status, startTime, annotations }: TestResult): void {
    const [, engine = '', , host = '', ...titles] = test.titlePath()
    const byEngine: Results[string] = this.current[host] ?? {}
    const promises: HostResults['promises'] = byEngine[engine]?.promises ?? {}
    promises[titles.join(' ')] = isNotDriven(annotations) ? 'not driven' : status
    this.current[host] = { ...byEngine, [engine]: { day: startTime.toISOString().slice(0, 10), promises } }
  }

  onEnd(): void {
    const file = process.env.HOSTS_RESULTS
    if (file === undefined) return
    const storedResults: Results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    for (const [host, byEngine] of Object.entries(this.current))
      storedResults[host] = { ...storedResults[host], ...byEngine }
    writeFileSync(file, `${JSON.stringify(storedResults, undefined, 2)}\n`)
  }

  printsToStdio(): boolean {
    return false
  }
}

const isNotDriven = (annotations: TestResult['annotations']) =>
  annotations.some(({ type, description = '' }) => type === 'skip' && description.startsWith('not driven: '))
