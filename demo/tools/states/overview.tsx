/** All states with selected fields: a table, and the same as a CSV file. */
import { useCallback, useId, useState } from 'react'
import { csvOf, type Field, stateCodes } from 'voter-registration/contract'
import type { RawData, Version } from './raw-data.ts'
import { save } from './save.ts'
import { Slug } from './slug.tsx'
import { rowsOf } from './table.ts'
import { useRaw } from './use-raw.ts'

const first: readonly string[] = ['registration_deadline_online', 'registration_deadline_mail', 'has_sdr_election_day']

/** Loads all 51 states when it is opened. */
export function Overview({ data, version, fields }: { data: RawData; version: Version; fields: readonly Field[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="states-panel" id="overview" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>All states by chosen fields</h2>
      </summary>
      {isOpen && <OpenOverview data={data} version={version} fields={fields} />}
    </details>
  )
}

function OpenOverview({ data, version, fields }: { data: RawData; version: Version; fields: readonly Field[] }) {
  const id = useId()
  const [chosen, setChosen] = useState(first)
  const states = useRaw(
    useCallback(async () => {
      const all = await Promise.all(stateCodes.map((code) => data.state(version, code)))
      return all.map(({ stateData }) => stateData)
    }, [data, version]),
  )
  const columns = fields.filter(({ slug }) => chosen.includes(slug))
  const rows = states.type === 'ready' ? rowsOf(states.value, columns) : []
  const header = ['code', 'name', ...columns.map(({ slug }) => slug)]
  return (
    <>
      <fieldset className="states-panel">
        <legend>Fields</legend>
        <ul className="states-fields">
          {fields.map(({ slug, description }) => (
            <li key={slug}>
              <label className="states-tick">
                <input
                  type="checkbox"
                  checked={chosen.includes(slug)}
                  onChange={(event) =>
                    setChosen(event.target.checked ? [...chosen, slug] : chosen.filter((other) => other !== slug))
                  }
                />
                {description}
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {states.type === 'loading' && <p role="status">Loading 51 states …</p>}
      {states.type === 'failed' && <p role="alert">The states cannot be loaded: {states.why}</p>}
      {states.type === 'ready' && (
        <>
          <div className="states-controls">
            <button
              type="button"
              className="qa-button"
              onClick={() => save(`\uFEFF${csvOf(header, rows)}`, 'states.csv')}
            >
              Save as CSV
            </button>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
          <section className="states-scroll" aria-labelledby={id} tabIndex={0}>
            <table className="states-table">
              <caption id={id}>{rows.length} states. Dated sample data, never guidance for voters.</caption>
              <thead>
                <tr>
                  <th scope="col">State</th>
                  {columns.map(({ slug, description }) => (
                    <th key={slug} scope="col">
                      {description}
                      <Slug of={slug} />
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map(([code = '', name, ...cells]) => (
                  <tr key={code}>
                    <th scope="row">{name}</th>
                    {columns.map(({ slug }, place) => (
                      <td key={slug}>{cells[place]}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </>
  )
}
