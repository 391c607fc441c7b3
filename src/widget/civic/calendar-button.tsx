/** Puts the deadlines into the voter's calendar, where they have dates. */
import { useState } from 'react'
import type { StateFacts } from '../../contract/civic/state-facts.ts'
import { type CalendarDay, dayOf, isoDate } from '../form/birth-date.ts'
import { type CalendarEntry, calendarFile } from './calendar-file.ts'
import { type DatedDeadline, datedDeadlines } from './deadline-dates.ts'
import { nextGeneralElection, sayDay } from './election-day.ts'
import { sayDateTime } from './facts-dates.tsx'
import type { FactsLook } from './facts-list.tsx'
import { saidBy } from './instructions.ts'

/** The button with what the file is for; nothing where no deadline has a date. */
export function CalendarButton({ facts, now, look }: { facts: StateFacts; now: () => Date; look: FactsLook }) {
  const { words, language } = look
  const [said, setSaid] = useState('')
  const today = dayOf(now())
  const deadlines = datedDeadlines(facts, today)
  if (deadlines.length === 0) return null
  const election = nextGeneralElection(today)
  const save = () => {
    const entries = deadlines.map((deadline) => entryOf(deadline, facts, election, look))
    download(calendarFile(entries, now()), `voter-registration-${facts.state.toLowerCase()}.ics`)
    setSaid(words.calendar.done)
  }
  return (
    <div className="vr-calendar vr-print-hidden">
      <button type="button" className="vr-button" part="button" onClick={save}>
        {words.calendar.button}
      </button>
      <p className="vr-hint">{words.calendar.lead({ election: sayDay(election, language) })}</p>
      <p role="status" className="vr-hint">
        {said}
      </p>
    </div>
  )
}

function entryOf(deadline: DatedDeadline, facts: StateFacts, election: CalendarDay, look: FactsLook): CalendarEntry {
  const { words, language } = look
  const { slug, fact, date } = deadline
  const label = words.labels[slug] ?? fact.description
  const values = {
    said: saidBy(fact),
    state: facts.name,
    election: sayDay(election, language),
    asOf: sayDateTime(facts.as_of, language) ?? facts.as_of,
  }
  return {
    id: `${facts.state}-${slug}-${isoDate(election)}`.toLowerCase().replaceAll('_', '-'),
    date,
    summary: words.calendar.entry({ label, state: facts.name }),
    description: words.calendar.description(values),
  }
}

function download(content: string, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
