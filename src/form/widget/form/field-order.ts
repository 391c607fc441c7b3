/** Order of name and date parts by language. */
import type { LanguageCode } from '../../../contract/languages.ts'
import { isCalendarDate } from '../../../contract/text.ts'
import type { FormMessages } from '../messages/catalog.ts'
import { withFallbackLocale } from '../messages/messages.ts'
import { type DateParts, dateParts } from './birth-date.ts'
import { type FormField, formFields } from './fields.ts'
import { cleanDigits } from './typed-text.ts'

type DatePart = (typeof dateParts)[number]

const partByType: Partial<Record<Intl.DateTimeFormatPartTypes, DatePart>> = {
  month: 'birthMonth',
  day: 'birthDay',
  year: 'birthYear',
}

const monthFirst = dateParts
const dayFirst = ['birthDay', 'birthMonth', 'birthYear'] as const
const yearFirst = ['birthYear', 'birthMonth', 'birthDay'] as const

/** The orders of `Intl` for our languages: creating the first formatter takes 0.1 s on a slow phone. */
const knownOrders: { readonly [language in LanguageCode]: readonly DatePart[] } & Partial<
  Record<string, readonly DatePart[]>
> = {
  en: monthFirst,
  es: dayFirst,
  'zh-Hans': yearFirst,
  vi: dayFirst,
  ko: yearFirst,
  fil: monthFirst,
  ar: dayFirst,
  fr: dayFirst,
  ht: dayFirst,
  'zh-Hant': yearFirst,
  km: dayFirst,
  bn: dayFirst,
  hi: dayFirst,
}

/** Returns the order of a date's parts: `April 12, 1990`, `12 avril 1990`, `1990년 4월 12일`. */
export const getDateOrder = (language: string): readonly DatePart[] =>
  knownOrders[language] ?? getIntlDateOrder(language)

/** Used for other languages of the page or the browser. */
export function getIntlDateOrder(language: string): readonly DatePart[] {
  const parts = new Intl.DateTimeFormat(withFallbackLocale(language), { dateStyle: 'long' }).formatToParts(0)
  const order = parts.flatMap(({ type }) => partByType[type] ?? [])
  return order.length === dateParts.length ? order : dateParts
}

/** Defined by the catalog, since `Intl` has no name order. */
export function getNameOrder({ catalog }: Pick<FormMessages, 'catalog'>) {
  const givenFirst = ['firstName', 'middleName', 'lastName'] as const
  const familyFirst = ['lastName', 'firstName', 'middleName'] as const
  return catalog?.familyNameFirst === true ? familyFirst : givenFirst
}

/** Returns all fields in the order shown in this language. */
export function orderFields(t: Pick<FormMessages, 'catalog' | 'language'>): readonly FormField[] {
  const replacements = new Map<FormField, FormField>()
  for (const order of [getNameOrder(t), getDateOrder(t.language)]) {
    const originals = formFields.filter((field) => order.some((part) => part === field))
    for (const [index, field] of order.entries()) replacements.set(originals[index] ?? field, field)
  }
  return formFields.map((field) => replacements.get(field) ?? field)
}

/** Parses `1990-04-12`, and `12/04/1990` in the order of the language, or in the other order if only that is valid. If the
 *  browser's language has another order, an ambiguous date is `unclear`. */
export function parseDateParts(
  text: string,
  language: string,
  browserLanguage = language,
): DateParts | 'unclear' | undefined {
  const digits = cleanDigits(text)
  const isoMatch = /^(\d{4})[-/.] ?(\d{1,2})[-/.] ?(\d{1,2})(?:T[\d:.Z+-]*|\.)?$/i.exec(digits)
  if (isoMatch !== null) return toParts(isoMatch[1], isoMatch[2], isoMatch[3])
  const localMatch = /^(\d{1,2}) ?[-/.] ?(\d{1,2}) ?[-/.] ?(\d{4})$/.exec(digits)
  if (localMatch === null) return undefined
  const [, first, second, year] = localMatch
  const [asMonthFirst, asDayFirst] = [toParts(year, first, second), toParts(year, second, first)]
  const isAmbiguous = asMonthFirst && asDayFirst && Number(first) !== Number(second)
  const isDayFirst = isDayBeforeMonth(language)
  if (isAmbiguous && isDayFirst !== isDayBeforeMonth(browserLanguage, isDayFirst)) return 'unclear'
  return isDayFirst ? (asDayFirst ?? asMonthFirst) : (asMonthFirst ?? asDayFirst)
}

function toParts(year?: string, month?: string, day?: string): DateParts | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  return isCalendarDate(y, m, d) ? { birthMonth: String(m), birthDay: String(d), birthYear: String(y) } : undefined
}

function isDayBeforeMonth(language: string, fallback = false): boolean {
  try {
    const order = getDateOrder(language)
    return order.indexOf('birthDay') < order.indexOf('birthMonth')
  } catch {
    // Some browsers report a language that `Intl` rejects.
    return fallback
  }
}
