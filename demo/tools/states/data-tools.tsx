/** The command line's functions for Civic data: regional values, an export, and the changes between two exports. */
import { useCallback, useId, useState } from 'react'
import { type Field, isStateCode, type Override, type StateCode, stateCodes, states } from 'voter-registration/contract'
import { type CivicDifference, civicCsv, diffCivic, readExport, withRegions } from 'voter-registration-civic'
import type { RawData } from './raw-data.ts'
import { save } from './save.ts'
import { useRaw } from './use-raw.ts'

/** Loads the regional values when it is opened; they exist in version 2 only. */
export function DataTools({ data, fields }: { data: RawData; fields: readonly Field[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="states-panel" id="tools" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>Regional values, export and comparison</h2>
      </summary>
      {isOpen && <OpenTools data={data} fields={fields} />}
    </details>
  )
}

function OpenTools({ data, fields }: { data: RawData; fields: readonly Field[] }) {
  const overrides = useRaw(useCallback(() => data.overrides(), [data]))
  if (overrides.type === 'loading') return <p role="status">Loading …</p>
  if (overrides.type === 'failed') return <p role="alert">The regional values cannot be loaded: {overrides.why}</p>
  return (
    <>
      <Export data={data} fields={fields} overrides={overrides.value} />
      <Comparison />
      <Overrides overrides={overrides.value} />
    </>
  )
}

function Export({
  data,
  fields,
  overrides,
}: {
  data: RawData
  fields: readonly Field[]
  overrides: readonly Override[]
}) {
  const id = useId()
  const [code, setCode] = useState<StateCode | 'all'>('all')
  const [said, setSaid] = useState('')
  const write = async (format: 'csv' | 'json') => {
    setSaid('Loading …')
    try {
      const codes = code === 'all' ? stateCodes : [code]
      const read = await Promise.all(codes.map(async (one) => (await data.state('2', one)).stateData))
      const all = withRegions(read, overrides)
      const name = `${code === 'all' ? 'civic' : code}.${format}`
      save(format === 'csv' ? civicCsv(all, fields, new Date()) : JSON.stringify(all, undefined, 1), name)
      setSaid(`Saved as ${name}.`)
    } catch (error) {
      setSaid(`The data cannot be loaded: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return (
    <section aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>Export</h3>
      <div className="states-controls">
        <div>
          <label htmlFor={id}>States</label>
          <select
            id={id}
            value={code}
            onChange={({ target }) => setCode(isStateCode(target.value) ? target.value : 'all')}
          >
            <option value="all">All 51</option>
            {stateCodes.map((one) => (
              <option key={one} value={one}>
                {states[one]}
              </option>
            ))}
          </select>
        </div>
        <button type="button" className="qa-button" onClick={() => void write('csv')}>
          Export as CSV
        </button>
        <button type="button" className="qa-button" onClick={() => void write('json')}>
          Export as JSON
        </button>
      </div>
      <p className="qa-hint" role="status">
        {said}
      </p>
    </section>
  )
}

/** The result of a comparison. */
interface Compared {
  difference: CivicDifference
  departures: readonly string[]
}

function Comparison() {
  const id = useId()
  const [older, setOlder] = useState<File>()
  const [newer, setNewer] = useState<File>()
  const [compared, setCompared] = useState<Compared>()
  const compare = async () => {
    if (older === undefined || newer === undefined) return
    const [before, after] = [readExport(await older.text()), readExport(await newer.text())]
    const departures = [
      ...before.departures.map((sentence) => `${older.name}: ${sentence}`),
      ...after.departures.map((sentence) => `${newer.name}: ${sentence}`),
    ]
    setCompared({ difference: diffCivic(before.states, after.states), departures })
  }
  return (
    <section aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>Compare two exports</h3>
      <p className="qa-hint">CSV or JSON. The files do not leave your browser.</p>
      <div className="states-controls">
        <div>
          <label htmlFor={`${id}-older`}>Older export</label>
          <input
            id={`${id}-older`}
            type="file"
            accept=".csv,.json"
            onChange={({ target }) => setOlder(target.files?.[0])}
          />
        </div>
        <div>
          <label htmlFor={`${id}-newer`}>Newer export</label>
          <input
            id={`${id}-newer`}
            type="file"
            accept=".csv,.json"
            onChange={({ target }) => setNewer(target.files?.[0])}
          />
        </div>
        <button
          type="button"
          className="qa-button"
          disabled={older === undefined || newer === undefined}
          onClick={() => void compare()}
        >
          Compare
        </button>
      </div>
      <div role="status">
        {compared?.departures.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {compared !== undefined && (
          <p className="qa-hint">
            Changes: {compared.difference.changes.length}. Facts with only a new date: {compared.difference.onlyDates}.
          </p>
        )}
      </div>
      {compared !== undefined && compared.difference.changes.length > 0 && (
        <Rows
          label="Changes"
          head={['State', 'Field', 'Part', 'Before', 'After']}
          rows={compared.difference.changes.map(({ code, region, field, what, before, after }) => [
            [code, region].filter(Boolean).join(', '),
            field,
            what,
            before,
            after,
          ])}
        />
      )}
    </section>
  )
}

function Overrides({ overrides }: { overrides: readonly Override[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{overrides.length} regional values</h3>
      <Rows
        label="Regional values"
        head={['State', 'Region', 'Field', 'Value']}
        rows={overrides.map(({ state, region, field, value }) => [state, region.name, field.slug, value])}
      />
    </section>
  )
}

function Rows({ label, head, rows }: { label: string; head: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="states-scroll" aria-label={`${label}: table`} tabIndex={0}>
      <table className="states-table">
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their order.
            <tr key={place}>
              {cells.map((cell, column) => (
                <td key={head[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
