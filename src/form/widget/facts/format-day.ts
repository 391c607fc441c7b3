/** Formats days in words. */
import { toUtcMs } from '../../../contract/dates.ts'
import type { CalendarDay } from '../../../contract/text.ts'
import type { FormMessages } from '../messages/catalog.ts'
import { supportsLists, withFallbackLocale } from '../messages/messages.ts'

export type DateLocale = Pick<FormMessages, 'language' | 'months'>

export function formatDay(day: CalendarDay, locale: DateLocale): string {
  return formatDays([day], locale, { dateStyle: 'long' })
}

/** Formats days, for example `Monday, October 5, 2026`; without weekdays if the browser does not support the language. */
export function formatWeekdays(days: readonly CalendarDay[], locale: DateLocale): string {
  return formatDays(days, locale, { dateStyle: isSupported(locale) ? 'full' : 'long' })
}

/** Formats a day with its weekday and without its year, for example `Monday, October 5`. */
export function formatWeekday(day: CalendarDay, locale: DateLocale): string {
  return formatDays([day], locale, { ...(isSupported(locale) && { weekday: 'long' }), month: 'long', day: 'numeric' })
}

/** Formats a day without its year, for example `November 3`. */
export function formatMonthDay(day: CalendarDay, locale: DateLocale): string {
  return formatDays([day], locale, { month: 'long', day: 'numeric' })
}

/** Formats a list: `one, two and three`; with commas only if not every browser supports the language. */
export function formatList(items: readonly string[], { language }: Pick<DateLocale, 'language'>): string {
  return items.length > 1 && supportsLists(language) ? new Intl.ListFormat(language).format(items) : items.join(', ')
}

const isSupported = ({ language }: DateLocale) => Intl.DateTimeFormat.supportedLocalesOf(language).length > 0

function formatDays(days: readonly CalendarDay[], locale: DateLocale, style: Intl.DateTimeFormatOptions): string {
  const locales = withFallbackLocale(locale.language)
  const format = new Intl.DateTimeFormat(locales, { ...style, timeZone: 'UTC' })
  const monthNames = isSupported(locale) ? undefined : locale.months
  // In French the first of a month is an ordinal; CLDR does not cover that.
  const firstDay = /^fr\b/.test(locale.language) ? '1er' : '1'
  const formatOneDay = (day: CalendarDay) =>
    format
      .formatToParts(toUtcMs(day))
      .map(({ type, value }) => {
        if (type === 'day' && value === '1') return firstDay
        return (type === 'month' && monthNames?.[day.month - 1]) || value
      })
      .join('')
  return formatList(days.map(formatOneDay), locale)
}
