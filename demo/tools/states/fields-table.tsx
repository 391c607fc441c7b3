/** Every field with its definition and its value in the selected state. */
import { useId, useState } from 'react'
import { type Field, readDateTime, type StateData } from 'voter-registration/contract'
import { Slug } from './slug.tsx'
import { cellOf, filterFields } from './table.ts'

/** The table, with a filter by slugs, definitions and values. */
export function FieldsTable({ fields, stateData }: { fields: readonly Field[]; stateData: StateData }) {
  const [query, setQuery] = useState('')
  const id = useId()
  const found = filterFields(fields, query, stateData)
  const facts = new Map(stateData.state_information.map((fact) => [fact.field_type, fact]))
  return (
    <section className="states-panel" id="fields" aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>Every field in {stateData.name}</h2>
      <div className="states-controls">
        <div>
          <label htmlFor={`${id}-filter`}>Filter by slug, definition, format or value</label>
          <input id={`${id}-filter`} type="search" value={query} onChange={(event) => setQuery(event.target.value)} />
        </div>
        <p className="qa-hint" role="status">
          {found.length} of {fields.length} fields
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="states-scroll" aria-label="Fields" tabIndex={0}>
        <table className="states-table">
          <caption>Dated sample data, never guidance for voters.</caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Format</th>
              <th scope="col">Value, with footnotes in brackets</th>
              <th scope="col">Changed</th>
            </tr>
          </thead>
          <tbody>
            {found.map((field) => {
              const fact = facts.get(field.slug)
              return (
                <tr key={field.slug}>
                  <th scope="row">
                    {field.description}
                    <Slug of={field.slug} />
                  </th>
                  <td>
                    {field.field_format}
                    {field.options && <span className="states-note">{field.options.join(', ')}</span>}
                  </td>
                  <td>{cellOf(fact, field)}</td>
                  <td>
                    {readDateTime(fact?.modified_at ?? '')
                      ?.toISOString()
                      .slice(0, 10)}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </section>
  )
}
