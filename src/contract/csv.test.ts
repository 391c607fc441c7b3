import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvOf, readCsv } from './csv.ts'
import { printable } from './printable.ts'
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
  ])('%j is written as %j: read, and not run', (cell, written) => {
    expect(csvOf(['a'], [[cell]])).toBe(`a\r\n${written}\r\n`)
  })

  it('is read back as it was, whatever is in it', () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('=', "'=", "''-1", '"', '""', ',', '\n', '\r', 'a,"b"\n', '\uFEFF', "'", ' ='),
    )
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 5 })
    fc.assert(
      fc.property(rows, (cells) => {
        const plain = cells.map((row) => row.map((text) => printable(text.replaceAll('\r\n', '\n'))))
        expect(readCsv(csvOf(['one', 'two'], cells))).toEqual([['one', 'two'], ...plain])
      }),
      { seed, numRuns: 1_000 },
    )
  })

  it('is read with any line ends, with a byte order mark, and without an end', () => {
    const rows = [
      ['a', 'b'],
      ['1', ''],
    ]
    for (const text of ['\uFEFFa,b\r\n1,\r\n', 'a,b\n1,\n', 'a,b\r1,', 'a,b\n1,""']) expect(readCsv(text)).toEqual(rows)
    expect(readCsv('')).toEqual([])
    expect(readCsv('a\n"without an end')).toEqual([['a'], ['without an end']])
  })
})
