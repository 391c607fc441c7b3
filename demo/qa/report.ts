/** What was seen through each door, compared with what the sandbox's table says; and the report of it. */
import { type Door, doorNames, doors } from './doors.ts'
import type { Observed } from './drive.ts'
import type { Scenario } from './use-scenarios.ts'

/** What was seen, by scenario and door; `running` while it is not known. */
export type Runs = Readonly<Record<string, Partial<Record<Door, Observed | 'running'>>>>

/** Whether it is what the row says. */
export function isExpected({ screen, methods }: Pick<Scenario, 'screen' | 'methods'>, seen: Observed): boolean {
  return seen.screen === screen && (methods === undefined || seen.methods === methods)
}

/** Returns what was seen in words: `answer, 2 buttons`. */
export function seenInWords({ screen, methods }: Pick<Scenario, 'screen' | 'methods'>): string {
  const counted = screen === 'answer' && methods !== undefined
  return counted ? `${screen}, ${methods} button${methods === 1 ? '' : 's'}` : screen
}

/** Returns how many runs there were, and how many of them did not show what the row says. */
export function countRuns(rows: readonly Scenario[], runs: Runs): { done: number; wrong: number } {
  const all = rows.flatMap((row) => Object.values(runs[row.name] ?? {}).map((seen) => ({ row, seen })))
  const done = all.flatMap(({ row, seen }) => (seen === 'running' ? [] : [isExpected(row, seen)]))
  return { done: done.length, wrong: done.filter((one) => !one).length }
}

/** Returns the report in Markdown: what was expected and seen, nothing that was typed. A press is not part of it. */
export function reportOf(rows: readonly Scenario[], runs: Runs, about: { at: Date; browser: string }): string {
  const { done, wrong } = countRuns(rows, runs)
  const cell = (row: Scenario, door: Door) => {
    const seen = runs[row.name]?.[door]
    if (seen === undefined || seen === 'running') return 'not run'
    return isExpected(row, seen) ? 'as expected' : `**not as expected**: ${seenInWords(seen)}`
  }
  return [
    '# Scenarios through each door',
    '',
    `${about.at.toISOString()}, ${about.browser}`,
    '',
    `${done} runs, ${wrong} not as expected. Each ends with the screen after sending; buttons were not pressed.`,
    '',
    `| Scenario | Expected | ${doorNames.map((door) => doors[door]).join(' | ')} |`,
    `|---|---|${doorNames.map(() => '---|').join('')}`,
    ...rows.map((row) => {
      const cells = doorNames.map((door) => cell(row, door))
      return `| ${row.name || 'ordinary'} | ${seenInWords(row)} | ${cells.join(' | ')} |`
    }),
    '',
  ].join('\n')
}
