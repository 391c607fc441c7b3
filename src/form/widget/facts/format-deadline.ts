/** Formats a deadline in words, with its date. */
import type { NextDeadline } from '../../../contract/civic-data/deadline.ts'
import type { FactsLook } from './facts-look.ts'
import { type DayWords, formatMonthDay, formatWeekdays } from './format-day.ts'

/** The maximum distance from the election, in days, in any rule; a date further away may be about another election. */
const maxDays = 120

/** Whether a deadline is near enough to the next general election to be its own. */
export function isForElection({ daysBefore }: Pick<NextDeadline, 'daysBefore'>): boolean {
  return daysBefore >= 0 && daysBefore <= maxDays
}

/**
 * Formats the deadline, for example
 * `By Saturday, October 28, 2028 (that is 10 days before the general election of November 7).`
 * Of several conditions the earliest date counts: a voter who acts by then meets all of them.
 */
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
