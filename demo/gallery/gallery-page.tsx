/** The gallery's page: one component at a time or all, with an index, a search, and switches for language, theme and width. */
import { useEffect, useState } from 'react'
import type { Example } from '../../src/form/testing/example.ts'
import { controls, readChoices, writeChoices } from '../qa/choices.ts'
import { ControlBar } from '../qa/control-bar.tsx'
import { filterByLanguage, type Group, searchGroups } from './collect.ts'

/** The gallery's switches. Each example has one language: the language switch selects among them. */
const switches = {
  language: {
    ...controls.language,
    options: controls.language.options.map(([value, text]) => [value, value === 'auto' ? 'All' : text] as const),
  },
  theme: controls.theme,
  width: controls.width,
} as const

/** Shows every example with a link to it and a link to its own page; `hasBefore` says whether another build's are beside them. */
export function Gallery({ groups, hasBefore }: { groups: readonly Group[]; hasBefore: boolean }) {
  const [choices, setChoices] = useState(() => readChoices(location.search.slice(1)))
  const [search, setSearch] = useState('')
  const [component, setComponent] = useState(() => getComponent(groups))
  useEffect(() => {
    const query = new URLSearchParams(writeChoices(choices).slice(1))
    if (component !== '') query.set('component', component)
    if (hasBefore) query.set('before', '')
    history.replaceState(null, '', `${location.pathname}?${query}${location.hash}`)
    document.documentElement.dataset.theme = choices.theme
  }, [choices, component, hasBefore])
  useEffect(() => {
    // An example that takes the focus, such as the error summary, would scroll the page to itself.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    // The URL's anchor was not rendered yet when the browser looked for it; now it is.
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    ;(target ?? document.documentElement).scrollIntoView()
  }, [])
  const matches = searchGroups(filterByLanguage(groups, choices.language), search)
  const visibleGroups = component === '' ? matches : matches.filter(({ name }) => name === component)
  const count = visibleGroups.reduce((sum, { examples }) => sum + examples.length, 0)
  return (
    <div className="qa">
      <header className="qa-header">
        <h1>Voter registration: gallery</h1>
        <p className="qa-hint">Every component in every state, from the examples next to the code. Nothing is sent.</p>
        <nav className="qa-nav" aria-label="Pages of the demo">
          <a href="/">QA page</a>
          <a href="/tools/builder.html">Snippets</a>
          <a href="#review">Translations to review</a>
        </nav>
        <ControlBar choices={choices} onChange={setChoices} visibleControls={switches} />
        <div className="qa-controls">
          <div className="qa-control">
            <label htmlFor="component">Component</label>
            <select id="component" value={component} onChange={(event) => setComponent(event.target.value)}>
              <option value="">All</option>
              {groups.map(({ name, examples }) => (
                <option key={name} value={name}>
                  {name} ({examples.length})
                </option>
              ))}
            </select>
          </div>
          <div className="qa-control">
            <label htmlFor="search">Search</label>
            <input id="search" type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
          </div>
          <p className="qa-hint" role="status">
            {count} of {groups.reduce((sum, { examples }) => sum + examples.length, 0)} examples
          </p>
        </div>
        <Index groups={visibleGroups} />
      </header>
      <main>
        {groups.length === 0 && <p className="qa-empty">There are no examples yet.</p>}
        {visibleGroups.map(({ name, folder, examples }) => (
          <section key={name} id={name} className="qa-group" aria-labelledby={`${name}-heading`}>
            <h2 id={`${name}-heading`}>
              {name} <span className="qa-count">{folder}</span>
            </h2>
            {examples.map((example) => (
              <article
                key={example.id}
                id={example.id}
                className="qa-example"
                aria-labelledby={`${example.id}-heading`}
              >
                <header className="qa-panel-head">
                  <h3 id={`${example.id}-heading`}>{example.name}</h3>
                  <a className="qa-link" href={`#${example.id}`}>
                    Link<span className="qa-unseen"> to {example.id}</span>
                  </a>
                  <a className="qa-link" href={`?only=${encodeURIComponent(example.id)}`}>
                    Open alone<span className="qa-unseen">: {example.id}</span>
                  </a>
                </header>
                <div className={hasBefore ? 'qa-pair' : undefined}>
                  {hasBefore && <Before id={example.id} width={choices.width} />}
                  <div className="qa-column" data-width={choices.width}>
                    <ShowExample example={example} />
                  </div>
                </div>
              </article>
            ))}
          </section>
        ))}
      </main>
    </div>
  )
}

/** The same example of another build, on a page of its own, as high as it is. */
function Before({ id, width }: { id: string; width: string }) {
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own, whose height is read.
    <iframe
      className="qa-column qa-before"
      data-width={width}
      title={`Before: ${id}`}
      loading="lazy"
      src={`/before/gallery.html?only=${encodeURIComponent(id)}`}
      onLoad={({ currentTarget }) => {
        const page = currentTarget.contentDocument?.documentElement
        if (page) new ResizeObserver(() => (currentTarget.style.height = `${page.offsetHeight}px`)).observe(page)
      }}
    />
  )
}

/** A link to each example. */
function Index({ groups }: { groups: readonly Group[] }) {
  return (
    <details className="qa-index">
      <summary>Index</summary>
      <ul>
        {groups.flatMap(({ examples }) =>
          examples.map(({ id }) => (
            <li key={id}>
              <a href={`#${id}`}>{id}</a>
            </li>
          )),
        )}
      </ul>
    </details>
  )
}

/** Returns the component that the URL names, if it exists. */
function getComponent(groups: readonly Group[]): string {
  const requestedName = new URLSearchParams(location.search).get('component')
  return groups.find(({ name }) => name === requestedName)?.name ?? ''
}

/** One example on its own page, for screenshots and accessibility checks; a message where there is none with this id. */
export function Only({ groups, id }: { groups: readonly Group[]; id: string }) {
  const example = groups.flatMap(({ examples }) => examples).find((candidate) => candidate.id === id)
  return (
    <main className="qa-only" data-example={example?.id}>
      {example === undefined ? (
        <p>There is no example “{id}”. The gallery lists them all.</p>
      ) : (
        <ShowExample example={example} />
      )}
    </main>
  )
}

/** Renders an example as a component, so that it has its own hooks. */
function ShowExample({ example }: { example: Example }) {
  return example.render()
}
