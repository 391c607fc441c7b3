/**
 * `npm run bench`: compares speed with the alternatives in one run.
 *
 *   npm run bench                       bytes, first field, web vitals, the BFF at fixed rates and at saturation, own
 *                                       files of one registration: within 4 minutes on two quiet cores
 *   npm run bench -- --full             longer and more rounds, and deadline day
 *   npm run bench -- --only=rates,page  some parts; keeps the results of the others
 *   npm run bench -- --only=rates --rates=20,100
 *   npm run bench -- --only=deadline-day    the figures of docs/evidence/deadline-day.md, within ten minutes
 *   npm run bench -- --write            also writes docs/evidence/measurements.md, docs/performance.md and
 *                                       docs/evidence/deadline-day.md
 *
 * A part is a file in `parts` that exports `measure({ full, log })` and returns `{ title, notes, tables, figures }`.
 *
 * Writes `dist/bench/result.json`. The exit code is about whether everything was measured, never about a time:
 * times depend on the machine.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chooseChromium } from '../../.ci/chromium.mjs'
import { machine } from './harness/machine.mjs'
import { writePerformance } from './harness/performance-doc.mjs'
import { headerText, partText } from './harness/text.mjs'

chooseChromium()
const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    rates: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  const [, described] = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(readFileSync(new URL(import.meta.url), 'utf8')) ?? []
  console.log(described.replaceAll(/^ \* ?/gm, ''))
  process.exit()
}
const { full } = values
/** The parts in the order of the result; the first ones are the quick run. */
const quick = ['page', 'rates', 'saturation', 'path']
const names = [
  ...new Set([...quick, ...readdirSync(new URL('parts', import.meta.url)).map((file) => file.replace(/\.mjs$/, ''))]),
]
const only = values.only?.split(',') ?? (full ? names : quick)
const unknown = only.filter((name) => !names.includes(name))
if (unknown.length > 0) throw new Error(`There is no part "${unknown.join('", "')}". There are ${names.join(', ')}.`)
const rates = values.rates?.split(',').map(Number)

const file = 'dist/bench/result.json'
console.log(`${headerText(machine())}\n${full ? 'The full run' : 'The short run'}: ${only.join(', ')}`)
const old = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).parts : []
const known = new Map(old.map((part) => [part.name, part]))
for (const name of names.filter((each) => only.includes(each))) {
  const began = performance.now()
  const before = machine()
  let part
  try {
    const { measure } = await import(new URL(`parts/${name}.mjs`, import.meta.url))
    const measured = await measure({
      full,
      ...(rates && { rates }),
      log: (line) => console.error(`  ${name}: ${line}`),
    })
    part = { name, ...measured }
  } catch (error) {
    part = { name, title: name, failed: error.message.split('\n')[0] }
    console.error(error)
    process.exitCode = 1
  }
  Object.assign(part, { seconds: Math.round((performance.now() - began) / 100) / 10, header: before, full })
  known.set(name, part)
  console.log(`${partText(part)}\n(${part.seconds} s)`)
  // Saved after each part, so that an interrupted run keeps its results. A build may have emptied the folder meanwhile.
  mkdirSync('dist/bench', { recursive: true })
  const result = { parts: names.flatMap((each) => known.get(each) ?? []) }
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
}
if (values.write) writePerformance({ parts: names.flatMap((each) => known.get(each) ?? []) })
console.log(`\nKept as ${file}${values.write ? ' and written into the docs' : ''}`)
process.exit()
