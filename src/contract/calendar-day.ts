/** Arithmetic with calendar days, without time or time zone. */
import { type CalendarDay, isCalendarDate } from './text.ts'

/** Returns the day a number of days later; earlier for a negative number. */
export function addDays({ year, month, day }: CalendarDay, days: number): CalendarDay {
  return dayOfUtc(new Date(Date.UTC(year, month - 1, day + days)))
}

/** Returns the day a number of months later; when that month is too short, the first day of the next one. */
export function addMonths({ year, month, day }: CalendarDay, months: number): CalendarDay {
  const moved = new Date(Date.UTC(year, month - 1 + months, 1))
  const length = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  const first = dayOfUtc(moved)
  return addDays(first, Math.min(day - 1, length))
}

/** Whether a day comes before another. */
export function isBefore(one: CalendarDay, other: CalendarDay): boolean {
  return utcOf(one) < utcOf(other)
}

/** The day of the week: 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: CalendarDay): number {
  return new Date(utcOf(day)).getUTCDay()
}

/** Parses a day such as `2026-11-03`; `undefined` when it is not a calendar day. */
export function readDay(text: string): CalendarDay | undefined {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number)
  return isCalendarDate(year, month, day) ? { year, month, day } : undefined
}

/** Returns the start of the day in UTC, in milliseconds since 1970. */
export function utcOf({ year, month, day }: CalendarDay): number {
  return Date.UTC(year, month - 1, day)
}

function dayOfUtc(date: Date): CalendarDay {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
