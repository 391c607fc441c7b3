import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { areaCodes, findUnknownAreaCode } from '../form/field-groups.tsx'

const unitedStates = ['US', 'AS', 'GU', 'MP', 'PR', 'VI']

/** Exchanges of which every area code has at least one: American Samoa has few. */
const exchanges = ['234', '258', '550', '684', '733']
const codes = Array.from({ length: 800 }, (_, place) => String(200 + place))

/** Whether the phone library knows subscribers' numbers of the United States under an area code. */
const isKnown = (area: string) =>
  exchanges.some((exchange) => {
    const number = parsePhoneNumberFromString(`+1${area}${exchange}1234`)
    const type = number?.getType()
    return unitedStates.includes(number?.country ?? '') && type !== undefined && !/^(TOLL_FREE|PREMIUM)/.test(type)
  })

describe('the area codes (R-A40)', () => {
  it('are those that the phone library knows for subscribers in the United States', () => {
    const bytes = new Uint8Array(100)
    codes.forEach((area, bit) => {
      if (isKnown(area)) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7))
    })
    expect(areaCodes).toBe(btoa(String.fromCharCode(...bytes)))
  })

  it('cause a question exactly if they are not in the table, and only in numbers that can be sent', () => {
    const unknownCodes = codes.filter((area) => findUnknownAreaCode(`(${area}) 234-1234`) !== undefined)
    const sendable = codes.filter((area) => /^[2-9][0-8]\d$/.test(area) && !/^\d11$|^555$/.test(area))
    expect(unknownCodes).toEqual(sendable.filter((area) => !isKnown(area)))
    expect(unknownCodes).toContain('800')
    expect(unknownCodes).toContain('416')
  })

  it.each(['', '617 555', '+44 20 7946 0958', '+1 617 555 1234 x5'])('cause no question in %j', (typed) => {
    expect(findUnknownAreaCode(typed)).toBeUndefined()
  })
})
