/** The results of `npm run test:engines` and `npm run test:hosts`, as tables. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Results as HostResults } from '../../e2e/hosts/results.ts'
import { markdownTable } from './page-blocks.ts'

/** The results of each engine, as `.ci/engines.mjs` writes them, with the number of tests of each spec. */
type EngineResults = Record<
  string,
  {
    version: string
    date: string
    specs: Record<string, { passed: number; failed: number; notDriven: number }>
    failed: string[]
    notDriven: Record<string, string[]>
  }
>

const names = new Map([
  ['chromium', 'Chromium'],
  ['firefox', 'Firefox ESR'],
  ['webkitgtk', 'WebKitGTK'],
])

const readResults = (file: string) =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../../e2e', file), 'utf8'))
const engineResults: EngineResults = readResults('engines/results.json')

/** Returns how many tests passed, failed, and could not be driven in each engine. */
export function engineTotals(): string {
  const rows = Object.entries(engineResults).map(([name, { version, date, specs }]) => {
    const sum = (key: 'passed' | 'failed' | 'notDriven') =>
      String(Object.values(specs).reduce((total, counts) => total + counts[key], 0))
    return [`${names.get(name) ?? name} ${version}`, date, sum('passed'), sum('failed'), sum('notDriven')]
  })
  return markdownTable(['Engine', 'Day', 'Hold', 'Failed', 'Not driven'], rows)
}

/** Returns the failed tests, and what a driver cannot do, with the tests that therefore cannot run. */
export function engineGaps(): string {
  const rows = Object.entries(engineResults).flatMap(([name, { failed, notDriven }]) => [
    ...failed.map((test) => [names.get(name) ?? name, 'failed', test]),
    ...Object.entries(notDriven).map(([reason, tests]) => [names.get(name) ?? name, reason, tests.join('<br>')]),
  ])
  return markdownTable(['Engine', 'Why', 'Tests'], rows)
}

/** Returns how many promises each host keeps in each engine, and on which day. */
export function hostTotals(): string {
  const results: HostResults = readResults('hosts/results.json')
  const rows = Object.entries(results).flatMap(([host, byEngine]) =>
    Object.entries(byEngine).map(([engine, { day, promises }]) => {
      const passed = Object.values(promises).filter((status) => status === 'passed').length
      return [host, engine, day, `${passed} of ${Object.keys(promises).length}`]
    }),
  )
  return markdownTable(['Host', 'Browser', 'Day', 'Promises kept'], rows)
}
