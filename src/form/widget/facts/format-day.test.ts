import { describe, expect, it } from 'vitest'
import { es } from '../../locales/es.ts'
import { fr } from '../../locales/fr.ts'
import { ht } from '../../locales/ht.ts'
import { createFormMessages } from '../messages/catalog.ts'
import { formatDay, formatList, formatMonthDay, formatWeekdays } from './format-day.ts'

it('a formatList uses only the page’s language, even if the browser does not know it', () => {
  expect(formatList(['a', 'b', 'c'], { language: 'en' })).toBe('a, b, and c')
  for (const language of ['km', 'ht']) {
    expect(formatList(['a', 'b', 'c'], { language })).toBe('a, b, c')
  }
})

const the28th = { year: 2028, month: 10, day: 28 }
const formatAll = (words: ReturnType<typeof createFormMessages>, day = the28th) => [
  formatDay(day, words),
  formatMonthDay(day, words),
  formatWeekdays([day], words),
]

describe('formatDay', () => {
  it('follows the language', () => {
    expect(formatAll(createFormMessages())).toEqual(['October 28, 2028', 'October 28', 'Saturday, October 28, 2028'])
    expect(formatAll(createFormMessages(es))).toEqual([
      '28 de octubre de 2028',
      '28 de octubre',
      'sábado, 28 de octubre de 2028',
    ])
  })

  it('writes the first of a month in French, where CLDR has a plain 1', () => {
    const the1st = { year: 2028, month: 11, day: 1 }
    expect(formatAll(createFormMessages(fr), the1st)).toEqual([
      '1er novembre 2028',
      '1er novembre',
      'mercredi 1er novembre 2028',
    ])
    expect(formatAll(createFormMessages(es), the1st)).toEqual([
      '1 de noviembre de 2028',
      '1 de noviembre',
      'miércoles, 1 de noviembre de 2028',
    ])
  })

  it('uses the form’s own month without a weekday if Intl does not know the language', () => {
    expect(Intl.DateTimeFormat.supportedLocalesOf(ht.language)).toEqual([])
    expect(formatAll(createFormMessages(ht))).toEqual(['28 oktòb 2028', '28 oktòb', '28 oktòb 2028'])
  })
})
