/** The scenarios of the sandbox: what each does, what the voter should see, and what each embed type showed. */
import { useId, useState } from 'react'
import type { Observed } from './drive.ts'
import { embedTypeNames, embedTypes } from './embed-types.ts'
import { formatObserved, isExpected, type Runs } from './report.ts'
import type { SessionResults } from './result.ts'
import type { Scenario, Scenarios } from './use-scenarios.ts'

const ordinaryScenario: Scenario = {
  name: '',
  upstream: 'Answers as usual, by state.',
  voter: 'The answer, with 0 to 2 buttons.',
  screen: 'answer',
}

/** Returns the rows of the table: the ordinary case, then the sandbox's scenarios. */
export const getRows = (scenarios: Scenarios): readonly Scenario[] =>
  scenarios.type === 'here' ? [ordinaryScenario, ...scenarios.list] : [ordinaryScenario]

interface TableProps {
  scenarios: Scenarios
  /** Results of the form on this page by scenario; the empty name is the ordinary case. */
  results: SessionResults['results']
  /** What was seen by running a scenario. */
  runs: Runs
  isRunning: boolean
  onFill: (name: string, index: number) => void
  onRun: (name: string) => void
}

/** Shows the table with a filter and one line for each scenario; below it, whole sentences, what the service does and the reason
 *  for a rejection are collapsed. "Fill" reports the scenario's name and its index in the table. */
export function ScenarioTable({ scenarios, results, runs, isRunning, onFill, onRun }: TableProps) {
  const [filter, setFilter] = useState('')
  const id = useId()
  if (scenarios.type === 'loading') return <p className="qa-empty">Loading the sandbox's scenarios …</p>
  const numberedRows = getRows(scenarios).map((row, index) => ({ row, index }))
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = numberedRows.filter(({ row: { name, upstream, voter } }) =>
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
          {rows.length} of {numberedRows.length} scenarios
        </span>
      </div>
      <table className="qa-table qa-scenarios">
        <thead>
          <tr>
            <th scope="col">Scenario</th>
            <th scope="col">The voter should see</th>
            {embedTypeNames.map((embedType) => (
              <th key={embedType} scope="col">
                {embedTypes[embedType]}
              </th>
            ))}
            <th scope="col">Try it</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, index }) => (
            <Row
              key={row.name}
              row={row}
              result={results[row.name]}
              observed={runs[row.name] ?? {}}
              isRunning={isRunning}
              onFill={() => onFill(row.name, index)}
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
  result: SessionResults['results'][string] | undefined
  observed: Runs[string]
  isRunning: boolean
  onFill: () => void
  onRun: () => void
}) {
  const { row, result, observed, isRunning, onFill, onRun } = props
  const { name, upstream, voter } = row
  const label = name || 'the ordinary case'
  return (
    <tr>
      <th scope="row">
        <code>{name || 'ordinary'}</code>
      </th>
      <td data-label="The voter should see">
        <details>
          <summary className="qa-voter">{getFirstClause(voter)}</summary>
          <p>{voter}</p>
          <p>The service: {upstream}</p>
          <p>A run expects: {formatObserved(row)}</p>
          {result !== undefined && (
            <p>
              Last result: <span data-good={result.good}>{result.words}</span>
            </p>
          )}
        </details>
      </td>
      {embedTypeNames.map((embedType) => (
        <SeenCell key={embedType} label={embedTypes[embedType]} row={row} observed={observed[embedType]} />
      ))}
      <td>
        <button type="button" className="qa-button" aria-label={`Fill the form for ${label}`} onClick={onFill}>
          Fill
        </button>{' '}
        <button
          type="button"
          className="qa-button"
          aria-label={`Run ${label} with every embed type`}
          disabled={isRunning}
          onClick={onRun}
        >
          Run
        </button>
      </td>
    </tr>
  )
}

function SeenCell({
  label,
  row,
  observed,
}: {
  label: string
  row: Scenario
  observed: Observed | 'running' | undefined
}) {
  if (observed === undefined || observed === 'running')
    return <td data-label={label}>{observed === undefined ? '–' : '…'}</td>
  const isGood = isExpected(row, observed)
  return (
    <td data-label={label} data-good={isGood}>
      {isGood ? 'as expected' : `not: ${formatObserved(observed)}`}
    </td>
  )
}

/** Number of characters that fit on one line. */
const lineLength = 38

/** Returns the first clause of a sentence, shortened to fit on one line. */
function getFirstClause(text: string): string {
  let clause = /^[^;:.]+/.exec(text)?.[0] ?? text
  while (clause.length > lineLength && clause.includes(',')) clause = clause.slice(0, clause.lastIndexOf(','))
  return clause
}
