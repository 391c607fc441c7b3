/** Compares what each embed type showed with the sandbox's table, and writes the report. */
import type { Observed } from './drive.ts'
import { type EmbedType, embedTypeNames, embedTypes } from './embed-types.ts'
import type { Scenario } from './use-scenarios.ts'

/** Results by scenario and embed type. */
export type Runs = Readonly<Record<string, Partial<Record<EmbedType, Observed | 'running'>>>>

/** Whether it is what the row says. */
export function isExpected({ screen, methods }: Pick<Scenario, 'screen' | 'methods'>, observed: Observed): boolean {
  return observed.screen === screen && (methods === undefined || observed.methods === methods)
}

/** Returns what was seen in words: `answer, 2 buttons`. */
export function formatObserved({ screen, methods }: Pick<Scenario, 'screen' | 'methods'>): string {
  const hasCount = screen === 'answer' && methods !== undefined
  return hasCount ? `${screen}, ${methods} button${methods === 1 ? '' : 's'}` : screen
}

/** Returns how many runs there were, and how many of them did not show what the row says. */
export function countRuns(rows: readonly Scenario[], runs: Runs): { done: number; wrong: number } {
  const runList = rows.flatMap((row) => Object.values(runs[row.name] ?? {}).map((observed) => ({ row, observed })))
  const done = runList.flatMap(({ row, observed }) => (observed === 'running' ? [] : [isExpected(row, observed)]))
  return { done: done.length, wrong: done.filter((isMatch) => !isMatch).length }
}

/** Returns the report in Markdown: what was expected and seen, nothing that was typed. A press is not part of it. */
export function formatReport(rows: readonly Scenario[], runs: Runs, context: { date: Date; browser: string }): string {
  const { done, wrong } = countRuns(rows, runs)
  const cell = (row: Scenario, embedType: EmbedType) => {
    const observed = runs[row.name]?.[embedType]
    if (observed === undefined || observed === 'running') return 'not run'
    return isExpected(row, observed) ? 'as expected' : `**not as expected**: ${formatObserved(observed)}`
  }
  return [
    '# Scenarios by embed type',
    '',
    `${context.date.toISOString()}, ${context.browser}`,
    '',
    `${done} runs, ${wrong} not as expected. Each ends with the screen after sending; buttons were not pressed.`,
    '',
    `| Scenario | Expected | ${embedTypeNames.map((embedType) => embedTypes[embedType]).join(' | ')} |`,
    `|---|---|${embedTypeNames.map(() => '---|').join('')}`,
    ...rows.map((row) => {
      const cells = embedTypeNames.map((embedType) => cell(row, embedType))
      return `| ${row.name || 'ordinary'} | ${formatObserved(row)} | ${cells.join(' | ')} |`
    }),
    '',
  ].join('\n')
}
