/** Reads a date of birth that is written as a whole: pasted, typed into one box, or given by the page. */
import { isCalendarDate } from '../../contract/text.ts'
import { en } from '../../locales/en.ts'
import type { DayWords } from '../civic/format-day.ts'
import { knownLocales } from '../messages/known-locales.ts'
import type { DateParts } from './birth-date.ts'
import { dateOrder } from './field-order.ts'
import { cleanDigits } from './typed-text.ts'

/**
 * Parses a whole date with a year of four digits: `12/04/1990` in the order of the language, or in the other order if only
 * that is a date; `1990-04-12`, `1990年4月12日`, `19900412`; with the month in words of the language or of English, whole or
 * abbreviated: `Thursday, April 12th, 1990`, `1er avr. 1990`.
 *
 * @param words the language, and its names of the months
 * @param reader the language of the browser: where it has another order than `words`, a date that can be read both ways is
 * `unclear`
 * @returns the parts, or `undefined` for any other text
 */
export function splitDate(text: string, words: DayWords, reader = words.language): DateParts | 'unclear' | undefined {
  const plain = fold(text)
  const found = readDate(plain, words, reader)
  if (found !== undefined) return found
  const day = /^(?:[^\d,،:]+[,،:]|[\p{L}\p{M}]+\.?) ?/u.exec(plain)?.[0] ?? ''
  const rest = plain.slice(day.length)
  // A weekday may stand before it; a month that is no date with the rest is no weekday.
  return day === '' || (monthOf(day, words) > 0 && !/\p{L}/u.test(rest)) ? undefined : readDate(rest, words, reader)
}

function readDate(plain: string, words: DayWords, reader: string): ReturnType<typeof splitDate> {
  const yearFirst =
    /^(\d{4}) ?[\p{Pd}/., 年년] ?(\d{1,2}) ?[\p{Pd}/., 月월] ?(\d{1,2})(?:[t ]\d\d:[\d:.z+-]*|\D*)$/u.exec(plain) ??
    /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(plain)
  const iso = yearFirst && partsOf(yearFirst[1], yearFirst[2], yearFirst[3])
  if (iso) return iso
  // Vietnamese and Khmer have a word before the number of the month.
  const named = /(\d{1,2}),? (?:thang|ខែ) ?(\d{1,2})\D{1,9}(\d{4})$/.exec(plain)
  if (named) return partsOf(named[3], named[2], named[1])
  const [, a = '', b = '', year] =
    /^(\d{1,2}) ?[\p{Pd}/.,؍ ] ?(\d{1,2}) ?[\p{Pd}/.,؍ ] ?(\d{4})\.?$/u.exec(plain) ??
    /^(\d\d)(\d\d)((?:19|20)\d\d)$/.exec(plain) ??
    []
  if (year !== undefined) {
    const isDayFirst = dayFirst(words.language)
    const [monthFirst, dayThenMonth] = [partsOf(year, a, b), partsOf(year, b, a)]
    const isOpen = monthFirst && dayThenMonth && Number(a) !== Number(b)
    if (isOpen && isDayFirst !== dayFirst(reader, isDayFirst)) return 'unclear'
    return isDayFirst ? (dayThenMonth ?? monthFirst) : (monthFirst ?? dayThenMonth)
  }
  const [first = '', second = '', more] = plain.match(/\d+/g) ?? []
  if (more !== undefined) return undefined
  const [y, day] = first.length === 4 ? [first, second] : [second, first]
  return y.length === 4 && day.length < 3 ? partsOf(y, monthOf(plain, words), day) : undefined
}

function partsOf(year?: string, month?: string | number, day?: string): DateParts | undefined {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  return isCalendarDate(y, m, d) ? { birthMonth: String(m), birthDay: String(d), birthYear: String(y) } : undefined
}

function dayFirst(language: string, otherwise = false): boolean {
  try {
    const order = dateOrder(language)
    return order.indexOf('birthDay') < order.indexOf('birthMonth')
  } catch {
    // Some browsers name a language that `Intl` refuses.
    return otherwise
  }
}

/** Returns the month from 1 whose name the words of a text are, or begin; else 0. */
function monthOf(text: string, words: DayWords): number {
  const name = wordsOf(text)
  const format = new Intl.DateTimeFormat(knownLocales(words.language), { month: 'long', timeZone: 'UTC' })
  const spoken = words.months.map((_, month) => format.format(Date.UTC(2000, month, 15)))
  for (const months of [words.months, spoken, en.months]) {
    const names = months.map((one) => wordsOf(fold(one)))
    const near = names.filter((one) => one.startsWith(name))
    if (name !== '' && names.includes(name)) return names.indexOf(name) + 1
    if (near.length === 1 && !/^(?:[a-z]{0,2}|\P{ASCII})$/u.test(name)) return names.indexOf(near[0] ?? '') + 1
  }
  return 0
}

/** Returns the words of a text without those that every date may have: "of", "de", ordinal endings, "year", "month", "day". */
function wordsOf(text: string): string {
  return (
    text
      .replaceAll(/ថ្ងៃទី|ថ្ងៃ|ឆ្នាំ|ខែ|[年月日号號년월일]/g, ' ')
      // Vietnamese for "year", and for "five" after the word for "month".
      .replaceAll(/(\p{L}{1,9}) nam (?=\d)/gu, (all, word) => (word === 'thang' ? all : `${word} `))
      .split(/[^\p{L}\p{M}\p{Join_Control}]+/u)
      .filter((word) => !/^(?:st|nd|rd|th|of|the|de|del|d|a|o|er|e|le|ng|ika|ngay|thang|من|ই|লা|রা|ঠা|শে|)$/.test(word))
      .join(' ')
  )
}

/** Returns a text in lower case, with ASCII digits and without Latin accents and Chinese weekdays. */
function fold(text: string): string {
  return cleanDigits(text)
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replaceAll(/(?:星期|[周週])[一二三四五六日天]/g, ' ')
    .replaceAll(/[〇零一二三四五六七八九十]+/g, hanNumber)
    .replaceAll(/ +/g, ' ')
    .trim()
}

/** Returns a Chinese number in ASCII digits: of a year by its digits, else up to 99. */
function hanNumber(text: string): string {
  const ten = text.indexOf('十')
  const digits = text
    .replace('十', '')
    .replaceAll(/./g, (one) => String(Math.max(0, '零一二三四五六七八九'.indexOf(one))))
  return ten < 0 ? digits : `${ten === 0 ? 1 : ''}${digits}${ten === text.length - 1 ? 0 : ''}`
}
