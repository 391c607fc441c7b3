/** Formats days in words. */
import { utcOf } from '../../../contract/dates.ts'
import type { CalendarDay } from '../../../contract/text.ts'
import type { Words } from '../messages/catalog.ts'
import { knownLocales, knowsLists } from '../messages/messages.ts'

export type DayWords = Pick<Words, 'language' | 'months'>

export function formatDay(day: CalendarDay, words: DayWords): string {
  return inWords([day], words, { dateStyle: 'long' })
}

/** Formats days, for example `Monday, October 5, 2026`; without weekdays where the browser does not know the language. */
export function formatWeekdays(days: readonly CalendarDay[], words: DayWords): string {
  return inWords(days, words, { dateStyle: isKnown(words) ? 'full' : 'long' })
}

/** Formats a day with its weekday and without its year, for example `Monday, October 5`: below a date of the same year. */
export function formatWeekday(day: CalendarDay, words: DayWords): string {
  return inWords([day], words, { ...(isKnown(words) && { weekday: 'long' }), month: 'long', day: 'numeric' })
}

/** Formats a day without its year, for example `November 3`: beside a date of the same year. */
export function formatMonthDay(day: CalendarDay, words: DayWords): string {
  return inWords([day], words, { month: 'long', day: 'numeric' })
}

/** Joins words as a list of the language: `one, two and three`; with commas alone where not every browser knows the language. */
export function list(items: readonly string[], { language }: Pick<DayWords, 'language'>): string {
  return items.length > 1 && knowsLists(language) ? new Intl.ListFormat(language).format(items) : items.join(', ')
}

const isKnown = ({ language }: DayWords) => Intl.DateTimeFormat.supportedLocalesOf(language).length > 0

function inWords(days: readonly CalendarDay[], words: DayWords, style: Intl.DateTimeFormatOptions): string {
  const known = knownLocales(words.language)
  const format = new Intl.DateTimeFormat(known, { ...style, timeZone: 'UTC' })
  const own = isKnown(words) ? undefined : words.months
  // In French the first of a month is an ordinal; Unicode’s CLDR leaves that out.
  const first = /^fr\b/.test(words.language) ? '1er' : '1'
  const say = (day: CalendarDay) =>
    format
      .formatToParts(utcOf(day))
      .map(({ type, value }) => {
        if (type === 'day' && value === '1') return first
        return (type === 'month' && own?.[day.month - 1]) || value
      })
      .join('')
  return list(days.map(say), words)
}
