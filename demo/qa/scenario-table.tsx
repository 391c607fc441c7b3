/** The scenarios of the sandbox: what each does, what the voter should see, and what was seen through each door. */
import { useId, useState } from 'react'
import { doorNames, doors } from './doors.ts'
import type { Observed } from './drive.ts'
import { isExpected, type Runs, seenInWords } from './report.ts'
import type { Seen } from './result.ts'
import type { Scenario, Scenarios } from './use-scenarios.ts'

const ordinary: Scenario = {
  name: '',
  upstream: 'Answers as usual, by state.',
  voter: 'The answer, with 0 to 2 buttons.',
  screen: 'answer',
}

/** Returns the rows of the table: the ordinary case, then the sandbox's scenarios. */
export const rowsOf = (scenarios: Scenarios): readonly Scenario[] =>
  scenarios.type === 'here' ? [ordinary, ...scenarios.list] : [ordinary]

interface TableProps {
  scenarios: Scenarios
  /** Results of the form on this page by scenario; the empty name is the ordinary case. */
  results: Seen['results']
  /** What was seen by running a scenario. */
  runs: Runs
  isRunning: boolean
  onFill: (name: string, place: number) => void
  onRun: (name: string) => void
}

/** Shows the table with a filter and one line for each scenario; below it, whole sentences, what the service does and the reason
 *  for a rejection are collapsed. "Fill" reports the scenario's name and its index in the table. */
export function ScenarioTable({ scenarios, results, runs, isRunning, onFill, onRun }: TableProps) {
  const [filter, setFilter] = useState('')
  const id = useId()
  if (scenarios.type === 'loading') return <p className="qa-empty">Loading the sandbox's scenarios …</p>
  const all = rowsOf(scenarios).map((row, place) => ({ row, place }))
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = all.filter(({ row: { name, upstream, voter } }) =>
    words.every((word) => `${name || 'ordinary'} ${upstream} ${voter}`.toLowerCase().includes(word)),
  )
  return (
    <>
      {scenarios.type === 'failed' && (
        <p className="qa-empty">The sandbox does not respond. Start it, then reload this page.</p>
      )}
      <div className="qa-control qa-filter">
        <label htmlFor={id}>Filter by name, service or screen</label>
        <input id={id} type="search" value={filter} onChange={(event) => setFilter(event.target.value)} />
        <span className="qa-hint" role="status">
          {rows.length} of {all.length} scenarios
        </span>
      </div>
      <table className="qa-table qa-scenarios">
        <thead>
          <tr>
            <th scope="col">Scenario</th>
            <th scope="col">The voter should see</th>
            {doorNames.map((door) => (
              <th key={door} scope="col">
                {doors[door]}
              </th>
            ))}
            <th scope="col">Try it</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, place }) => (
            <Row
              key={row.name}
              row={row}
              result={results[row.name]}
              seen={runs[row.name] ?? {}}
              isRunning={isRunning}
              onFill={() => onFill(row.name, place)}
              onRun={() => onRun(row.name)}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

function Row(props: {
  row: Scenario
  result: Seen['results'][string] | undefined
  seen: Runs[string]
  isRunning: boolean
  onFill: () => void
  onRun: () => void
}) {
  const { row, result, seen, isRunning, onFill, onRun } = props
  const { name, upstream, voter } = row
  const about = name || 'the ordinary case'
  return (
    <tr>
      <th scope="row">
        <code>{name || 'ordinary'}</code>
      </th>
      <td data-label="The voter should see">
        <details>
          <summary className="qa-voter">{beginningOf(voter)}</summary>
          <p>{voter}</p>
          <p>The service: {upstream}</p>
          <p>A run expects: {seenInWords(row)}</p>
          {result !== undefined && (
            <p>
              Last result: <span data-good={result.good}>{result.words}</span>
            </p>
          )}
        </details>
      </td>
      {doorNames.map((door) => (
        <SeenCell key={door} label={doors[door]} row={row} seen={seen[door]} />
      ))}
      <td>
        <button type="button" className="qa-button" aria-label={`Fill the form for ${about}`} onClick={onFill}>
          Fill
        </button>{' '}
        <button
          type="button"
          className="qa-button"
          aria-label={`Run ${about} through every door`}
          disabled={isRunning}
          onClick={onRun}
        >
          Run
        </button>
      </td>
    </tr>
  )
}

/** What was seen through a door: as the row says, or else what. */
function SeenCell({ label, row, seen }: { label: string; row: Scenario; seen: Observed | 'running' | undefined }) {
  if (seen === undefined || seen === 'running') return <td data-label={label}>{seen === undefined ? '–' : '…'}</td>
  const isGood = isExpected(row, seen)
  return (
    <td data-label={label} data-good={isGood}>
      {isGood ? 'as expected' : `not: ${seenInWords(seen)}`}
    </td>
  )
}

/** Number of characters that fit on one line. */
const lineLength = 38

/** Returns the first clause of a sentence, shortened to fit on one line. */
function beginningOf(text: string): string {
  let clause = /^[^;:.]+/.exec(text)?.[0] ?? text
  while (clause.length > lineLength && clause.includes(',')) clause = clause.slice(0, clause.lastIndexOf(','))
  return clause
}
