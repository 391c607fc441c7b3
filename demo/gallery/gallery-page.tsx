/** The gallery's page: all groups below each other, with switches for language, theme and width. */
import { useEffect, useState } from 'react'
import { controls, readChoices, writeChoices } from '../qa/choices.ts'
import { ControlBar } from '../qa/control-bar.tsx'
import { type Group, inLanguage } from './collect.ts'
import { ReviewList } from './review-list.tsx'
import { ShowExample } from './show-example.tsx'

/** Examples are written in one language each: here the switch chooses among them. */
const switches = {
  language: {
    ...controls.language,
    options: controls.language.options.map(([value, text]) => [value, value === 'auto' ? 'All' : text] as const),
  },
  theme: controls.theme,
  width: controls.width,
} as const

/** Shows every example with a link to itself and one to itself alone. */
export function Gallery({ groups }: { groups: readonly Group[] }) {
  const [choices, setChoices] = useState(() => readChoices(location.search.slice(1)))
  useEffect(() => {
    const query = writeChoices(choices).replace('#', '?')
    history.replaceState(null, '', `${location.pathname}${query}${location.hash}`)
    document.documentElement.dataset.theme = choices.theme
  }, [choices])
  // What the address points to is not there when the browser looks for it: it is rendered by now.
  useEffect(() => document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView(), [])
  return (
    <div className="qa">
      <header className="qa-header">
        <h1>Voter registration: gallery</h1>
        <p className="qa-hint">
          Every component in every state, from the examples beside the code. Nothing here is sent.
        </p>
        <nav className="qa-nav" aria-label="Components">
          <a href="/">QA page</a>
          {groups.map(({ name }) => (
            <a key={name} href={`#${name}`}>
              {name}
            </a>
          ))}
          <a href="#review">translations to read</a>
        </nav>
        <ControlBar choices={choices} onChange={setChoices} shown={switches} />
      </header>
      <main>
        {groups.length === 0 && <p className="qa-empty">There are no examples yet.</p>}
        {inLanguage(groups, choices.language).map(({ name, folder, examples }) => (
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
                    Alone<span className="qa-unseen">: {example.id}</span>
                  </a>
                </header>
                <div className="qa-column" data-width={choices.width}>
                  <ShowExample example={example} />
                </div>
              </article>
            ))}
          </section>
        ))}
        <ReviewList />
      </main>
    </div>
  )
}
