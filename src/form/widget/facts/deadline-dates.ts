/** The dates of a state's registration deadlines. */
import { deadlineKindOf, type NextDeadline, nextDeadline } from '../../../contract/civic-data/deadline.ts'
import type { StateFact, StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { isStateCode } from '../../../contract/states.ts'

/** The registration deadlines, in the order in which they are shown. */
export const registrationDeadlines = [
  'registration_deadline_online',
  'registration_deadline_mail',
  'registration_deadline_in_person',
] as const

/** A deadline with its date. */
export interface DatedFact extends NextDeadline {
  fact: StateFact
}

/**
 * Returns the date of a fact: for the next general election, or the fact's own date.
 *
 * @param state code of the state
 * @returns `undefined` for a fact that is not a deadline, and where the date is unknown
 */
export function dateOfFact({ slug, value }: StateFact, state: string, now: Date): NextDeadline | undefined {
  const kind = deadlineKindOf(slug)
  const said =
    value.is === 'markdown' ? value.markdown : value.is === 'text' ? value.text : value.is === 'date' && value.date
  return kind && typeof said === 'string' && isStateCode(state) ? nextDeadline(said, kind, state, now) : undefined
}

/** Returns the registration deadlines that have a date, past ones too. */
export function deadlinesWithDate({ state, facts }: Pick<StateFacts, 'state' | 'facts'>, now: Date): DatedFact[] {
  return registrationDeadlines.flatMap((slug) => {
    const fact = facts.find((one) => one.slug === slug)
    const dated = fact && dateOfFact(fact, state, now)
    return fact === undefined || dated === undefined ? [] : [{ ...dated, fact }]
  })
}

/** The same, but one that has passed is left out, rather than dated for an election years from now. */
export function datedDeadlines(facts: Pick<StateFacts, 'state' | 'facts'>, now: Date): DatedFact[] {
  return deadlinesWithDate(facts, now).filter(({ isPast }) => !isPast)
}
