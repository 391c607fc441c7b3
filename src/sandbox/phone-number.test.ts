import plansOf2022 from 'libphonenumber-js-2022/max/metadata'
import { describe, expect, it } from 'vitest'
import { isServicePhone } from './field-checks.ts'

describe('a phone number, judged by the library that knows the numbering plans (X7)', () => {
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
