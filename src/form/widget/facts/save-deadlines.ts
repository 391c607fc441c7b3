/** Adds the deadlines that have dates to the voter's calendar. */
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { isoDate } from '../../../contract/text.ts'
import type { CalendarEntry } from './calendar-file.ts'
import { saveCalendar } from './calendar-file.ts'
import { type DatedFact, datedDeadlines } from './deadline-dates.ts'
import { formatDateTime } from './facts-dates.tsx'
import type { FactsLook } from './facts-look.ts'
import { formatDay } from './format-day.ts'
import { formatDeadline, isForElection } from './format-deadline.ts'
import { factToText } from './instructions.ts'

/** Saves a calendar file with every deadline that has a date. */
export function saveDeadlines(facts: StateFacts, now: Date, look: FactsLook): void {
  const entries = datedDeadlines(facts, now).map((deadline) => entryOf(deadline, facts, look))
  saveCalendar(entries, `voter-registration-${facts.state.toLowerCase()}`, now)
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
