/** The report of the migration from version 1 to version 2. */
import { useId } from 'react'
import type { MigrationLine } from 'voter-registration-civic'
import { Slug } from './slug.tsx'

/** One line for everything of version 1 without a direct equivalent in version 2. */
export function MigrationReport({ title, report }: { title: string; report: readonly MigrationLine[] }) {
  const id = useId()
  return (
    <section className="states-panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="qa-hint">
        {report.length} lines. Everything else from version 1 is in version 2, under the same name or a new one.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="states-scroll" aria-label={`${title}: lines`} tabIndex={0}>
        <table className="states-table">
          <thead>
            <tr>
              <th scope="col">Slug</th>
              <th scope="col">Outcome</th>
              <th scope="col">Reason</th>
              <th scope="col">Lost</th>
              <th scope="col">See also</th>
            </tr>
          </thead>
          <tbody>
            {report.map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes, and may name a slug twice.
              <tr key={place}>
                <th scope="row">
                  <Slug of={line.slug} />
                </th>
                <td>{line.outcome}</td>
                <td>{line.why}</td>
                <td>{line.lost}</td>
                <td>{line.see.join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
