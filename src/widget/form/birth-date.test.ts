import { describe, expect, it } from 'vitest'
import { es as spanish } from '../../locales/es.ts'
import { wordsIn } from '../messages/catalogue.ts'
import { ageOn, splitDate } from './birth-date.ts'
import { readZipcode } from './typed-text.ts'

const en = wordsIn()
const es = wordsIn(spanish)

describe('a date pasted as a whole', () => {
  it.each([
    '4/12/1990',
    '04/12/1990',
    '04-12-1990',
    '4.12.1990',
    '1990-04-12',
    '1990/4/12',
    '1990-04-12T00:00:00Z',
    '04121990',
    'April 12, 1990',
    'Apr. 12 1990',
    '12 April 1990',
    '1990年4月12日',
    '1990년 4월 12일',
    '  4/12/1990\n',
  ])('%j is the 12th of April', (text) => {
    expect(splitDate(text, en.months)).toEqual({ birthMonth: '4', birthDay: '12', birthYear: '1990' })
  })

  it('is read by the names of the form’s language', () => {
    expect(splitDate('12 de abril de 1990', es.months)).toEqual({ birthMonth: '4', birthDay: '12', birthYear: '1990' })
  })

  it.each(['12', '1990', '4/12', '13/1/1990', '2/30/1990', '4/12/90', 'Smarch 1 1990', 'hello', ''])(
    '%j is left as it is',
    (text) => {
      expect(splitDate(text, en.months)).toBeUndefined()
    },
  )
})

describe('an age', () => {
  it('changes on the birthday', () => {
    const birth = { year: 2008, month: 3, day: 2 }
    expect(ageOn(birth, { year: 2026, month: 3, day: 1 })).toBe(17)
    expect(ageOn(birth, { year: 2026, month: 3, day: 2 })).toBe(18)
  })
})

describe('a ZIP code (R-A45, X9)', () => {
  it.each([
    ['02108', '02108'],
    [' 02108 ', '02108'],
    ['02108-1234', '02108'],
    ['02108 1234', '02108'],
    ['021081234', '02108'],
    ['02108–1234', '02108'],
    ['2108', undefined],
    ['021080', undefined],
    ['0210B', undefined],
    ['', undefined],
  ])('%j keeps %j', (typed, kept) => {
    expect(readZipcode(typed)).toBe(kept)
  })
})
