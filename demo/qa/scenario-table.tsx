/** The scenarios of the sandbox: what each does, what the voter should see, and what this session has seen. */
import { useId, useState } from 'react'
import type { Seen } from './result.ts'
import type { Scenarios } from './use-scenarios.ts'

const ordinary = {
  name: '',
  upstream: 'Answers as it does every day, by state.',
  voter: 'The answer, with 0 to 2 buttons.',
}

/** Shows the table with a filter, one line for each scenario with what the service does folded away; "Fill" reports the scenario's name and its place in the table. */
export function ScenarioTable({
  scenarios,
  results,
  onFill,
}: {
  scenarios: Scenarios
  /** By scenario; the empty name is the ordinary way. */
  results: Seen['results']
  onFill: (name: string, place: number) => void
}) {
  const [filter, setFilter] = useState('')
  const id = useId()
  if (scenarios.type === 'loading') return <p className="qa-empty">Asking the sandbox for its scenarios …</p>
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
        <p className="qa-empty">The sandbox does not answer. Start it, then load this page again.</p>
      )}
      <div className="qa-control qa-filter">
        <label htmlFor={id}>Filter by name, service or screen</label>
        <input id={id} type="search" value={filter} onChange={(event) => setFilter(event.target.value)} />
        <span className="qa-hint" role="status">
          {rows.length} of {all.length} scenarios
        </span>
      </div>
      <table className="qa-scenarios">
        <thead>
          <tr>
            <th scope="col">Scenario</th>
            <th scope="col">The voter should see</th>
            <th scope="col">Last result</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, upstream, voter, place }) => {
            const result = results[name]
            return (
              <tr key={name}>
                <th scope="row">
                  <span className="qa-scenario">
                    <code>{name || 'ordinary'}</code>
                    <button
                      type="button"
                      className="qa-button"
                      aria-label={`Fill the form for ${name || 'the ordinary way'}`}
                      onClick={() => onFill(name, place)}
                    >
                      Fill
                    </button>
                  </span>
                </th>
                <td data-label="The voter should see">
                  <details>
                    <summary className="qa-voter">{voter}</summary>
                    The service: {upstream}
                  </details>
                </td>
                <td data-label="Last result" data-good={result?.good}>
                  {result?.words ?? '–'}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </>
  )
}
