import * as fc from 'fast-check'
import { isPossiblePhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { parsePhone, parseZipcode } from './typed-text.ts'

it.each(['٠٢١٣٩', '۰۲۱۳۹', '०२१३९', '০২১৩৯', '០២១៣៩', '０２１３９'])(
  'digits of a voter’s own keyboard %s are read as 02139',
  (typed) => {
    expect(parseZipcode(typed)).toBe('02139')
  },
)

describe('a phone number as people write it (R-A40)', () => {
  it.each([
    '617 555 1234',
    '(617) 555-1234',
    '617.555.1234',
    '1-617-555-1234',
    '+1 617 555 1234',
    '+1(617)555-1234',
    '16175551234',
    ' 617–555–1234 ',
    '617\u00a0555\u20111234',
    '６１７５５５１２３４',
    '\u202a+1 617 555 1234\u202c',
    'tel:+1-617-555-1234',
  ])('%j is +16175551234', (typed) => {
    expect(parsePhone(typed)).toEqual({ type: 'number', e164: '+16175551234' })
  })

  it.each([
    ['+44 20 7946 0958', '+442079460958'],
    ['011 44 20 7946 0958', '+442079460958'],
    ['+52 55 1234 5678', '+525512345678'],
  ])('%j is %s', (typed, e164) => {
    expect(parsePhone(typed)).toEqual({ type: 'number', e164 })
  })

  it.each(['', '  ', '\u200b'])('%j is empty', (typed) => {
    expect(parsePhone(typed)).toEqual({ type: 'empty' })
  })

  it.each(['617 555 1234 x5', '617-555-1234 ext. 12', '617 555 1234#9'])('%j has an extension', (typed) => {
    expect(parsePhone(typed)).toEqual({ type: 'extension' })
  })

  it.each([
    '555-1234',
    '555 555 5555',
    '123 456 7890',
    '911 555 1234',
    '1-800-FLOWERS',
    'none',
    '+',
    '+1 617 555 12345',
    '26175551234',
    '617 555 1234 or 617 555 1235',
  ])('%j is invalid', (typed) => {
    expect(['unreal', 'extension']).toContain(parsePhone(typed).type)
  })

  it('is read like a full phone library reads a US number', () => {
    const digits = fc.stringMatching(/^[0-9]{10}$/)
    const write = fc.constantFrom(
      (d: string) => d,
      (d: string) => `(${d.slice(0, 3)}) ${d.slice(3, 6)}-${d.slice(6)}`,
      (d: string) => `1 ${d.slice(0, 3)}.${d.slice(3, 6)}.${d.slice(6)}`,
      (d: string) => `+1${d}`,
    )
    fc.assert(
      fc.property(digits, write, (ten, as) => {
        const typed = as(ten)
        const phone = parsePhone(typed)
        if (phone.type !== 'number') return
        expect(phone.e164).toBe(parsePhoneNumberFromString(typed, 'US')?.number)
        expect(isPossiblePhoneNumber(phone.e164)).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  /** Numbers on which our check and the phone library disagree, by the three digits in question. */
  const compare = (numbers: Map<string, string>) => {
    const differ = { onlyOurs: [] as string[], onlyTheirs: [] as string[] }
    for (const [digits, number] of numbers) {
      const ours = parsePhone(number).type === 'number'
      const theirs = parsePhoneNumberFromString(number, 'US')?.isValid() === true
      if (ours && !theirs) differ.onlyOurs.push(digits)
      if (theirs && !ours) differ.onlyTheirs.push(digits)
    }
    return differ
  }
  const allDigits = Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0'))

  it('has an area code that the library accepts, or one of 260 unused ones', () => {
    const { onlyOurs, onlyTheirs } = compare(new Map(allDigits.map((area) => [area, `${area}8670123`])))
    expect(onlyTheirs).toEqual([])
    // The service refuses these by its own list, and its refusal is shown at the field.
    expect(onlyOurs).toHaveLength(260)
  })

  it('is accepted if the library accepts it, of 800 area codes and five exchanges', () => {
    const numbers = allDigits
      .slice(200)
      .flatMap((area) => ['234', '411', '555', '684', '911'].map((exchange) => `${area}${exchange}0123`))
    const { onlyTheirs } = compare(new Map(numbers.map((number) => [number, number])))
    expect(onlyTheirs).toEqual([])
  })

  it('has the exchanges that the library accepts', () => {
    const { onlyOurs, onlyTheirs } = compare(new Map(allDigits.map((exchange) => [exchange, `617${exchange}0123`])))
    expect({ onlyOurs, onlyTheirs }).toEqual({ onlyOurs: [], onlyTheirs: [] })
  })
})
