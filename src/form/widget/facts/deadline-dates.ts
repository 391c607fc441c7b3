/** The dates of a state's registration deadlines, and the last days to register: deadlines on the same day are one. */
import {
  dayInState,
  deadlineKindOf,
  type NextDeadline,
  nextDeadline,
  readDeadline,
} from '../../../contract/civic-data/deadline.ts'
import type { StateFact, StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { isBefore, utcOf } from '../../../contract/dates.ts'
import { isStateCode } from '../../../contract/states.ts'
import type { CalendarDay } from '../../../contract/text.ts'
import type { FactsLook, FactsWords } from '../messages/facts-messages.ts'
import { type DayWords, formatMonthDay, formatWeekday, formatWeekdays, list } from './format-day.ts'

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

export function isForElection({ daysBefore }: Pick<NextDeadline, 'daysBefore'>): boolean {
  return daysBefore >= 0 && daysBefore <= maxDays
}

/** `By Saturday, October 28, 2028 (that is 10 days before the general election of November 7).` Of several conditions the
 *  earliest date counts: a voter who acts by then meets all of them. */
export function formatDeadline(dated: NextDeadline, look: Pick<FactsLook, 'words' | keyof DayWords>): string {
  const { words } = look
  const { days, date: earliest, daysBefore, election, isPast } = dated
  const date = formatWeekdays(isPast ? days : [earliest], look)
  const said = isPast
    ? words.dated.past({ date })
    : daysBefore > 0 && isForElection(dated)
      ? words.dated.on({ date, days: daysBefore, election: formatMonthDay(election, look) })
      : words.dated.by({ date })
  return dated.isDayOff ? `${said} ${words.dated.dayOff}` : said
}

/** Days left that are counted in words; further away, the date alone says enough. */
const countedDays = 60

export interface LastDay {
  date: CalendarDay
  deadlines: readonly DatedFact[]
  /** Whole days from today in the state: 0 on the day itself, negative after it. */
  daysLeft: number
}

export function lastDays(facts: Pick<StateFacts, 'state' | 'facts'>, now: Date): LastDay[] {
  const { state } = facts
  if (!isStateCode(state)) return []
  const today = utcOf(dayInState(state, now))
  const days: { date: CalendarDay; deadlines: DatedFact[]; daysLeft: number }[] = []
  for (const dated of deadlinesWithDate(facts, now)) {
    const same = days.find(({ date }) => utcOf(date) === utcOf(dated.date))
    if (same === undefined) {
      const daysLeft = Math.round((utcOf(dated.date) - today) / 86_400_000)
      days.push({ date: dated.date, deadlines: [dated], daysLeft })
    } else same.deadlines.push(dated)
  }
  return days.sort((one, other) => {
    if (one.daysLeft < 0 !== other.daysLeft < 0) return one.daysLeft < 0 ? 1 : -1
    return isBefore(one.date, other.date) ? -1 : 1
  })
}

/** Whether a day that is still to come is a weekend or a holiday: which day counts then, the election office knows. */
export function isDayOff({ daysLeft, deadlines }: LastDay): boolean {
  return daysLeft >= 0 && deadlines.some((dated) => dated.isDayOff)
}

/** Formats a last day, for example `Saturday, October 28, 2028: last day online and by mail (postmarked), 24 days left`. */
export function formatLastDay(day: LastDay, look: FactsLook): string {
  const { lastDay } = look.words
  const { date, ways } = partsOf(day, formatWeekdays([day.date], look), look)
  if (day.daysLeft < 0) return lastDay.past({ date, ways })
  const left =
    day.daysLeft === 0
      ? lastDay.today
      : day.daysLeft === 1
        ? lastDay.tomorrow
        : day.daysLeft <= countedDays
          ? lastDay.left({ days: day.daysLeft })
          : undefined
  return left === undefined ? lastDay.said({ date, ways }) : lastDay.saidWithLeft({ date, ways, left })
}

export function formatFurtherDay(day: LastDay, next: LastDay, look: FactsLook): string {
  const { lastDay } = look.words
  const isSameYear = day.date.year === next.date.year
  const date = isSameYear ? formatWeekday(day.date, look) : formatWeekdays([day.date], look)
  return (day.daysLeft < 0 ? lastDay.past : lastDay.said)(partsOf(day, date, look))
}

function partsOf({ deadlines }: LastDay, date: string, look: FactsLook) {
  const ways = deadlines.map(({ fact }) => wayOf(fact, look.words.lastDay.ways))
  return { date, ways: list(ways, look) }
}

export function formatElection({ deadlines: [first] }: LastDay, look: FactsLook): string {
  return first === undefined || !isForElection(first)
    ? ''
    : look.words.lastDay.election({ election: formatMonthDay(first.election, look) })
}

/** The way to register that a deadline is for; by mail, with what counts. */
function wayOf({ slug, value }: StateFact, ways: FactsWords['lastDay']['ways']): string {
  const kind = deadlineKindOf(slug) ?? 'online'
  if (kind !== 'mail') return ways[kind]
  const said = value.is === 'markdown' ? value.markdown : value.is === 'text' ? value.text : ''
  const rule = readDeadline(said, kind)
  const counts = new Set(rule.is === 'relative' ? rule.parts.map((part) => part.counts) : [])
  // Where both count, the rule itself says so: see the list of the deadlines.
  if (counts.size !== 1 || counts.has('unsaid')) return ways.mail
  return counts.has('postmarked') ? ways.mail_postmarked : ways.mail_received
}
