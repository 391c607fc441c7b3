/** The scenarios of the sandbox: what each does, what the voter should see, and what this session has seen. */
import { useId, useState } from 'react'
import type { Seen } from './result.ts'
import type { Scenario, Scenarios } from './use-scenarios.ts'

const ordinary = {
  name: '',
  upstream: 'Answers as usual, by state.',
  voter: 'The answer, with 0 to 2 buttons.',
}

/** Shows the table with a filter and one line for each scenario; below it, whole sentences, what the service does and the reason
 *  for a rejection are collapsed. "Fill" reports the scenario's name and its index in the table. */
export function ScenarioTable({
  scenarios,
  results,
  onFill,
}: {
  scenarios: Scenarios
  /** Results by scenario; the empty name is the ordinary case. */
  results: Seen['results']
  onFill: (name: string, place: number) => void
}) {
  const [filter, setFilter] = useState('')
  const id = useId()
  if (scenarios.type === 'loading') return <p className="qa-empty">Loading the sandbox's scenarios …</p>
  const all = (scenarios.type === 'here' ? [ordinary, ...scenarios.list] : [ordinary]).map((row, place) => ({
    ...row,
    place,
  }))
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = all.filter(({ name, upstream, voter }) =>
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
            <th scope="col">Last result</th>
            <th scope="col">Try it</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, upstream, voter, place }) => (
            <Row
              key={name}
              name={name}
              upstream={upstream}
              voter={voter}
              result={results[name]}
              onFill={() => onFill(name, place)}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

function Row({
  name,
  upstream,
  voter,
  result,
  onFill,
}: Scenario & { result: Seen['results'][string] | undefined; onFill: () => void }) {
  const words = result?.words ?? ''
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
          {words !== '' && (
            <p>
              Last result: <span data-good={result?.good}>{words}</span>
            </p>
          )}
        </details>
      </td>
      <td data-label="Last result" data-good={result?.good}>
        {words === '' ? '–' : (/^\d+/.exec(words)?.[0] ?? beginningOf(words))}
      </td>
      <td>
        <button
          type="button"
          className="qa-button"
          aria-label={`Fill the form for ${name || 'the ordinary case'}`}
          onClick={onFill}
        >
          Fill
        </button>
      </td>
    </tr>
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
