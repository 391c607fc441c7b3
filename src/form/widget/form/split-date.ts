/** Reads a date of birth that is written as a whole: pasted, typed into one box, or given by the page. */
import { languageCodes } from '../../../contract/languages.ts'
import { isCalendarDate } from '../../../contract/text.ts'
import { en } from '../../locales/en.ts'
import type { DayWords } from '../facts/format-day.ts'
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
  // What stands before it: a weekday, "Born on:", "DOB".
  const before = /^(?:\D+(?=\d+\W\d+\W\d+$)|(?:[^\d,،:]+[,،:]|[\p{L}\p{M}]+\.?) ?)/u.exec(plain)?.[0] ?? ''
  const rest = plain.slice(before.length)
  // A month that is no date with the rest is no weekday.
  return before === '' || (monthOf(before, words) > 0 && !/\p{L}/u.test(rest))
    ? undefined
    : readDate(rest, words, reader)
}

function readDate(plain: string, words: DayWords, reader: string): ReturnType<typeof splitDate> {
  const yearFirst =
    /^(\d{4}) ?[\p{Pd}/., 年년] ?(\d{1,2}) ?[\p{Pd}/., 月월] ?(\d{1,2})(?:[t ]\d\d:[\d:.z+-]*|\D*)$/u.exec(plain) ??
    /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(plain)
  const iso = yearFirst && partsOf(yearFirst[1], yearFirst[2], yearFirst[3])
  if (iso) return iso
  // Vietnamese and Khmer have a word before the number of the month.
  const named = /(\d{1,2}),? (?:thang|thg|ខែ) ?(\d{1,2})\D{1,9}(\d{4})$/.exec(plain)
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

/** Languages in which the months have other names than in those of the form. */
const furtherLanguages = ['ar-LB', 'ar-DZ', 'ar-MA', 'es-PE']

/**
 * Returns the month from 1 whose name the words of a text are, in any of the form's languages; else 0. Abbreviations are
 * those of the language and of English: across languages they are not one month's alone.
 */
function monthOf(text: string, words: DayWords): number {
  const name = wordsOf(text)
  if (name === '') return 0
  for (const months of [words.months, spokenMonths(words.language), en.months]) {
    const names = months.map((one) => wordsOf(fold(one)))
    const near = names.filter((one) => one.startsWith(name))
    if (names.includes(name)) return names.indexOf(name) + 1
    if (near.length === 1 && !/^(?:[a-z]{0,2}|\P{ASCII})$/u.test(name)) return names.indexOf(near[0] ?? '') + 1
  }
  for (const language of [...furtherLanguages, ...languageCodes]) {
    const month = spokenMonths(language).findIndex((one) => wordsOf(fold(one)) === name)
    if (month >= 0) return month + 1
  }
  return 0
}

function spokenMonths(language: string): string[] {
  const format = new Intl.DateTimeFormat(knownLocales(language), { month: 'long', timeZone: 'UTC' })
  return en.months.map((_, month) => format.format(Date.UTC(2000, month, 15)))
}

/** Returns the words of a text without those that every date may have: "of", "de", ordinal endings, "year", "month", "day". */
function wordsOf(text: string): string {
  return (
    text
      .replaceAll(/ថ្ងៃទី|ថ្ងៃ|ទី(?= ?\d)|ឆ្នាំ|ខែ|[年月日号號년월일]/g, ' ')
      // Vietnamese for "year", and for "five" after the word for "month".
      .replaceAll(/(\p{L}{1,9}) nam (?=\d)/gu, (all, word) => (word === 'thang' ? all : `${word} `))
      .split(/[^\p{L}\p{M}\p{Join_Control}]+/u)
      .filter(
        (word) =>
          !/^(?:st|nd|rd|th|of|on|the|de|del|d|a|o|ano|er|e|eme|ye|le|el|ng|ika|ngay|thang|من|ই|লা|রা|ঠা|শে|)$/.test(word),
      )
      .join(' ')
  )
}

/** Returns a text in lower case, with ASCII digits, without accents, time of day, Chinese weekdays and marks around it. */
function fold(text: string): string {
  return (
    cleanDigits(text)
      .toLowerCase()
      .normalize('NFD')
      // Latin accents; Arabic vowel signs, hamza and elongation; the dots below Hindi and Bengali letters.
      .replaceAll(/[\u0300-\u036f\u0640\u064b-\u065f\u093c\u09bc]/g, '')
      .normalize('NFC')
      .replaceAll(/[⁄∕\\|_٫]/g, '/')
      .replaceAll('ী', 'ি')
      .replaceAll(/(?:星期|[周週])[一二三四五六日天]/g, ' ')
      .replaceAll(/[〇○零一二三四五六七八九十廿卅]+/g, hanNumber)
      // Taiwan counts the years from 1911.
      .replace(/民[國国] ?(\d{1,3}) ?(?=年)/, (_, year) => `${1911 + Number(year)}`)
      .replace(/(?:primero|premier|premye|first)(?= )/, '1')
      .replace('thang gieng', 'thang 1')
      .replace('thang chap', 'thang 12')
      .replace(/(\d{4})[ t,]+\d\d?:\d\d[\s\S]*/, '$1')
      .replace(/(\d{4}) ?م$/, '$1')
      .replaceAll(/ +/g, ' ')
      .replaceAll(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu, '')
  )
}

/** Returns a Chinese number in ASCII digits: of a year by its digits, else up to 99. */
function hanNumber(text: string): string {
  const whole = text.replaceAll('○', '零').replaceAll('〇', '零').replace('廿', '二十').replace('卅', '三十')
  const ten = whole.indexOf('十')
  const digits = whole.replace('十', '').replaceAll(/./g, (one) => String('零一二三四五六七八九'.indexOf(one)))
  return ten < 0 ? digits : `${ten === 0 ? 1 : ''}${digits}${ten === whole.length - 1 ? 0 : ''}`
}
