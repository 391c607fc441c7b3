/** Counts the results of a run's steps, and repeats at its end what failed, and what is flaky. */
import { stripVTControlCharacters } from 'node:util'
import { failuresBelow, flakyBelow } from './failures.mjs'
import { currentStep } from './program.mjs'

/** Returns the passed, failed and skipped tests of a runner's last summary; a program without one counts as one test. */
function tally(plain) {
  const summary = [...plain.matchAll(/^\s*Tests\s.*$/gm)].at(-1)?.[0] ?? plain.slice(-4000)
  const count = (word) => Number([...summary.matchAll(new RegExp(`(\\d+) ${word}\\b`, 'g'))].at(-1)?.[1] ?? 0)
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}

/** The most lines of a failed step that are repeated. */
const maxLines = 400

/** Returns the failures in a step's output: what a test program says below its line, or the last lines of another program. */
function failuresIn(plain) {
  const at = plain.lastIndexOf(failuresBelow)
  const lines = plain
    .slice(at < 0 ? 0 : at + failuresBelow.length)
    .trim()
    .split('\n')
  if (at < 0) return lines.slice(-40).join('\n')
  const left = lines.length - maxLines
  return [...lines.slice(0, maxLines), ...(left > 0 ? [`… ${left} lines more above`] : [])].join('\n')
}

/** Returns the flaky and quarantined tests in a step's output. */
const flakyIn = (plain) => (plain.includes(flakyBelow) ? [plain.split(flakyBelow).at(-1).trim().split('\n\n')[0]] : [])

/** Runs steps, continues after a failed one, and ends with one line that counts them all. */
export class Report {
  passed = 0
  failed = 0
  skipped = 0
  failures = []
  flaky = []
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
    }
    const plain = stripVTControlCharacters(step.output)
    const counts = tally(plain)
    if (error) this.failures.push(`──── ${name}: ${error.message}\n${failuresIn(plain)}`)
    this.flaky.push(...flakyIn(plain))
    this.passed += error ? counts.passed : Math.max(1, counts.passed)
    this.failed += error ? Math.max(1, counts.failed) : 0
    this.skipped += counts.skipped
    this.times.push(`${name} ${Math.round((performance.now() - began) / 1000)} s`)
    return error === undefined
  }

  /** Says what is not run, and counts it. */
  skip(sentence) {
    console.log(sentence)
    this.skipped++
  }

  /** Prints the failures alone, what is flaky, and the counts. The last line is always `N passed, N failed`. */
  print() {
    console.log(`\nTook: ${this.times.join(', ')}`)
    for (const failure of this.failures) console.log(`\n${failure}`)
    if (this.flaky.length > 0) console.log(`\n${[flakyBelow, ...this.flaky].join('\n')}`)
    if (this.skipped > 0) console.log(`\n${this.skipped} skipped`)
    console.log(`\n${this.passed} passed, ${this.failed} failed`)
    if (this.failed > 0) process.exitCode = 1
  }
}
