/** The dates of a state's registration deadlines. */
import { deadlineKindOf, type NextDeadline, nextDeadline } from '../../../contract/civic-data/deadline.ts'
import type { StateFact, StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { isStateCode } from '../../../contract/states.ts'
import type { FactsLook } from './facts-look.ts'
import { type DayWords, formatMonthDay, formatWeekdays } from './format-day.ts'

/** The registration deadlines, in the order in which they are shown. */
export const registrationDeadlines = [
  'registration_deadline_online',
  'registration_deadline_mail',
  'registration_deadline_in_person',
] as const

export interface DatedFact extends NextDeadline {
  fact: StateFact
}

/** For the next general election, or the fact's own date; `undefined` for a fact that is no deadline, or has no date. */
export function dateOfFact({ slug, value }: StateFact, state: string, now: Date): NextDeadline | undefined {
  const kind = deadlineKindOf(slug)
  const said =
    value.is === 'markdown' ? value.markdown : value.is === 'text' ? value.text : value.is === 'date' && value.date
  return kind && typeof said === 'string' && isStateCode(state) ? nextDeadline(said, kind, { state, now }) : undefined
}

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

/** The maximum distance from the election, in days, in any rule; a date further away may be about another election. */
const maxDays = 120

/** Whether a deadline is near enough to the next general election to be its own. */
export function isForElection({ daysBefore }: Pick<NextDeadline, 'daysBefore'>): boolean {
  return daysBefore >= 0 && daysBefore <= maxDays
}

/** `By Saturday, October 28, 2028 (that is 10 days before the general election of November 7).` Of several conditions the
 *  earliest date counts: a voter who acts by then meets all of them. */
export function formatDeadline(dated: NextDeadline, look: Pick<FactsLook, 'words' | keyof DayWords>): string {
  const { words } = look
  const { days, date: earliest, daysBefore, election, isPast, isDayOff } = dated
  const date = formatWeekdays(isPast ? days : [earliest], look)
  const said = isPast
    ? words.dated.past({ date })
    : daysBefore > 0 && isForElection(dated)
      ? words.dated.on({ date, days: daysBefore, election: formatMonthDay(election, look) })
      : words.dated.by({ date })
  return isDayOff ? `${said} ${words.dated.dayOff}` : said
}
