/**
 * `npm run bench`: compares speed with the alternatives in one run. Prints Markdown.
 *
 *   npm run bench                       bytes, first field, web vitals, the BFF at fixed rates and at 50 connections, own
 *                                       files of one registration: within 4 minutes on two quiet cores
 *   npm run bench -- --full             longer and more rounds, and deadline day
 *   npm run bench -- --only=rates,page  some parts of page, rates, path and deadline-day
 *   npm run bench -- --only=rates --rates=20,100
 *   ROWS=many-voters npm run bench -- --only=deadline-day
 *                                       the figures of docs/evidence/deadline-day.md, or some, within ten minutes
 *
 * A part is a file in `parts` that exports `measure({ full, log })` and returns `{ title, notes, tables, figures }`.
 *
 * Writes `dist/bench/result.json`. The exit code is about whether everything was measured, never about a time:
 * times depend on the machine.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chooseChromium } from '../../.ci/chromium.mjs'
import { describeMachine, formatPart } from './harness/report.mjs'

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    only: { type: 'string' },
    rates: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  const [, help] = /^\/\*\*\n([\s\S]*?)\n \*\//.exec(readFileSync(new URL(import.meta.url), 'utf8')) ?? []
  console.log(help.replaceAll(/^ \* ?/gm, ''))
  process.exit()
}
chooseChromium()
const { full } = values
const quick = ['page', 'rates', 'path']
const names = [...quick, 'deadline-day']
const chosen = values.only?.split(',') ?? (full ? names : quick)
const unknown = chosen.filter((name) => !names.includes(name))
if (unknown.length > 0) throw new Error(`There is no part "${unknown.join('", "')}". There are ${names.join(', ')}.`)
const rates = values.rates?.split(',').map(Number)

const parts = []
mkdirSync('dist/bench', { recursive: true })
for (const name of names.filter((each) => chosen.includes(each))) {
  const header = `${describeMachine()}, ${full ? 'full' : 'short'} run.`
  const began = performance.now()
  let part
  try {
    const { measure } = await import(new URL(`parts/${name}.mjs`, import.meta.url))
    part = await measure({ full, ...(rates && { rates }), log: (line) => console.error(`  ${name}: ${line}`) })
  } catch (error) {
    part = { title: name, failed: error.message.split('\n')[0] }
    console.error(error)
    process.exitCode = 1
  }
  const seconds = Math.round((performance.now() - began) / 100) / 10
  parts.push({ name, ...part, seconds, header })
  console.log(formatPart(parts.at(-1)))
  // Saved after each part, so that an interrupted run keeps its results.
  writeFileSync('dist/bench/result.json', `${JSON.stringify({ parts }, null, 2)}\n`)
}
process.exit()
