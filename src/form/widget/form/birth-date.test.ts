import { expect, it } from 'vitest'
import { getAge } from './birth-date.ts'
import { parseZipcode } from './typed-text.ts'

it('an age changes on the birthday', () => {
  const birth = { year: 2008, month: 3, day: 2 }
  expect(getAge(birth, { year: 2026, month: 3, day: 1 })).toBe(17)
  expect(getAge(birth, { year: 2026, month: 3, day: 2 })).toBe(18)
})

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
])('a ZIP code (R-A45, X9) %j keeps %j', (typed, kept) => {
  expect(parseZipcode(typed)).toBe(kept)
})
