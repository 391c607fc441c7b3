/** The log of the QA page. It is not a live region: a screen reader would never stop. */
import { useEffect, useRef, useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import { formatTime, type LogEntry, logText } from './log-entry.ts'

/** Shows entries, newest last, and keeps scrolling while the user is at the end. Entries from before this page, and from
 *  before "Hide earlier", are collapsed. */
export function LogView({ entries, onClear }: { entries: readonly LogEntry[]; onClear: () => void }) {
  const list = useRef<HTMLOListElement>(null)
  const atEnd = useRef(true)
  const [hiddenUpTo, setSince] = useState(0)
  const isEarlierEntry = ({ id, isEarlier }: LogEntry) => id <= hiddenUpTo || isEarlier === true
  const earlier = entries.filter(isEarlierEntry)
  const recent = entries.filter((entry) => !isEarlierEntry(entry))
  useEffect(() => {
    const element = list.current
    if (element !== null && atEnd.current && entries.length > 0) element.scrollTop = element.scrollHeight
  }, [entries])
  return (
    <section className="qa-panel qa-log" id="log" aria-labelledby="log-heading">
      <div className="qa-panel-head">
        <h2 id="log-heading">
          Live log <span className="qa-count">{entries.length}</span>
        </h2>
        <CopyButton label="Copy log" text={() => logText(entries)} />
        <button type="button" className="qa-button" onClick={() => setSince(entries.at(-1)?.id ?? 0)}>
          Hide earlier
        </button>
        <button type="button" className="qa-button" onClick={onClear}>
          Clear
        </button>
      </div>
      <p className="qa-hint">
        Events of the form, and requests between form, BFF and sandbox. Values are shown because they are fictional: a
        real BFF never logs them.
      </p>
      {earlier.length > 0 && (
        <details className="qa-earlier">
          <summary>
            {earlier.length} earlier {earlier.length === 1 ? 'entry' : 'entries'}
          </summary>
          <ol className="qa-entries">
            <Entries entries={earlier} />
          </ol>
        </details>
      )}
      {recent.length === 0 ? (
        <p className="qa-empty">Nothing has happened yet{earlier.length > 0 && ' since then'}.</p>
      ) : (
        <ol
          ref={list}
          className="qa-entries"
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            atEnd.current = scrollHeight - scrollTop - clientHeight < 40
          }}
        >
          <Entries entries={recent} />
        </ol>
      )}
    </section>
  )
}

function Entries({ entries }: { entries: readonly LogEntry[] }) {
  return entries.map((entry) => (
    <li key={entry.id} className="qa-entry" data-tone={entry.tone} data-from={entry.source} data-to={entry.target}>
      <Entry entry={entry} />
    </li>
  ))
}

function Entry({ entry: { date, source, target, line, details } }: { entry: LogEntry }) {
  const head = (
    <>
      <time className="qa-time">{formatTime(date)}</time>{' '}
      <span className="qa-route">
        {source} → {target}
      </span>{' '}
      <span className="qa-line">{line}</span>
    </>
  )
  if (details === '') return <div className="qa-entry-head">{head}</div>
  return (
    <details>
      <summary className="qa-entry-head">{head}</summary>
      <pre>{details}</pre>
    </details>
  )
}
