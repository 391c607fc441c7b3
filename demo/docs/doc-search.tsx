/** Search in the documentation. */
import { useId, useMemo, useState } from 'react'
import { type DocPage, docPath } from './doc-pages.ts'
import { docSearch } from './search-docs.ts'

/** A search box with the matching sections as links. Escape clears it. */
export function DocSearch({ pages }: { pages: readonly DocPage[] }) {
  const id = useId()
  const [query, setQuery] = useState('')
  const search = useMemo(() => docSearch(pages), [pages])
  const found = useMemo(() => (query.trim().length < 2 ? [] : search(query)), [search, query])
  const isAsked = query.trim().length >= 2
  return (
    <search className="docs-search">
      <label htmlFor={id}>Search</label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setQuery('')
        }}
      />
      <p role="status" className={isAsked ? 'qa-hint' : 'qa-unseen'}>
        {isAsked && (found.length === 0 ? `No results for “${query.trim()}”` : `${found.length} sections`)}
      </p>
      {found.length > 0 && (
        <ul className="docs-found">
          {found.map(({ slug, anchor, page, heading, excerpt }) => (
            <li key={`${slug}#${anchor}`}>
              <a href={docPath(slug) + (anchor === '' ? '' : `#${anchor}`)} onClick={() => setQuery('')}>
                {page === heading ? page : `${page}: ${heading}`}
              </a>
              <p>{excerpt}</p>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
