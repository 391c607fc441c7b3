/** How the runner reports unit tests: a line every ten seconds, then the failures alone, each with the command that runs it. Fails
 *  a run in which a title is too long. */
import { DotReporter } from 'vitest/node'
import { failuresBelow, longTitles, matching, progressEvery } from './failures.mjs'

const seconds = (milliseconds) => `${Math.round(milliseconds / 1000)} s`

export default class UnitReporter extends DotReporter {
  passed = 0
  failed = 0
  done = 0
  files = 0
  /** The running files, with the time at which each began. */
  running = new Map()
  timer

  constructor() {
    // On a terminal, too: a window that draws itself anew would hide what failed.
    super({ isTTY: false })
  }

  onTestRunStart(specifications) {
    super.onTestRunStart(specifications)
    this.files = specifications.length
    this.timer = setInterval(() => this.log(this.progress()), progressEvery).unref()
  }

  progress() {
    const [longest] = [...this.running].sort(([, a], [, b]) => a - b)
    const slow = longest ? `; ${longest[0]} for ${seconds(Date.now() - longest[1])}` : ''
    return `${this.done} of ${this.files} files, ${this.passed} passed, ${this.failed} failed so far${slow}`
  }

  onTestModuleStart(module) {
    this.running.set(module.relativeModuleId, Date.now())
  }

  onTestModuleEnd(module) {
    this.running.delete(module.relativeModuleId)
    this.done++
    super.onTestModuleEnd(module)
  }

  /** Passed tests are counted, not listed. */
  onTestCaseResult(test) {
    const { state } = test.result()
    if (state === 'passed') this.passed++
    if (state === 'failed') {
      this.failed++
      this.log(`FAILED ${test.module.relativeModuleId} > ${test.fullName}`)
    }
  }

  onTestRunEnd(modules, errors, reason) {
    clearInterval(this.timer)
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const failed = tests.filter((test) => test.result().state === 'failed')
    const broken = modules.filter((module) => module.errors().length > 0)
    const long = longTitles(tests.map((test) => ({ file: test.module.relativeModuleId, title: test.name })))
    if (failed.length + broken.length + long.length + errors.length > 0) this.error(`\n${failuresBelow}`)
    super.onTestRunEnd(modules, errors, reason)
    const commands = [
      ...broken.map((module) => module.relativeModuleId),
      ...failed.map((test) => `${test.module.relativeModuleId} -t ${matching(test.name)}`),
    ]
    if (commands.length > 0) this.error('To run one of them:')
    for (const command of commands) this.error(`  npx --no -- vitest run ${command}`)
    for (const sentence of long) this.error(sentence)
    if (long.length > 0) process.exitCode = 1
  }
}
