/** Dates of a state's registration deadlines, and the last days to register (deadlines grouped by day). */
import {
  getDayInState,
  getDeadlineKind,
  getNextDeadline,
  type NextDeadline,
  parseDeadline,
} from '../../../contract/civic-data/deadline.ts'
import type { StateFact, StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { isBefore, toUtcMs } from '../../../contract/dates.ts'
import { isStateCode } from '../../../contract/states.ts'
import type { CalendarDay } from '../../../contract/text.ts'
import type { FactsContext, FactsMessages } from '../messages/facts-messages.ts'
import { type DateLocale, formatList, formatMonthDay, formatWeekday, formatWeekdays } from './format-day.ts'

export const registrationDeadlines = [
  'registration_deadline_online',
  'registration_deadline_mail',
  'registration_deadline_in_person',
] as const

export interface DatedFact extends NextDeadline {
  fact: StateFact
}

/** Returns the deadline for the next general election, or the fact's own date; `undefined` for other facts. */
export function findDeadline({ slug, value }: StateFact, state: string, today: Date): NextDeadline | undefined {
  const kind = getDeadlineKind(slug)
  const text =
    value.is === 'markdown' ? value.markdown : value.is === 'text' ? value.text : value.is === 'date' && value.date
  return kind && typeof text === 'string' && isStateCode(state)
    ? getNextDeadline(text, kind, { state, currentTime: today })
    : undefined
}

export function getDatedDeadlines({ state, facts }: Pick<StateFacts, 'state' | 'facts'>, now: Date): DatedFact[] {
  return registrationDeadlines.flatMap((slug) => {
    const fact = facts.find((candidate) => candidate.slug === slug)
    const deadline = fact && findDeadline(fact, state, now)
    return fact === undefined || deadline === undefined ? [] : [{ ...deadline, fact }]
  })
}

/** Omits past deadlines: the next ones would be for an election years from now. */
export function getUpcomingDeadlines(facts: Pick<StateFacts, 'state' | 'facts'>, today: Date): DatedFact[] {
  return getDatedDeadlines(facts, today).filter(({ isPast }) => !isPast)
}

/** The maximum number of days before the election in any rule. An earlier date may belong to another election. */
const maxDays = 120

export function isForElection({ daysBefore }: Pick<NextDeadline, 'daysBefore'>): boolean {
  return daysBefore >= 0 && daysBefore <= maxDays
}

/** Formats a deadline, for example `By Saturday, October 28, 2028 (that is 10 days before the general election of November 7).`
 *  Uses the earliest of several dates, which meets all conditions. */
export function formatDeadline(deadline: NextDeadline, context: Pick<FactsContext, 't' | keyof DateLocale>): string {
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

/** The maximum number of remaining days for which the text includes a countdown. */
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
  const todayUtc = toUtcMs(getDayInState(state, today))
  const days: { date: CalendarDay; deadlines: DatedFact[]; daysLeft: number }[] = []
  for (const deadline of getDatedDeadlines(facts, today)) {
    const sameDay = days.find(({ date }) => toUtcMs(date) === toUtcMs(deadline.date))
    if (sameDay === undefined) {
      const daysLeft = Math.round((toUtcMs(deadline.date) - todayUtc) / 86_400_000)
      days.push({ date: deadline.date, deadlines: [deadline], daysLeft })
    } else sameDay.deadlines.push(deadline)
  }
  return days.sort((a, b) => {
    if (a.daysLeft < 0 !== b.daysLeft < 0) return a.daysLeft < 0 ? 1 : -1
    return isBefore(a.date, b.date) ? -1 : 1
  })
}

/** Whether a future deadline is on a weekend or holiday. The effective day then depends on the election office. */
export function isDayOff({ daysLeft, deadlines }: LastDay): boolean {
  return daysLeft >= 0 && deadlines.some((deadline) => deadline.isDayOff)
}

/** Formats a last day, for example `Saturday, October 28, 2028: last day online and by mail (postmarked), 24 days left`. */
export function formatLastDay(day: LastDay, context: FactsContext): string {
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

export function formatFurtherDay(day: LastDay, next: LastDay, context: FactsContext): string {
  const { lastDay } = context.t
  const isSameYear = day.date.year === next.date.year
  const date = isSameYear ? formatWeekday(day.date, context) : formatWeekdays([day.date], context)
  return (day.daysLeft < 0 ? lastDay.past : lastDay.said)(getMessageValues(day, date, context))
}

function getMessageValues({ deadlines }: LastDay, date: string, context: FactsContext) {
  const methods = deadlines.map(({ fact }) => getMethodLabel(fact, context.t.lastDay.ways))
  return { date, ways: formatList(methods, context) }
}

export function formatElection({ deadlines: [first] }: LastDay, context: FactsContext): string {
  return first === undefined || !isForElection(first)
    ? ''
    : context.t.lastDay.election({ election: formatMonthDay(first.election, context) })
}

/** Returns the label of the deadline's registration method; by mail, with "postmarked" or "received". */
function getMethodLabel({ slug, value }: StateFact, labels: FactsMessages['lastDay']['ways']): string {
  const kind = getDeadlineKind(slug) ?? 'online'
  if (kind !== 'mail') return labels[kind]
  const text = value.is === 'markdown' ? value.markdown : value.is === 'text' ? value.text : ''
  const rule = parseDeadline(text, kind)
  const counts = new Set(rule.is === 'relative' ? rule.parts.map((part) => part.counts) : [])
  // If both count, only the list of deadlines explains it.
  if (counts.size !== 1 || counts.has('unsaid')) return labels.mail
  return counts.has('postmarked') ? labels.mail_postmarked : labels.mail_received
}
