/** Counts the results of a run's steps. */
import { stripVTControlCharacters } from 'node:util'
import { currentStep } from './program.mjs'

/** Returns the passed, failed and skipped tests of a runner's last summary; a program without one counts as one test. */
function tally(output) {
  const plain = stripVTControlCharacters(output)
  const summary = /^\s*Tests\s.*$/m.exec(plain)?.[0] ?? plain.slice(-4000)
  const count = (word) => Number(new RegExp(`(\\d+) ${word}\\b`).exec(summary)?.[1] ?? 0)
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}

/** Runs steps, continues after a failed one, and ends with one line that counts them all. */
export class Report {
  passed = 0
  failed = 0
  skipped = 0
  failures = []
  times = []

  /** Runs one step. Returns whether it has passed. */
  async step(name, work) {
    const began = performance.now()
    const step = { name, output: '' }
    let error
    try {
      await currentStep.run(step, work)
    } catch (thrown) {
      error = thrown
      this.failures.push(`${name}: ${error.message}`)
    }
    const counts = tally(step.output)
    this.passed += error ? counts.passed : Math.max(1, counts.passed)
    this.failed += error ? Math.max(1, counts.failed) : 0
    this.skipped += counts.skipped
    this.times.push(`${name} ${Math.round((performance.now() - began) / 1000)} s`)
    return error === undefined
  }

  /** Prints the counts so far. The last line is always `N passed, N failed`. */
  print() {
    console.log(`\nTook: ${this.times.join(', ')}`)
    if (this.failures.length > 0) console.error(`Failed:\n  ${this.failures.join('\n  ')}`)
    if (this.skipped > 0) console.log(`${this.skipped} skipped`)
    console.log(`\n${this.passed} passed, ${this.failed} failed`)
    if (this.failed > 0) process.exitCode = 1
  }
}
