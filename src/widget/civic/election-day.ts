/** The day of the next federal general election, and days counted from a day. */
import { isCalendarDate } from '../../contract/text.ts'
import type { CalendarDay } from '../form/birth-date.ts'

/**
 * The next federal general election: the Tuesday after the first Monday of November in every even year (2 U.S.C. § 1 and
 * § 7). States hold other elections in between, which nothing here knows of.
 *
 * @param today counts as still to come
 */
export function nextGeneralElection(today: CalendarDay): CalendarDay {
  const year = today.year % 2 === 0 ? today.year : today.year + 1
  const day = generalElectionOf(year)
  return isBefore(day, today) ? generalElectionOf(year + 2) : day
}

function generalElectionOf(year: number): CalendarDay {
  const first = new Date(Date.UTC(year, 10, 1)).getUTCDay()
  const firstMonday = 1 + ((8 - first) % 7)
  return { year, month: 11, day: firstMonday + 1 }
}

/** The day so many days later; earlier for a negative number. */
export function addDays({ year, month, day }: CalendarDay, days: number): CalendarDay {
  return dayOfUtc(new Date(Date.UTC(year, month - 1, day + days)))
}

/** The day so many months later; where that month is too short, the first day of the next one. */
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

/** The day that a text such as `2026-11-03` names; `undefined` when it is no day of the calendar. */
export function readDay(text: string): CalendarDay | undefined {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number)
  return isCalendarDate(year, month, day) ? { year, month, day } : undefined
}

/** The day in words, for example `November 3, 2026`. */
export function sayDay(day: CalendarDay, language: string): string {
  // Browsers know no dates in Haitian Creole; its readers know the French ones. Left to itself, a browser takes its own.
  const known = [language, language === 'ht' ? 'fr' : 'en']
  return new Intl.DateTimeFormat(known, { dateStyle: 'long', timeZone: 'UTC' }).format(utcOf(day))
}

function utcOf({ year, month, day }: CalendarDay): number {
  return Date.UTC(year, month - 1, day)
}

function dayOfUtc(date: Date): CalendarDay {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
