/** The date of birth as a form has it before it is checked: its parts, and a date pasted as a whole. */
import { isCalendarDate } from '../../contract/text.ts'
import { clean } from './clean.ts'

/** The parts as typed. The month is a number from 1, as text. */
export interface DateParts {
  birthMonth: string
  birthDay: string
  birthYear: string
}

/** The names of the parts in the order of the form. */
export const dateParts = ['birthMonth', 'birthDay', 'birthYear'] as const satisfies readonly (keyof DateParts)[]

/** A date of the calendar; `month` from 1. */
export interface CalendarDay {
  year: number
  month: number
  day: number
}

/**
 * A date written as a whole, month first as in the US unless the year comes first: `4/12/1990`, `04-12-1990`,
 * `1990-04-12`, `04121990`, `April 12, 1990`.
 *
 * @param months the months' names; the first three letters are enough
 * @returns the parts, or `undefined` when it is no such date
 */
export function splitDate(text: string, months: readonly string[]): DateParts | undefined {
  const plain = clean(text).toLowerCase()
  const found =
    /^(?<y>\d{4})[-/. ](?<m>\d{1,2})[-/. ](?<d>\d{1,2})(?:t.*)?$/.exec(plain) ??
    /^(?<m>\d{1,2})[-/. ](?<d>\d{1,2})[-/. ](?<y>\d{4})$/.exec(plain) ??
    /^(?<m>\d{2})(?<d>\d{2})(?<y>(?:19|20)\d{2})$/.exec(plain) ??
    /^(?<m>\p{L}{3,})\.? (?<d>\d{1,2})(?:,| de)? (?<y>\d{4})$/u.exec(plain) ??
    /^(?<d>\d{1,2})(?: de)? (?<m>\p{L}{3,})\.?(?:,| de)? (?<y>\d{4})$/u.exec(plain)
  const { y = '', m = '', d = '' } = found?.groups ?? {}
  const month = /^\d+$/.test(m) ? Number(m) : months.findIndex((name) => startsAlike(name, m)) + 1
  if (!isCalendarDate(Number(y), month, Number(d)) || month < 1) return undefined
  return { birthMonth: String(month), birthDay: String(Number(d)), birthYear: y }
}

/** The calendar day of a moment, where the voter is. */
export function dayOf(moment: Date): CalendarDay {
  return { year: moment.getFullYear(), month: moment.getMonth() + 1, day: moment.getDate() }
}

function startsAlike(name: string, written: string): boolean {
  return written.length >= 3 && name.toLowerCase().startsWith(written)
}
