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
import { type DayWords, formatList, formatMonthDay, formatWeekday, formatWeekdays } from './format-day.ts'

export const registrationDeadlines = [
  'registration_deadline_online',
  'registration_deadline_mail',
  'registration_deadline_in_person',
] as const

export interface DatedFact extends NextDeadline {
  fact: StateFact
}

/** For the next general election, or the fact's own date; `undefined` for a fact that is no deadline, or has no date. */
export function findDeadline({ slug, value }: StateFact, state: string, today: Date): NextDeadline | undefined {
  const kind = deadlineKindOf(slug)
  const text =
    value.is === 'markdown' ? value.markdown : value.is === 'text' ? value.text : value.is === 'date' && value.date
  return kind && typeof text === 'string' && isStateCode(state)
    ? nextDeadline(text, kind, { state, now: today })
    : undefined
}

export function getDatedDeadlines({ state, facts }: Pick<StateFacts, 'state' | 'facts'>, now: Date): DatedFact[] {
  return registrationDeadlines.flatMap((slug) => {
    const fact = facts.find((candidate) => candidate.slug === slug)
    const deadline = fact && findDeadline(fact, state, now)
    return fact === undefined || deadline === undefined ? [] : [{ ...deadline, fact }]
  })
}

/** The same, but one that has passed is left out, rather than dated for an election years from now. */
export function getUpcomingDeadlines(facts: Pick<StateFacts, 'state' | 'facts'>, today: Date): DatedFact[] {
  return getDatedDeadlines(facts, today).filter(({ isPast }) => !isPast)
}

/** The maximum distance from the election, in days, in any rule; a date further away may be about another election. */
const maxDays = 120

export function isForElection({ daysBefore }: Pick<NextDeadline, 'daysBefore'>): boolean {
  return daysBefore >= 0 && daysBefore <= maxDays
}

/** `By Saturday, October 28, 2028 (that is 10 days before the general election of November 7).` Of several conditions the
 *  earliest date counts: a voter who acts by then meets all of them. */
export function formatDeadline(deadline: NextDeadline, context: Pick<FactsLook, 't' | keyof DayWords>): string {
  const { t } = context
  const { days, date: earliest, daysBefore, election, isPast } = deadline
  const date = formatWeekdays(isPast ? days : [earliest], context)
  const sentence = isPast
    ? t.dated.past({ date })
    : daysBefore > 0 && isForElection(deadline)
      ? t.dated.on({ date, days: daysBefore, election: formatMonthDay(election, context) })
      : t.dated.by({ date })
  return deadline.isDayOff ? `${sentence} ${t.dated.dayOff}` : sentence
}

/** Days left that are counted in words; further away, the date alone says enough. */
const maxCountdownDays = 60

export interface LastDay {
  date: CalendarDay
  deadlines: readonly DatedFact[]
  /** Whole days from today in the state: 0 on the day itself, negative after it. */
  daysLeft: number
}

export function getLastDays(facts: Pick<StateFacts, 'state' | 'facts'>, today: Date): LastDay[] {
  const { state } = facts
  if (!isStateCode(state)) return []
  const todayUtc = utcOf(dayInState(state, today))
  const days: { date: CalendarDay; deadlines: DatedFact[]; daysLeft: number }[] = []
  for (const deadline of getDatedDeadlines(facts, today)) {
    const sameDay = days.find(({ date }) => utcOf(date) === utcOf(deadline.date))
    if (sameDay === undefined) {
      const daysLeft = Math.round((utcOf(deadline.date) - todayUtc) / 86_400_000)
      days.push({ date: deadline.date, deadlines: [deadline], daysLeft })
    } else sameDay.deadlines.push(deadline)
  }
  return days.sort((a, b) => {
    if (a.daysLeft < 0 !== b.daysLeft < 0) return a.daysLeft < 0 ? 1 : -1
    return isBefore(a.date, b.date) ? -1 : 1
  })
}

/** Whether a day that is still to come is a weekend or a holiday: which day counts then, the election office knows. */
export function isDayOff({ daysLeft, deadlines }: LastDay): boolean {
  return daysLeft >= 0 && deadlines.some((deadline) => deadline.isDayOff)
}

/** Formats a last day, for example `Saturday, October 28, 2028: last day online and by mail (postmarked), 24 days left`. */
export function formatLastDay(day: LastDay, context: FactsLook): string {
  const { lastDay } = context.t
  const { date, ways } = getMessageValues(day, formatWeekdays([day.date], context), context)
  if (day.daysLeft < 0) return lastDay.past({ date, ways })
  const countdown =
    day.daysLeft === 0
      ? lastDay.today
      : day.daysLeft === 1
        ? lastDay.tomorrow
        : day.daysLeft <= maxCountdownDays
          ? lastDay.left({ days: day.daysLeft })
          : undefined
  return countdown === undefined ? lastDay.said({ date, ways }) : lastDay.saidWithLeft({ date, ways, left: countdown })
}

export function formatFurtherDay(day: LastDay, next: LastDay, context: FactsLook): string {
  const { lastDay } = context.t
  const isSameYear = day.date.year === next.date.year
  const date = isSameYear ? formatWeekday(day.date, context) : formatWeekdays([day.date], context)
  return (day.daysLeft < 0 ? lastDay.past : lastDay.said)(getMessageValues(day, date, context))
}

function getMessageValues({ deadlines }: LastDay, date: string, context: FactsLook) {
  const methods = deadlines.map(({ fact }) => getMethodLabel(fact, context.t.lastDay.ways))
  return { date, ways: formatList(methods, context) }
}

export function formatElection({ deadlines: [first] }: LastDay, context: FactsLook): string {
  return first === undefined || !isForElection(first)
    ? ''
    : context.t.lastDay.election({ election: formatMonthDay(first.election, context) })
}

/** The way to register that a deadline is for; by mail, with what counts. */
function getMethodLabel({ slug, value }: StateFact, labels: FactsWords['lastDay']['ways']): string {
  const kind = deadlineKindOf(slug) ?? 'online'
  if (kind !== 'mail') return labels[kind]
  const text = value.is === 'markdown' ? value.markdown : value.is === 'text' ? value.text : ''
  const rule = readDeadline(text, kind)
  const counts = new Set(rule.is === 'relative' ? rule.parts.map((part) => part.counts) : [])
  // Where both count, the rule itself says so: see the list of the deadlines.
  if (counts.size !== 1 || counts.has('unsaid')) return labels.mail
  return counts.has('postmarked') ? labels.mail_postmarked : labels.mail_received
}
