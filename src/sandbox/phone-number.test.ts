import { isValidPhoneNumber } from 'libphonenumber-js/max'
import plansOf2022 from 'libphonenumber-js-2022/max/metadata'
import { describe, expect, it } from 'vitest'
import { isServicePhone } from './phone-number.ts'

/** Area codes 200 to 999, each with five exchanges. */
const domestic = Array.from({ length: 800 }, (_, index) => 200 + index).flatMap((area) =>
  ['201', '555', '867', '911', '999'].map((exchange) => `+1${area}${exchange}4321`),
)

/** A small pseudorandom number generator with the same numbers in every run; its seed is in the test's name. */
function* digits(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield Math.floor(state / 65_536) % 10
  }
}

function foreign(count: number, seed: number): string[] {
  const next = digits(seed)
  const digit = () => next.next().value ?? 0
  const countries = [
    '7',
    '20',
    '33',
    '34',
    '39',
    '44',
    '49',
    '52',
    '55',
    '61',
    '81',
    '82',
    '84',
    '86',
    '91',
    '353',
    '509',
  ]
  return Array.from({ length: count }, (_, index) => {
    const length = 7 + (digit() % 5)
    return `+${countries[index % countries.length]}${Array.from({ length }, digit).join('')}`
  })
}

describe('a phone number, judged by the library that knows the numbering plans (X7)', () => {
  it('800 area codes with five exchanges each: exactly what the library takes', () => {
    expect(domestic.filter((number) => isServicePhone(number) !== isValidPhoneNumber(number))).toEqual([])
    expect(domestic.filter((number) => isServicePhone(number)).length).toBeGreaterThan(1_000)
  })

  it('2,000 foreign numbers, seed 20261122: exactly what the library takes', () => {
    const numbers = foreign(2_000, 20_261_122)
    expect(numbers.filter((number) => isServicePhone(number) !== isValidPhoneNumber(number))).toEqual([])
    expect(numbers.filter((number) => isServicePhone(number)).length).toBeGreaterThan(100)
  })

  it.each(['1-800-FLOWERS', '1-800-FLOWERS ext. 12', '(617) 555-1234 x5', 'tel:+16175551234'])(
    'takes %s',
    (written) => {
      expect(isServicePhone(written)).toBe(true)
    },
  )

  it('an area code of 2024 is unknown to the plans of 2022, with which the real service was seen', () => {
    expect(isServicePhone('+12355554321')).toBe(true)
    expect(isServicePhone('+12355554321', plansOf2022)).toBe(false)
    expect(isServicePhone('+16175551234', plansOf2022)).toBe(true)
  })
})
