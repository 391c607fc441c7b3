/** The ways to take the answer along: calendar, share sheet (else the clipboard), print. We send and store nothing. */
import { useState } from 'react'
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { isoDate } from '../../../contract/text.ts'
import { useFormContext } from '../form-context.ts'
import type { FactsLook } from '../messages/facts-messages.ts'
import { type CalendarEntry, saveCalendar } from './calendar-file.ts'
import { type DatedFact, datedDeadlines, formatDeadline, isForElection } from './deadline-dates.ts'
import { FactsSection, formatDateTime } from './facts-list.tsx'
import { formatDay } from './format-day.ts'
import { factToText } from './instructions.ts'

interface SaveThisProps {
  facts: StateFacts | undefined
  /** MUST contain nothing private to the voter. */
  text: string
  look: FactsLook
}

/** The row of buttons. MUST show whether a press worked, and what else the voter can do. */
export function SaveThis({ facts, text, look }: SaveThisProps) {
  // The files and the share sheet of a shared device are not the voter's.
  const { isKiosk, clock } = useFormContext()
  const { words } = look
  const [message, setMessage] = useState('')
  const content = { title: words.send.subject, text }
  // A frame may need the page's permission to share; only `canShare` reveals that.
  const canShare = !isKiosk && 'canShare' in navigator && navigator.canShare(content)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setMessage(words.copy.done)
    } catch {
      setMessage(words.copy.failed)
    }
  }
  const share = async () => {
    setMessage('')
    try {
      await navigator.share(content)
    } catch (error) {
      // On an abort the voter has closed the sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
    }
  }
  const saveToCalendar = (known: StateFacts) => {
    const now = new Date(clock.now())
    const entries = datedDeadlines(known, now).map((deadline) => entryOf(deadline, known, look))
    saveCalendar(entries, `voter-registration-${known.state.toLowerCase()}`, now)
    setMessage(words.calendar.done)
  }
  const hasDates = !isKiosk && facts !== undefined && datedDeadlines(facts, new Date(clock.now())).length > 0
  const buttons: [label: string, onClick: () => void][] = [
    ...(hasDates ? [[words.calendar.button, () => saveToCalendar(facts)] as [string, () => void]] : []),
    canShare ? [words.send.share, () => void share()] : [words.copy.button, () => void copy()],
    [words.send.print, () => globalThis.print()],
  ]
  return (
    <div className="vr-copy vr-print-hidden">
      <FactsSection heading={words.save}>
        <div className="vr-copy-ways">
          {buttons.map(([label, onClick]) => (
            <button key={label} type="button" className="vr-button" part="button" onClick={onClick}>
              {label}
            </button>
          ))}
        </div>
        <p role="status" className={message === words.copy.done ? 'vr-hint vr-done' : 'vr-hint'}>
          {message}
        </p>
      </FactsSection>
    </div>
  )
}

function entryOf(deadline: DatedFact, facts: StateFacts, look: FactsLook): CalendarEntry {
  const { fact, date, election } = deadline
  const { words } = look
  const { slug } = fact
  const label = words.labels[slug] ?? fact.description
  const values = {
    said: factToText(fact, look),
    state: facts.name,
    election: formatDay(election, look),
    asOf: formatDateTime(facts.as_of, look) ?? facts.as_of,
  }
  // The other text names no election.
  const about = isForElection(deadline) ? words.calendar : words.age
  return {
    id: `${facts.state}-${slug}-${isoDate(election)}`.toLowerCase().replaceAll('_', '-'),
    date,
    summary: words.calendar.entry({ label, state: facts.name }),
    description: `${formatDeadline(deadline, look)}\n${about.description(values)}`,
  }
}
