/** The scenarios of the sandbox: what each does, what the voter should see, and what this session has seen. */
import type { Seen } from './result.ts'
import type { Scenarios } from './use-scenarios.ts'

const ordinary = {
  name: '',
  upstream: 'Answers as it does every day, by state.',
  voter: 'The answer, with 0 to 2 buttons.',
}

/** Shows the table; "Fill" reports the scenario's name and its place in the table. */
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
  if (scenarios.type === 'loading') return <p className="qa-empty">Asking the sandbox for its scenarios …</p>
  const rows = scenarios.type === 'here' ? [ordinary, ...scenarios.list] : [ordinary]
  return (
    <>
      {scenarios.type === 'failed' && (
        <p className="qa-empty">The sandbox does not answer. Start it, then load this page again.</p>
      )}
      <table className="qa-scenarios">
        <thead>
          <tr>
            <th scope="col">Scenario</th>
            <th scope="col">The service</th>
            <th scope="col">The voter should see</th>
            <th scope="col">Last result</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, upstream, voter }, place) => {
            const result = results[name]
            return (
              <tr key={name}>
                <th scope="row">
                  <code>{name || 'ordinary'}</code>
                  <button
                    type="button"
                    className="qa-button"
                    aria-label={`Fill the form for ${name || 'the ordinary way'}`}
                    onClick={() => onFill(name, place)}
                  >
                    Fill
                  </button>
                </th>
                <td data-label="The service">{upstream}</td>
                <td data-label="The voter should see">{voter}</td>
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
