/** The results of `npm run test:engines` and `npm run test:hosts`, as tables. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Results as HostResults } from '../../e2e/hosts/results.ts'
import { markdownTable } from './page-blocks.ts'

/** Number of tests of a spec that passed, failed, and could not be driven. */
const Counts = z.object({ passed: z.number(), failed: z.number(), notDriven: z.number() })
type Counts = z.infer<typeof Counts>

/** The results of each engine: `failed` are the failed tests, each after the name of its spec; `notDriven` the tests that
 *  the driver cannot run, by reason; `date` is the day of the run. */
const Results = z.record(
  z.string(),
  z.object({
    version: z.string(),
    date: z.string(),
    specs: z.record(z.string(), Counts),
    failed: z.array(z.string()),
    notDriven: z.record(z.string(), z.array(z.string())),
  }),
)

const names: Readonly<Record<string, string>> = {
  chromium: 'Chromium',
  firefox: 'Firefox ESR',
  webkitgtk: 'WebKitGTK',
}

/** The specs that verify each promise. */
const promises: Readonly<Record<string, readonly string[]>> = {
  'What is entered arrives as the service wants it': ['registration', 'consent', 'scenarios', 'autofill'],
  'One screen at a time, nothing typed is lost': ['screens', 'faults', 'crash'],
  'Nor before the program is there, nor by a reload': ['element-first-screen', 'element-typing', 'kept-typed'],
  'Errors, focus and keys': ['keyboard', 'accessibility'],
  'A press arrives, whatever follows': ['tracking', 'leaving'],
  'In steps, back and forth, with a last look': ['steps', 'hosted-steps'],
  'Back to a form or an answer that was left': [
    'element-browser',
    'restored',
    'returning',
    'element-returning',
    'hosted-returning',
  ],
  'On a shared device nothing of a voter stays': ['kiosk', 'hosted-kiosk'],
  'Partners on one BFF are kept apart': ['partners'],
  'Strict policies; nothing personal is kept or told': ['policy', 'privacy'],
  'Each way to embed, and hostile pages': [
    'element',
    'element-display',
    'element-pages',
    'element-isolation',
    'element-diagnose',
  ],
  'Colors and sizes of the page': ['element-theming', 'reflow'],
  'The hosted page, with scripts and without, in a frame': ['hosted', 'hosted-language'],
  'Server rendering': ['rendering', 'react-18'],
  Languages: ['language', 'languages'],
  'Facts about states and notices about their sites': ['civic', 'element-facts', 'element-sites', 'uptime'],
}

const read = (file: string) => JSON.parse(readFileSync(path.join(import.meta.dirname, '../../e2e', file), 'utf8'))
const seen = () => Object.entries(Results.parse(read('engines/results.json')))

/**
 * Returns the table of promises by engine: how many tests passed, failed, and could not be driven.
 *
 * @throws when a spec was run that verifies no promise here
 */
export function enginePromises(): string {
  const engines = seen()
  const held = new Set(Object.values(promises).flat())
  const unheld = engines.flatMap(([, { specs }]) => Object.keys(specs)).find((spec) => !held.has(spec))
  if (unheld !== undefined) throw new Error(`e2e/${unheld}.spec.ts was run and is in no line of the table of promises.`)
  const heads = engines.map(([name, { version, date }]) => `${names[name] ?? name} ${version}, ${date}`)
  const rows = Object.entries(promises).map(([promise, specs]) => [
    promise,
    ...engines.map(([, { specs: all }]) => cell(specs.flatMap((spec) => all[spec] ?? []))),
  ])
  return markdownTable(['Promise', ...heads], rows)
}

function cell(counts: readonly Counts[]): string {
  const sum = (name: keyof Counts) => counts.reduce((total, one) => total + one[name], 0)
  const parts = [
    sum('passed') > 0 && `${sum('passed')} hold`,
    sum('failed') > 0 && `**${sum('failed')} failed**`,
    sum('notDriven') > 0 && `${sum('notDriven')} not driven`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'not tried' : parts.join(', ')
}

/** Returns the failed tests, and what a driver cannot do, with the tests that therefore cannot run. */
export function engineGaps(): string {
  const rows = seen().flatMap(([name, { failed, notDriven }]) => [
    ...failed.map((test) => [names[name] ?? name, 'failed', test]),
    ...Object.entries(notDriven).map(([reason, tests]) => [names[name] ?? name, reason, tests.join('<br>')]),
  ])
  return markdownTable(['Engine', 'Why', 'Tests'], rows)
}

/** Returns a table for each host: a row for each promise, a column for each engine with the day of its last run. */
export function hostTables(): string {
  const results: HostResults = read('hosts/results.json')
  const tables = Object.entries(results).map(([host, byEngine]) => {
    const engines = Object.entries(byEngine).sort(([a], [b]) => a.localeCompare(b))
    const titles = new Set(engines.flatMap(([, one]) => Object.keys(one.promises)))
    const heads = ['Promise', ...engines.map(([engine, { day }]) => `${engine}, ${day}`)]
    const rows = [...titles].map((one) => [one, ...engines.map(([, { promises: all }]) => all[one] ?? 'not run')])
    return `## ${host}\n\n${markdownTable(heads, rows)}`
  })
  return tables.join('\n\n')
}
