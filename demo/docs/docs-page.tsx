/** The documentation: navigation and search, the page, and the live form next to it. */
import { type MouseEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { VoterRegistration } from 'voter-registration'
import { DocArticle } from './doc-article.tsx'
import { docGroups, docPages, docPath, slugIn } from './doc-pages.ts'
import { DocSearch } from './doc-search.tsx'

const pages = docPages(
  import.meta.glob<string>(['../../docs/**/*.md'], { query: '?raw', import: 'default', eager: true }),
)
const first = pages.find(({ slug }) => slug === '') ?? { slug: '', title: 'Documentation', text: '# Documentation' }
const groups = docGroups(first)

/** The whole page. Without a BFF it shows the documentation without the form. */
export function DocsPage({ bff }: { bff: string | undefined }) {
  const [slug, setSlug] = useState(() => slugIn(location.pathname))
  const main = useRef<HTMLElement>(null)
  const page = pages.find((one) => one.slug === slug)

  const show = useCallback((address: URL) => {
    setSlug(slugIn(address.pathname))
    // The page is rendered by then; a link to a section moves the focus there, any other to the page's heading.
    setTimeout(() => {
      const target = address.hash === '' ? null : document.getElementById(decodeURIComponent(address.hash.slice(1)))
      if (target === null) window.scrollTo(0, 0)
      else target.scrollIntoView()
      const focused = target ?? main.current?.querySelector('h1')
      focused?.setAttribute('tabindex', '-1')
      focused?.focus({ preventScroll: true })
    })
  }, [])
  useEffect(() => {
    const back = () => setSlug(slugIn(location.pathname))
    window.addEventListener('popstate', back)
    return () => window.removeEventListener('popstate', back)
  }, [])
  useEffect(() => {
    document.title =
      page === undefined || slug === '' ? 'Documentation of voter-registration' : `${page.title} – voter-registration`
  }, [page, slug])
  useEffect(() => {
    // The URL's anchor is not rendered yet when the browser looks for it.
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  }, [])

  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (link === null || !isPlain || link.origin !== location.origin || !/^\/docs(\/|$)/.test(link.pathname)) return
    if (/\.(md|txt)$/.test(link.pathname)) return
    event.preventDefault()
    history.pushState(null, '', link.href)
    show(new URL(link.href))
  }

  return (
    // Internal links navigate without a page load; for keyboards and screen readers they are ordinary links.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to the links inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link that is pressed by keyboard sends a click.
    <div className="qa docs" onClick={follow}>
      <a className="docs-skip" href="#content">
        Skip to content
      </a>
      <header className="docs-header">
        <p className="docs-brand">
          <a href="/docs">voter-registration</a>
        </p>
        <DocSearch pages={pages} />
        <nav className="qa-nav" aria-label="Demo">
          <a href="/">QA page</a>
          <a href="/builder.html">Snippets</a>
          <a href="/gallery.html">Gallery</a>
          <a href="/llms.txt">llms.txt</a>
        </nav>
      </header>
      <div className="docs-desk">
        <Contents slug={slug} />
        <main id="content" ref={main} tabIndex={-1} className="docs-main">
          {page === undefined ? <NoSuchPage /> : <DocArticle page={page} />}
        </main>
        {bff !== undefined && <LiveForm bff={bff} />}
      </div>
    </div>
  )
}

/** The navigation: expanded on wide screens. */
function Contents({ slug }: { slug: string }) {
  const isWide = useMemo(() => window.matchMedia('(min-width: 60rem)').matches, [])
  const current = slug.startsWith('decisions/') ? 'decisions' : slug
  return (
    <nav className="docs-contents" aria-label="Documentation">
      <details open={isWide}>
        <summary>All pages</summary>
        {groups.map(({ title, entries }) => (
          <section key={title}>
            <p className="docs-group">{title}</p>
            <ul>
              {entries.map((entry) => (
                <li key={entry.slug}>
                  <a href={docPath(entry.slug)} {...(entry.slug === current && { 'aria-current': 'page' })}>
                    {entry.title}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </details>
    </nav>
  )
}

function NoSuchPage() {
  return (
    <article className="docs-article">
      <h1>Page not found</h1>
      <p>
        See <a href="/docs">all pages</a>, or search above.
      </p>
    </article>
  )
}

function LiveForm({ bff }: { bff: string }) {
  return (
    <aside className="docs-form" aria-label="Try the form">
      <p className="qa-hint">This form uses the sandbox. Practice data only: nobody is registered.</p>
      <VoterRegistration apiBase={bff} partner="docs" />
    </aside>
  )
}
