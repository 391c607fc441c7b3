/** Parses a date of birth in digits: pasted, typed into one box, or passed by the page. */
import { isCalendarDate } from '../../../contract/text.ts'
import type { DateParts } from './birth-date.ts'
import { dateOrder } from './field-order.ts'
import { cleanDigits } from './typed-text.ts'

/** Parses `1990-04-12` and `12/04/1990` in the order of the language, or in the other one if only that is a date. Where the
 *  browser (`reader`) has another order, a date that can be read both ways is `unclear`. */
export function splitDate(text: string, language: string, reader = language): DateParts | 'unclear' | undefined {
  const plain = cleanDigits(text)
  const yearFirst = /^(\d{4})[-/.] ?(\d{1,2})[-/.] ?(\d{1,2})(?:T[\d:.Z+-]*|\.)?$/i.exec(plain)
  if (yearFirst !== null) return toParts(yearFirst[1], yearFirst[2], yearFirst[3])
  const yearLast = /^(\d{1,2}) ?[-/.] ?(\d{1,2}) ?[-/.] ?(\d{4})$/.exec(plain)
  if (yearLast === null) return undefined
  const [, first, second, year] = yearLast
  const [monthFirst, dayFirst] = [toParts(year, first, second), toParts(year, second, first)]
  const isAmbiguous = monthFirst && dayFirst && Number(first) !== Number(second)
  const isDayFirst = hasDayFirst(language)
  if (isAmbiguous && isDayFirst !== hasDayFirst(reader, isDayFirst)) return 'unclear'
  return isDayFirst ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst)
}

function toParts(year?: string, month?: string, day?: string): DateParts | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  return isCalendarDate(y, m, d) ? { birthMonth: String(m), birthDay: String(d), birthYear: String(y) } : undefined
}

function hasDayFirst(language: string, fallback = false): boolean {
  try {
    const order = dateOrder(language)
    return order.indexOf('birthDay') < order.indexOf('birthMonth')
  } catch {
    // Some browsers name a language that `Intl` refuses.
    return fallback
  }
}
