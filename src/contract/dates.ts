/** Calendar days without time or time zone, and the datetimes of the Civic Data API, whose format is left open (R-C21). */
import { type CalendarDay, isCalendarDate } from './text.ts'

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

export function isBefore(one: CalendarDay, other: CalendarDay): boolean {
  return utcOf(one) < utcOf(other)
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: CalendarDay): number {
  return new Date(utcOf(day)).getUTCDay()
}

/** Parses a day such as `2026-11-03`; `undefined` when it is not a calendar day. */
export function readDay(text: string): CalendarDay | undefined {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number)
  return isCalendarDate(year, month, day) ? { year, month, day } : undefined
}

/** Milliseconds since 1970 at the start of the day in UTC. */
export function utcOf({ year, month, day }: CalendarDay): number {
  return Date.UTC(year, month - 1, day)
}

function dayOfUtc(date: Date): CalendarDay {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Parses a datetime leniently: with or without a fraction of any length, with `Z`, an offset or none (then UTC), or the date
 *  alone. Keep the original text: a `Date` holds milliseconds, the service writes microseconds.
 *  @returns `undefined` when it is not a datetime */
export function readDateTime(value: string): Date | undefined {
  const [, date, time = '00:00', fraction = '', zone = 'Z'] = pattern.exec(value.trim()) ?? []
  if (date === undefined) return undefined
  const seconds = time.length === 5 ? `${time}:00` : time
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  const read = new Date(`${date}T${seconds}${fraction.slice(0, 4)}${offset}`)
  return Number.isNaN(read.getTime()) ? undefined : read
}

/** The later `modified_at` of two, as it was written: an object to spread, without the key when neither has one. */
export function laterOf(
  one: { modified_at?: string | undefined } | undefined,
  other: { modified_at?: string | undefined },
): { modified_at?: string } {
  const [a, b] = [one?.modified_at, other.modified_at]
  if (a === undefined || a === b) return b === undefined ? {} : { modified_at: b }
  if (b === undefined) return { modified_at: a }
  const [timeA, timeB] = [readDateTime(a)?.getTime() ?? 0, readDateTime(b)?.getTime() ?? 0]
  return { modified_at: timeA > timeB || (timeA === timeB && a > b) ? a : b }
}
