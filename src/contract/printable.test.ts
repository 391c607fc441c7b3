import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { printable, printableCell } from './printable.ts'
import { seed } from './testing/seed.ts'

it.each([
  ['\u001b[2J', '\\u001b[2J'],
  ['a\0b\tc\rd\u007f', 'a\\u0000b\\u0009c\\u000dd\\u007f'],
  ['\u009b31m', '\\u009b31m'],
  ['\u202egpj\u2066\u200f\u061c', '\\u202egpj\\u2066\\u200f\\u061c'],
  ['a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
  ['Zoë 😀 عربي 선거', 'Zoë 😀 عربي 선거'],
])('%j is printed as %s', (text, printed) => {
  expect(printable(text)).toBe(printed)
  expect(printableCell(text)).toBe(printed)
})

it('keeps line ends, but not within a cell', () => {
  expect(printable('a\nb\n')).toBe('a\nb\n')
  expect(printableCell('a\nb')).toBe('a\\u000ab')
})

it('changes nothing that JSON says', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      const whole = { value, [text]: `${text}\u009b\u202e\u001b` }
      const printed = printable(JSON.stringify(whole, undefined, 2))
      expect(printed).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
      expect(JSON.stringify(JSON.parse(printed))).toBe(JSON.stringify(whole))
    }),
    { seed },
  )
})
