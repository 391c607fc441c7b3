/** The date of birth: its three parts as typed, a date pasted as a whole, and the resulting day. */
import { type CalendarDay, isCalendarDate, isoDate } from '../../contract/text.ts'
import type { ErrorCode } from '../messages/catalogue.ts'
import { clean, cleanDigits } from './typed-text.ts'

/** The names of the parts in the order of the form. */
export const dateParts = ['birthMonth', 'birthDay', 'birthYear'] as const

/** The parts as typed. The month is a number from 1, as text. */
export type DateParts = Record<(typeof dateParts)[number], string>

/** The earliest year of birth that is accepted (X5: the service itself accepts 1737). */
export const earliestYear = 1900

/** The result of parsing the parts. */
export type BirthDate =
  | { type: 'date'; date: CalendarDay }
  | { type: 'wrong'; parts: readonly (keyof DateParts)[]; code: ErrorCode }

/** Parses the parts; a date after `today` is an error, an age is not (X5). Returns one error, whichever parts are wrong. */
export function readBirthDate(typed: DateParts, today: CalendarDay): BirthDate {
  const month = cleanDigits(typed.birthMonth)
  const day = cleanDigits(typed.birthDay)
  const year = cleanDigits(typed.birthYear)
  if (month === '' && day === '' && year === '') return whole('dateMissing')
  const isRight = {
    birthMonth: inRange(month, 12),
    birthDay: inRange(day, 31),
    birthYear: /^[0-9]{4}$/.test(year),
  }
  const parts = dateParts.filter((part) => !isRight[part])
  if (parts.length > 0) return { type: 'wrong', parts, code: 'dateUnreal' }
  if (Number(year) < earliestYear) return { type: 'wrong', parts: ['birthYear'], code: 'dateTooLongAgo' }
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  if (!isCalendarDate(date.year, date.month, date.day)) return whole('dateUnreal')
  return isoDate(date) > isoDate(today) ? whole('dateInFuture') : { type: 'date', date }
}

function whole(code: ErrorCode): BirthDate {
  return { type: 'wrong', parts: dateParts, code }
}

function inRange(text: string, max: number): boolean {
  return /^[0-9]{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= max
}

/** Returns the whole years between a birth and a day. */
export function ageOn(birth: CalendarDay, day: CalendarDay): number {
  const before = day.month < birth.month || (day.month === birth.month && day.day < birth.day)
  return day.year - birth.year - (before ? 1 : 0)
}

/** Returns the calendar day of a moment, in the voter's time zone. */
export function dayOf(moment: Date): CalendarDay {
  return { year: moment.getFullYear(), month: moment.getMonth() + 1, day: moment.getDate() }
}

/**
 * Parses a whole date, month first as in the US unless the year comes first: `4/12/1990`, `04-12-1990`,
 * `1990-04-12`, `1990年4月12日`, `04121990`, `April 12, 1990`, `12 avril 1990`.
 *
 * @param months the names of the months; the first three letters are enough
 * @returns the parts, or `undefined` for any other text
 */
export function splitDate(text: string, months: readonly string[]): DateParts | undefined {
  const plain = clean(text).toLowerCase()
  const found =
    /^(?<y>\d{4})(?:[-/. ]|[年년] ?)(?<m>\d{1,2})(?:[-/. ]|[月월] ?)(?<d>\d{1,2})(?:[日일]|t.*)?$/.exec(plain) ??
    /^(?<m>\d{1,2})[-/. ](?<d>\d{1,2})[-/. ](?<y>\d{4})$/.exec(plain) ??
    /^(?<m>\d{2})(?<d>\d{2})(?<y>(?:19|20)\d{2})$/.exec(plain) ??
    /^(?<m>\p{L}{3,})\.? (?<d>\d{1,2})(?:,| de)? (?<y>\d{4})$/u.exec(plain) ??
    /^(?<d>\d{1,2})(?: de)? (?<m>\p{L}{3,})\.?(?:,| de)? (?<y>\d{4})$/u.exec(plain)
  const { y = '', m = '', d = '' } = found?.groups ?? {}
  const isNamed = (name: string) => m.length >= 3 && name.toLowerCase().startsWith(m)
  const month = /^\d+$/.test(m) ? Number(m) : months.findIndex(isNamed) + 1
  if (!isCalendarDate(Number(y), month, Number(d)) || month < 1) return undefined
  return { birthMonth: String(month), birthDay: String(Number(d)), birthYear: y }
}
