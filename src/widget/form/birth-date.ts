/** Reads the date of birth from its three parts. */
import { isCalendarDate } from '../../contract/text.ts'
import type { ErrorCode } from '../messages/catalogue.ts'
import { clean } from './clean.ts'
import { type CalendarDay, type DateParts, dateParts } from './split-date.ts'

/** The earliest year of birth that is believed (X5: the service itself would take 1737). */
export const earliestYear = 1900

/** What the parts turned out to be; `wrong` names what is wrong with which parts. */
export type BirthDate =
  | { type: 'date'; date: CalendarDay }
  | { type: 'wrong'; wrong: { parts: readonly (keyof DateParts)[]; code: ErrorCode }[] }

/** Reads the parts; a date after `today` is wrong, an age is not (X5). */
export function readBirthDate(typed: DateParts, today: CalendarDay): BirthDate {
  const month = digits(typed.birthMonth)
  const day = digits(typed.birthDay)
  const year = digits(typed.birthYear)
  if (month === '' && day === '' && year === '') return whole('dateMissing')
  const wrong: { parts: readonly (keyof DateParts)[]; code: ErrorCode }[] = []
  if (!inRange(month, 12)) wrong.push({ parts: ['birthMonth'], code: 'monthMissing' })
  if (!inRange(day, 31)) wrong.push({ parts: ['birthDay'], code: day === '' ? 'dayMissing' : 'dayUnreal' })
  if (year === '') wrong.push({ parts: ['birthYear'], code: 'yearMissing' })
  else if (!/^[0-9]{4}$/.test(year)) wrong.push({ parts: ['birthYear'], code: 'yearUnreal' })
  else if (Number(year) < earliestYear) wrong.push({ parts: ['birthYear'], code: 'dateTooLongAgo' })
  if (wrong.length > 0) return { type: 'wrong', wrong }
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  if (!isCalendarDate(date.year, date.month, date.day)) return whole('dateUnreal')
  return isAfter(date, today) ? whole('dateInFuture') : { type: 'date', date }
}

function whole(code: ErrorCode): BirthDate {
  return { type: 'wrong', wrong: [{ parts: dateParts, code }] }
}

/** The date as the service wants it: `YYYY-MM-DD` (R-A38). */
export function isoDate({ year, month, day }: CalendarDay): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Whole years between a birth and a day. */
export function ageOn(birth: CalendarDay, day: CalendarDay): number {
  const before = day.month < birth.month || (day.month === birth.month && day.day < birth.day)
  return day.year - birth.year - (before ? 1 : 0)
}

function digits(typed: string): string {
  return clean(typed).normalize('NFKC')
}

function inRange(text: string, most: number): boolean {
  return /^[0-9]{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= most
}

function isAfter(a: CalendarDay, b: CalendarDay): boolean {
  return isoDate(a) > isoDate(b)
}
