/** Parses the date of birth from its three parts. */
import { type CalendarDay, isCalendarDate, isoDate } from '../../../contract/text.ts'
import type { ErrorCode } from '../messages/catalog.ts'
import { cleanDigits } from './typed-text.ts'

export const dateParts = ['birthMonth', 'birthDay', 'birthYear'] as const

/** The parts as typed. The month is a number from `1`. */
export type DateParts = Record<(typeof dateParts)[number], string>

/** The earliest accepted year of birth (X5: the service accepts 1737). */
export const earliestYear = 1900

export type BirthDate =
  | { type: 'date'; date: CalendarDay }
  | { type: 'wrong'; parts: readonly (keyof DateParts)[]; code: ErrorCode }

/** A date after `today` is an error; no age is (X5). Returns one error, for all invalid parts. */
export function parseBirthDate(input: DateParts, today: CalendarDay): BirthDate {
  const month = cleanDigits(input.birthMonth)
  const day = cleanDigits(input.birthDay)
  const year = cleanDigits(input.birthYear)
  if (month === '' && day === '' && year === '') return createDateError('dateMissing')
  const isValid = {
    birthMonth: /^(?:0?[1-9]|1[0-2])$/.test(month),
    birthDay: /^(?:0?[1-9]|[12][0-9]|3[01])$/.test(day),
    birthYear: /^[0-9]{4}$/.test(year),
  }
  const parts = dateParts.filter((part) => !isValid[part])
  if (parts.length > 0) return { type: 'wrong', parts, code: 'dateInvalid' }
  if (Number(year) < earliestYear) return { type: 'wrong', parts: ['birthYear'], code: 'dateTooLongAgo' }
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  if (!isCalendarDate(date.year, date.month, date.day)) return createDateError('dateInvalid')
  return isoDate(date) > isoDate(today) ? createDateError('dateInFuture') : { type: 'date', date }
}

function createDateError(code: ErrorCode): BirthDate {
  return { type: 'wrong', parts: dateParts, code }
}

export function getAge(birth: CalendarDay, day: CalendarDay): number {
  const isBeforeBirthday = day.month < birth.month || (day.month === birth.month && day.day < birth.day)
  return day.year - birth.year - (isBeforeBirthday ? 1 : 0)
}

export function toCalendarDay(moment: Date | number): CalendarDay {
  const date = new Date(moment)
  return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() }
}
