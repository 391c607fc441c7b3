/** Calendar, share sheet (or clipboard) and print buttons. Nothing is sent or stored. */
import { useState } from 'react'
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { isoDate } from '../../../contract/text.ts'
import { useFormContext } from '../form-context.ts'
import type { FactsContext } from '../messages/facts-messages.ts'
import { type CalendarEntry, saveCalendar } from './calendar-file.ts'
import { type DatedFact, formatDeadline, getUpcomingDeadlines, isForElection } from './deadline-dates.ts'
import { FactsSection, formatDateTime } from './facts-list.tsx'
import { formatDay } from './format-day.ts'
import { factToText } from './instructions.ts'

interface ShareInstructionsProps {
  facts: StateFacts | undefined
  /** MUST contain nothing private to the voter. */
  text: string
  context: FactsContext
}

/** MUST show whether an action worked, and alternatives if it failed. */
export function ShareInstructions({ facts, text, context }: ShareInstructionsProps) {
  // In kiosk mode, files and the share sheet are not available.
  const { isKiosk, clock } = useFormContext()
  const { t } = context
  const [message, setMessage] = useState('')
  const content = { title: t.send.subject, text }
  // Sharing in a frame needs the page's permission, which only `canShare` reveals.
  const canShare = !isKiosk && 'canShare' in navigator && navigator.canShare(content)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setMessage(t.copy.done)
    } catch {
      setMessage(t.copy.failed)
    }
  }
  const share = async () => {
    setMessage('')
    try {
      await navigator.share(content)
    } catch (error) {
      // `AbortError`: the voter closed the share sheet.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy()
    }
  }
  const saveToCalendar = (stateFacts: StateFacts) => {
    const today = new Date(clock.now())
    const entries = getUpcomingDeadlines(stateFacts, today).map((deadline) =>
      toCalendarEntry(deadline, stateFacts, context),
    )
    saveCalendar(entries, `voter-registration-${stateFacts.state.toLowerCase()}`, today)
    setMessage(t.calendar.done)
  }
  const hasDates = !isKiosk && facts !== undefined && getUpcomingDeadlines(facts, new Date(clock.now())).length > 0
  const buttons: [label: string, onClick: () => void][] = [
    ...(hasDates ? [[t.calendar.button, () => saveToCalendar(facts)] as [string, () => void]] : []),
    canShare ? [t.send.share, () => void share()] : [t.copy.button, () => void copy()],
    [t.send.print, () => globalThis.print()],
  ]
  return (
    <div className="vr-copy vr-print-hidden">
      <FactsSection heading={t.save}>
        <div className="vr-copy-ways">
          {buttons.map(([label, onClick]) => (
            <button key={label} type="button" className="vr-button" part="button" onClick={onClick}>
              {label}
            </button>
          ))}
        </div>
        <p role="status" className={message === t.copy.done ? 'vr-hint vr-done' : 'vr-hint'}>
          {message}
        </p>
      </FactsSection>
    </div>
  )
}

function toCalendarEntry(deadline: DatedFact, facts: StateFacts, context: FactsContext): CalendarEntry {
  const { fact, date, election } = deadline
  const { t } = context
  const { slug } = fact
  const label = t.labels[slug] ?? fact.description
  const values = {
    said: factToText(fact, context),
    state: facts.name,
    election: formatDay(election, context),
    asOf: formatDateTime(facts.as_of, context) ?? facts.as_of,
  }
  // The text of `age` does not name an election.
  const texts = isForElection(deadline) ? t.calendar : t.age
  return {
    id: `${facts.state}-${slug}-${isoDate(election)}`.toLowerCase().replaceAll('_', '-'),
    date,
    summary: t.calendar.entry({ label, state: facts.name }),
    description: `${formatDeadline(deadline, context)}\n${texts.description(values)}`,
  }
}
