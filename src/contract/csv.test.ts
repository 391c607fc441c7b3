import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeCell, escapeControls, formatCsv, parseCsv } from './csv.ts'
import { seed } from './testing/seed.ts'

describe('a table for spreadsheets', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    [' =1+1', "' =1+1"],
    ['\n=1+1', '"\'\n=1+1"'],
    ["'=1", "''=1"],
    ['\t=1', '\\u0009=1'],
    ['a=b', 'a=b'],
    ['\u001b[2J\u009b\u202e', '\\u001b[2J\\u009b\\u202e'],
    ['one,\r\n"two"', '"one,\n""two"""'],
    [undefined, ''],
    [0.5, '0.5'],
  ])('has %j as %j, which runs no formula', (cell, written) => {
    expect(formatCsv(['a'], [[cell]])).toBe(`a\r\n${written}\r\n`)
  })

  it('is parsed back unchanged, whatever it contains', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('=', "'=", "''-1", '"', '""', ',', '\n', '\r', 'a,"b"\n', '\uFEFF', "'", ' ='),
    )
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 5 })
    fc.assert(
      fc.property(rows, (cells) => {
        const plain = cells.map((row) => row.map((text) => escapeControls(text.replaceAll('\r\n', '\n'))))
        expect(parseCsv(formatCsv(['one', 'two'], cells))).toEqual([['one', 'two'], ...plain])
      }),
      { seed, numRuns: 1_000 },
    )
  })

  it('is parsed with any line ends, with a byte order mark, and without a final one', () => {
    const rows = [
      ['a', 'b'],
      ['1', ''],
    ]
    for (const text of ['\uFEFFa,b\r\n1,\r\n', 'a,b\n1,\n', 'a,b\r1,', 'a,b\n1,""'])
      expect(parseCsv(text)).toEqual(rows)
    expect(parseCsv('')).toEqual([])
    expect(parseCsv('a\n"without an end')).toEqual([['a'], ['without an end']])
  })
})

it.each([
  ['\u001b[2J', '\\u001b[2J'],
  ['a\0b\tc\rd\u007f', 'a\\u0000b\\u0009c\\u000dd\\u007f'],
  ['\u009b31m', '\\u009b31m'],
  ['\u202egpj\u2066\u200f\u061c', '\\u202egpj\\u2066\\u200f\\u061c'],
  ['a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
  ['Zoë 😀 عربي 선거', 'Zoë 😀 عربي 선거'],
])('the terminal text of %j is %s', (text, printed) => {
  expect(escapeControls(text)).toBe(printed)
  expect(escapeCell(text)).toBe(printed)
})

it('the terminal text keeps line ends, but not within a cell', () => {
  expect(escapeControls('a\nb\n')).toBe('a\nb\n')
  expect(escapeCell('a\nb')).toBe('a\\u000ab')
})

it('the terminal text of JSON is the same JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
      const whole = { value, [text]: `${text}\u009b\u202e\u001b` }
      const printed = escapeControls(JSON.stringify(whole, undefined, 2))
      expect(printed).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
      expect(JSON.stringify(JSON.parse(printed))).toBe(JSON.stringify(whole))
    }),
    { seed },
  )
})
