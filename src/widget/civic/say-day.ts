/** Days in words. */
import { utcOf } from '../../contract/calendar-day.ts'
import type { CalendarDay } from '../../contract/text.ts'
import { knownLocales } from '../messages/known-locales.ts'

/** The day in words, for example `November 3, 2026`. */
export function sayDay(day: CalendarDay, language: string): string {
  return inWords([day], language, { dateStyle: 'long' })
}

/** The days in words with the days of the week, for example `Monday, October 5, 2026`. */
export function sayWeekdays(days: readonly CalendarDay[], language: string): string {
  return inWords(days, language, { dateStyle: 'full' })
}

/** The day in words without its year, for example `November 3`: beside a date of the same year. */
export function sayMonthDay(day: CalendarDay, language: string): string {
  return inWords([day], language, { month: 'long', day: 'numeric' })
}

function inWords(days: readonly CalendarDay[], language: string, style: Intl.DateTimeFormatOptions): string {
  const known = knownLocales(language)
  const format = new Intl.DateTimeFormat(known, { ...style, timeZone: 'UTC' })
  return new Intl.ListFormat(known).format(days.map((day) => format.format(utcOf(day))))
}
