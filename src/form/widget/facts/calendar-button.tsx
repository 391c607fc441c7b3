/** Adds the deadlines that have dates to the voter's calendar. */
import { useState } from 'react'
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { isoDate } from '../../../contract/text.ts'
import type { CalendarEntry } from './calendar-file.ts'
import { saveCalendar } from './calendar-file.ts'
import { type DatedFact, datedDeadlines } from './deadline-dates.ts'
import { formatDateTime } from './facts-dates.tsx'
import type { FactsLook } from './facts-look.ts'
import { formatDay } from './format-day.ts'
import { formatDeadline } from './format-deadline.ts'
import { factToText } from './instructions.ts'

/** The button and what the file is for; nothing when no deadline has a date. */
export function CalendarButton({ facts, now, look }: { facts: StateFacts; now: () => Date; look: FactsLook }) {
  const { words } = look
  const [said, setSaid] = useState('')
  const deadlines = datedDeadlines(facts, now())
  const [first] = deadlines
  if (first === undefined) return null
  const save = () => {
    const entries = deadlines.map((deadline) => entryOf(deadline, facts, look))
    saveCalendar(entries, `voter-registration-${facts.state.toLowerCase()}`, now())
    setSaid(words.calendar.done)
  }
  return (
    <div className="vr-calendar vr-print-hidden">
      <button type="button" className="vr-button" part="button" onClick={save}>
        {words.calendar.button}
      </button>
      <p className="vr-hint">{words.calendar.lead({ election: formatDay(first.election, look) })}</p>
      <p role="status" className="vr-hint">
        {said}
      </p>
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
  return {
    id: `${facts.state}-${slug}-${isoDate(election)}`.toLowerCase().replaceAll('_', '-'),
    date,
    summary: words.calendar.entry({ label, state: facts.name }),
    description: `${formatDeadline(deadline, look)}\n${words.calendar.description(values)}`,
  }
}
