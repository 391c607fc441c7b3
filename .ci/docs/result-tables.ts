/** The results of `npm run test:engines` and `npm run test:hosts`, as tables. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Results as HostResults } from '../../e2e/hosts/results.ts'
import { markdownTable } from './page-blocks.ts'

/** Number of tests of a spec that passed, failed, and could not be driven. */
interface Counts {
  passed: number
  failed: number
  notDriven: number
}

/** The results of each engine, as `.ci/engines.mjs` writes them. */
type Results = Record<
  string,
  {
    version: string
    date: string
    specs: Record<string, Counts>
    failed: string[]
    notDriven: Record<string, string[]>
  }
>

const names: Readonly<Record<string, string>> = {
  chromium: 'Chromium',
  firefox: 'Firefox ESR',
  webkitgtk: 'WebKitGTK',
}

const readResults = (file: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../../e2e', file), 'utf8'))
const engineResults: Results = readResults('engines/results.json')

/** Returns how many tests passed, failed, and could not be driven in each engine. */
export function engineTotals(): string {
  const rows = Object.entries(engineResults).map(([name, { version, date, specs }]) => {
    const sum = (key: keyof Counts) => String(Object.values(specs).reduce((total, counts) => total + counts[key], 0))
    return [`${names[name] ?? name} ${version}`, date, sum('passed'), sum('failed'), sum('notDriven')]
  })
  return markdownTable(['Engine', 'Day', 'Hold', 'Failed', 'Not driven'], rows)
}

/** Returns the failed tests, and what a driver cannot do, with the tests that therefore cannot run. */
export function engineGaps(): string {
  const rows = Object.entries(engineResults).flatMap(([name, { failed, notDriven }]) => [
    ...failed.map((test) => [names[name] ?? name, 'failed', test]),
    ...Object.entries(notDriven).map(([reason, tests]) => [names[name] ?? name, reason, tests.join('<br>')]),
  ])
  return markdownTable(['Engine', 'Why', 'Tests'], rows)
}

/** Returns a table for each host: a row for each promise, a column for each engine with the day of its last run. */
export function hostTables(): string {
  const results: HostResults = readResults('hosts/results.json')
  const tables = Object.entries(results).map(([host, byEngine]) => {
    const engines = Object.entries(byEngine).sort(([a], [b]) => a.localeCompare(b))
    const titles = new Set(engines.flatMap(([, one]) => Object.keys(one.promises)))
    const heads = ['Promise', ...engines.map(([engine, { day }]) => `${engine}, ${day}`)]
    const rows = [...titles].map((one) => [one, ...engines.map(([, { promises: all }]) => all[one] ?? 'not run')])
    return `## ${host}\n\n${markdownTable(heads, rows)}`
  })
  return tables.join('\n\n')
}
