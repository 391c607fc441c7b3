/** Calendar days without time or time zone, and the datetimes of the Civic Data API, whose format is left open (R-C21). */
import { type CalendarDay, isCalendarDate } from './text.ts'

export function addDays({ year, month, day }: CalendarDay, days: number): CalendarDay {
  return toCalendarDay(new Date(Date.UTC(year, month - 1, day + days)))
}

/** Returns the day a number of months later; when that month is too short, the first day of the next one. */
export function addMonths({ year, month, day }: CalendarDay, months: number): CalendarDay {
  const targetMonth = new Date(Date.UTC(year, month - 1 + months, 1))
  const length = new Date(Date.UTC(targetMonth.getUTCFullYear(), targetMonth.getUTCMonth() + 1, 0)).getUTCDate()
  const first = toCalendarDay(targetMonth)
  return addDays(first, Math.min(day - 1, length))
}

export function isBefore(first: CalendarDay, second: CalendarDay): boolean {
  return toUtcMs(first) < toUtcMs(second)
}

/** 0 for Sunday to 6 for Saturday. */
export function getWeekday(day: CalendarDay): number {
  return new Date(toUtcMs(day)).getUTCDay()
}

/** Parses a day such as `2026-11-03`; `undefined` when it is not a calendar day. */
export function parseDay(text: string): CalendarDay | undefined {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number)
  return isCalendarDate(year, month, day) ? { year, month, day } : undefined
}

/** Milliseconds since 1970 at the start of the day in UTC. */
export function toUtcMs({ year, month, day }: CalendarDay): number {
  return Date.UTC(year, month - 1, day)
}

function toCalendarDay(date: Date): CalendarDay {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

const dateTimePattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/** Parses a datetime leniently: with or without a fraction of any length, with `Z`, an offset or none (then UTC), or the date
 *  alone. Keep the original text: a `Date` holds milliseconds, the service writes microseconds.
 *  @returns `undefined` when it is not a datetime */
export function parseDateTime(value: string): Date | undefined {
  const [, date, time = '00:00', fraction = '', zone = 'Z'] = dateTimePattern.exec(value.trim()) ?? []
  if (date === undefined) return undefined
  const seconds = time.length === 5 ? `${time}:00` : time
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  const result = new Date(`${date}T${seconds}${fraction.slice(0, 4)}${offset}`)
  return Number.isNaN(result.getTime()) ? undefined : result
}

/** The later `modified_at` of two, as it was written: an object to spread, without the key when neither has one. */
export function pickLaterDate(
  first: { modified_at?: string | undefined } | undefined,
  second: { modified_at?: string | undefined },
): { modified_at?: string } {
  const [a, b] = [first?.modified_at, second.modified_at]
  if (a === undefined || a === b) return b === undefined ? {} : { modified_at: b }
  if (b === undefined) return { modified_at: a }
  const [timeA, timeB] = [parseDateTime(a)?.getTime() ?? 0, parseDateTime(b)?.getTime() ?? 0]
  return { modified_at: timeA > timeB || (timeA === timeB && a > b) ? a : b }
}
