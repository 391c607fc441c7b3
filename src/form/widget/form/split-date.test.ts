import { describe, expect, it } from 'vitest'
import { parseDateParts } from './field-order.ts'

/** Returns the parsed date as `1990-4-12`. */
function parse(text: string, language: string, browser = language): string {
  const date = parseDateParts(text, language, browser)
  return typeof date === 'object' ? `${date.birthYear}-${date.birthMonth}-${date.birthDay}` : String(date)
}

describe('splitDate', () => {
  it.each([
    ['en', '1990-04-12', '1990-4-12'],
    ['es', '1990-04-12', '1990-4-12', 'en'],
    ['en', '1990-04-12T00:00:00Z', '1990-4-12'],
    ['ko', '1990. 4. 12.', '1990-4-12'],
    ['zh-Hans', '1990/4/12', '1990-4-12'],
    ['en', '12/04/1990', '1990-12-4'],
    ['es', '12/04/1990', '1990-4-12'],
    ['fr', '12.04.1990', '1990-4-12'],
    ['vi', '12-04-1990', '1990-4-12'],
    ['ht', '12 / 4 / 1990', '1990-4-12'],
    ['hi', '१२/०४/१९९०', '1990-4-12'],
    ['en', '  4/12/1990\n', '1990-4-12'],
    ['en', '25/04/1990', '1990-4-25'],
    ['es', '4/25/1990', '1990-4-25'],
    ['es', '12/12/1990', '1990-12-12', 'en'],
    ['es', '25/04/1990', '1990-4-25', 'en'],
    ['fr', '12/04/1990', '1990-4-12', 'no language'],
  ])('in %s, reads %s as %s', (language, text, date, browser = language) => {
    expect(parse(text, language, browser)).toBe(date)
  })

  it.each([
    ['es', '12/04/1990', 'en-US'],
    ['en', '12/04/1990', 'es-MX'],
    ['en', '12/04/1990', 'en-GB'],
  ])('in %s, finds %s ambiguous in a browser in %s', (language, text, browser) => {
    expect(parse(text, language, browser)).toBe('unclear')
  })

  it.each(['12', '1990', '4/12', '4/12/90', '2/30/1990', '13/13/1990', '1990-13-12', 'April 12, 1990', '04121990', ''])(
    'reads no date in %j',
    (text) => {
      expect(parse(text, 'en')).toBe('undefined')
    },
  )
})
