import { isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { isE164 } from '../../contract/text.ts'
import { en } from '../../form/locales/en.ts'
import { findPhoneProblem } from './parse.ts'

const problemOf = findPhoneProblem
const { phoneKind } = en.errors
const invalid = 'Enter a valid phone number.'

describe('a phone number (R-A40)', () => {
  it.each([
    ['one of a state', '+16175551234'],
    ['one of DC', '+12025550123'],
    ['one of Puerto Rico', '+17875551234'],
    ['one of Guam', '+16715551234'],
    ['one of American Samoa', '+16842581234'],
    ['a personal number', '+15005551234'],
    ['one with an exchange like 911, which the plans have', '+16179111234'],
    ['one of Canada', '+14165551234'],
    ['one of Jamaica', '+18765551234'],
    ['one of the United Kingdom', '+442079460958'],
    ['a mobile one of the United Kingdom', '+447400123456'],
    ['one of Mexico', '+525512345678'],
    ['one of India', '+919876543210'],
    ['one of Germany', '+4915123456789'],
    ['a short one of Saint Helena', '+29022158'],
    ['one of Italy, with its zero', '+390612345678'],
    ['one of Australia', '+61412345678'],
    ['one of Japan', '+819012345678'],
    ['one of Brazil', '+5511961234567'],
    ['one of Nigeria', '+2348021234567'],
    ['one of the Philippines', '+639051234567'],
    ['one of a satellite', '+881612345678'],
    ['a toll-free one of another country, which is valid', '+448081570123'],
    ['one with an area code that is newer than our plans', '+16342345678'],
  ])('is accepted when it is %s', (_, phone) => {
    expect(problemOf(phone)).toBeUndefined()
    expect(isE164(phone)).toBe(true)
  })

  it.each([
    ['a toll-free one', '+18005551234', phoneKind],
    ['a newer toll-free one', '+18335551234', phoneKind],
    ['a premium one', '+19005551234', phoneKind],
    ['a shared-cost one', '+18445551234', phoneKind],
    ['one of the United Kingdom with a trunk zero', '+4402079460958', invalid],
    ['one of the United Kingdom that is too short', '+4420794609', invalid],
    ['one of India that nobody has', '+910000000000', invalid],
    ['one of Mexico that is too long', '+52551234567890', invalid],
    ['one of a country that does not exist', '+2101234567', invalid],
    ['one with a trunk zero in the North American plan', '+106175551234', invalid],
  ])('is rejected when it is %s', (_, phone, message) => {
    expect(isE164(phone) ? problemOf(phone) : invalid).toBe(message)
  })

  it('has one spelling: of two that reach the same telephone one is rejected, so a limit counts it once', () => {
    for (const phone of ['+442079460958', '+4930123456', '+525512345678', '+61212345678', '+541123456789']) {
      const nationalStart = phone.startsWith('+4') || phone.startsWith('+5') || phone.startsWith('+6') ? 3 : 2
      const withZero = `${phone.slice(0, nationalStart)}0${phone.slice(nationalStart)}`
      expect(problemOf(phone), phone).toBeUndefined()
      expect(problemOf(withZero), withZero).not.toBeUndefined()
    }
    // In Italy the zero is part of the number.
    expect(problemOf('+390612345678')).toBeUndefined()
  })
})

describe('numbers of 800 area codes', () => {
  const unitedStates = ['US', 'AS', 'GU', 'MP', 'PR', 'VI']
  const numbers = Array.from({ length: 800 }, (_, place) => 200 + place).flatMap((area) =>
    ['234', '411', '555', '684', '911'].map((exchange) => `+1${area}${exchange}0123`),
  )
  const known = numbers.filter((phone) => {
    const number = parsePhoneNumberFromString(phone)
    const type = number?.getType()
    return isValidPhoneNumber(phone) && unitedStates.includes(number?.country ?? '') && !/^(TOLL|PREM)/.test(type ?? '')
  })

  it('are accepted if the phone library takes them as a subscriber’s of the United States', () => {
    expect(known.length).toBeGreaterThan(1_500)
    expect(known.filter((phone) => problemOf(phone) !== undefined || !isE164(phone))).toEqual([])
  })
})
