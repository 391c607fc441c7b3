/** The calendar dates of a state's registration deadlines, where they can be told. Deadlines are relative to Election Day
 *  and not dates (R-C46): only a text that says nothing else than a number of days is counted. */
import type { StateFact, StateFacts } from '../../contract/civic/state-facts.ts'
import type { CalendarDay } from '../form/birth-date.ts'
import { addDays, isBefore, nextGeneralElection, readDay } from './election-day.ts'

/** The deadlines of registering, in the order in which they are shown. */
export const registrationDeadlines = [
  'registration_deadline_online',
  'registration_deadline_mail',
  'registration_deadline_in_person',
] as const

/** A deadline with its date. */
export interface DatedDeadline {
  slug: (typeof registrationDeadlines)[number]
  fact: StateFact
  date: CalendarDay
}

/**
 * The deadlines that have a date for the next general election, or a date of their own. One that has passed is left out,
 * rather than told for an election years away.
 */
export function datedDeadlines(facts: StateFacts, today: CalendarDay): DatedDeadline[] {
  const election = nextGeneralElection(today)
  return registrationDeadlines.flatMap((slug) => {
    const fact = facts.facts.find((one) => one.slug === slug)
    const date = fact && dateOf(fact, election)
    return fact === undefined || date === undefined || isBefore(date, today) ? [] : [{ slug, fact, date }]
  })
}

function dateOf({ value }: StateFact, election: CalendarDay): CalendarDay | undefined {
  switch (value.is) {
    case 'date':
      return readDay(value.date)
    case 'markdown':
      return countedFrom(value.markdown, election)
    case 'text':
      return countedFrom(value.text, election)
    case 'boolean':
    case 'link':
    case 'none':
    case 'options':
      return undefined
    default:
      return value satisfies never
  }
}

/** The whole text has to be understood: "five business days" or "11 days, or 20 if …" is left to its words. */
function countedFrom(text: string, election: CalendarDay): CalendarDay | undefined {
  const said = text.trim().replace(/\.$/, '').toLowerCase()
  const days = /^(?:(?:postmarked|received)(?: by)? )?(\d{1,3}) days? before election day$/.exec(said)?.[1]
  if (days !== undefined) return addDays(election, -Number(days))
  return /^(?:through|until|on) election day$/.test(said) ? election : undefined
}
