/** The QA page: the form on a partner's page, the controls, the scenarios, the log and the source. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { VoterRegistrationHandle } from 'voter-registration'
import { type Exchange, exchangeText } from '../exchange.ts'
import type { SiteConfig } from '../server/site-config.ts'
import { readChoices, writeChoices } from './choices.ts'
import { ControlBar } from './control-bar.tsx'
import { CopyButton } from './copy-button.tsx'
import type { Party } from './log-entry.ts'
import { LogView } from './log-view.tsx'
import { recordFetch } from './record-fetch.ts'
import { addResult, getResult, type SessionResults } from './result.ts'
import { ScenarioPanel } from './scenario-panel.tsx'
import { renderCommands, renderJsx, toProps } from './source.ts'
import { Stage } from './stage.tsx'
import { useFill } from './use-fill.ts'
import { createCallbacks, useLog } from './use-log.ts'
import { useReceived } from './use-received.ts'
import { useScenarios } from './use-scenarios.ts'

/** The whole page. */
export function QaPage({ config }: { config: SiteConfig }) {
  const [choices, setChoices] = useChoices()
  const [results, setResults] = useState<SessionResults>({ latest: '', results: {} })
  const [status, setStatus] = useState('')
  const form = useRef<VoterRegistrationHandle>(null)
  const { entries, add, clear } = useLog()
  const scenarios = useScenarios(config.sandbox)
  const askReceived = useReceived(config.sandbox, add)

  const logExchange = useCallback(
    (source: Party, target: Party, exchange: Exchange) => {
      const { good, words } = getResult(exchange)
      add({
        source,
        target,
        line: `${exchange.method} ${new URL(exchange.url).pathname}: ${words}`,
        tone: good ? 'good' : 'bad',
        details: exchangeText(exchange),
      })
      askReceived()
    },
    [add, askReceived],
  )
  useWire(
    useCallback((exchange) => logExchange('BFF', 'sandbox', exchange), [logExchange]),
    useCallback(
      () => add({ source: 'BFF', target: 'sandbox', line: 'not shown: BFF and sandbox run as separate processes' }),
      [add],
    ),
  )
  const recordingFetch = useMemo(
    () =>
      recordFetch(window.fetch.bind(window), (exchange) => {
        logExchange('form', 'BFF', exchange)
        if (exchange.method === 'POST') setResults((previous) => addResult(previous, getResult(exchange)))
      }),
    [logExchange],
  )
  const callbacks = useMemo(() => createCallbacks(add), [add])

  const state = choices.state === 'none' ? undefined : choices.state
  useEffect(() => {
    if (state !== undefined) form.current?.setPrefill({ state })
  }, [state])

  const frameParent = useRef<HTMLDivElement>(null)
  const props = toProps(choices, config.bff)
  const fill = useFill(choices, props, form, frameParent, setStatus)
  const wide = useMemo(() => window.matchMedia('(min-width: 64rem)').matches, [])

  return (
    <div className="qa">
      <PageHead config={config} />
      <main className="qa-main">
        <details className="qa-bar" open={wide}>
          <summary>Controls</summary>
          <ControlBar choices={choices} onChange={setChoices} />
          <p className="qa-hint">
            The URL of this page contains your choices: copy it to share them. The log stays in this tab. Switching
            StrictMode restarts the form; any embed type but React is shown in a frame.
          </p>
        </details>
        <div className="qa-desk">
          <Stage
            choices={choices}
            form={form}
            frameParent={frameParent}
            props={{ ...props, ...callbacks, fetch: recordingFetch }}
            embedProps={props}
          />
          <div className="qa-side">
            <LogView entries={entries} onClear={clear} />
          </div>
        </div>
        <p className="qa-said" role="status">
          {status}
        </p>
        <ScenarioPanel
          scenarios={scenarios}
          results={results.results}
          embedProps={toProps({ ...choices, kiosk: 'off' }, config.bff)}
          onFill={(scenario, number) => void fill(scenario, number)}
        />
        <SourceView jsx={renderJsx(choices, config.bff)} commands={renderCommands(config, location.origin)} />
      </main>
    </div>
  )
}

/** Keeps the choices and the URL in sync, in both directions. */
function useChoices() {
  const [choices, setChoices] = useState(() => readChoices(location.hash))
  useEffect(() => {
    history.replaceState(null, '', `${location.pathname}${location.search}${writeChoices(choices)}`)
    document.documentElement.dataset.theme = choices.theme
  }, [choices])
  useEffect(() => {
    const read = () => {
      // A link to a part of the page, such as #log, has no choices.
      if (location.hash.includes('=')) setChoices(readChoices(location.hash))
    }
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return [choices, setChoices] as const
}

/** The page's name, links to all other pages, and the source of its responses. */
function PageHead({ config }: { config: SiteConfig }) {
  return (
    <header className="qa-header">
      <h1>Voter registration: QA page</h1>
      <nav className="qa-nav" aria-label="Parts of this page">
        <a href="#form">Form</a>
        <a href="#scenarios">Scenarios</a>
        <a href="#log">Log</a>
        <a href="#source">Source</a>
        <a href="/docs/">Documentation</a>
        <a href="/gallery.html">Gallery</a>
        <a href="/tools/builder.html">Snippets</a>
        <a href="/on">Other sites</a>
        <a href="/status.html">State sites</a>
        <a href="/election-center.html">Election center</a>
        <a href={`${config.bff}/form?partner=demo`}>Hosted page</a>
      </nav>
      <p className="qa-warning">
        <strong>Practice data only: nobody is registered.</strong> The answers come from a sandbox on this machine. Do
        not type real people's data.
      </p>
      <dl className="qa-facts">
        <div>
          <dt>BFF</dt> <dd>{config.bff}</dd>
        </div>
        <div>
          <dt>Sandbox</dt> <dd>{config.sandbox}</dd>
        </div>
        <div>
          <dt>Sandbox key (public)</dt> <dd>{config.sandboxKey}</dd>
        </div>
      </dl>
    </header>
  )
}

/**
 * Listens to the demo server's `/wire` while the page is shown.
 *
 * @param onNone called when there is no such feed, because BFF and sandbox run separately
 */
function useWire(onExchange: (exchange: Exchange) => void, onNone: () => void): void {
  useEffect(() => {
    let source: EventSource | undefined
    const open = () => {
      source?.close()
      source = new EventSource('/wire')
      source.addEventListener('message', ({ data }) => {
        const exchange: Exchange = JSON.parse(String(data))
        onExchange(exchange)
      })
      source.addEventListener('error', () => {
        if (source?.readyState === EventSource.CLOSED) onNone()
      })
    }
    const close = () => source?.close()
    open()
    // An open feed would keep the page out of the back/forward cache.
    window.addEventListener('pagehide', close)
    const reopen = (event: PageTransitionEvent) => {
      if (event.persisted) open()
    }
    window.addEventListener('pageshow', reopen)
    return () => {
      close()
      window.removeEventListener('pagehide', close)
      window.removeEventListener('pageshow', reopen)
    }
  }, [onExchange, onNone])
}

/** Shows the React source, and the commands that start sandbox and BFF. */
function SourceView({ jsx, commands }: { jsx: string; commands: string }) {
  return (
    <section className="qa-panel" id="source" aria-labelledby="source-heading">
      <div className="qa-panel-head">
        <h2 id="source-heading">Code for this page</h2>
      </div>
      <Code title="React" text={jsx} />
      <Code title="Sandbox and BFF" text={commands} />
      <p className="qa-hint">
        With the real service, <code>UPSTREAM_URL</code> and the key are the operator's own. Store them with your other
        secrets.
      </p>
    </section>
  )
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <div className="qa-code">
      <div className="qa-panel-head">
        <h3>{title}</h3>
        <CopyButton label={`Copy ${title}`} text={() => text} />
      </div>
      <pre>
        <code>{text}</code>
      </pre>
    </div>
  )
}
