import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readResponse } from '../../contract/registration.ts'
import { aButton, aResponse } from '../../testing/samples.ts'
import { quickRead, usualAnswer } from './usual-answer.ts'

const times = fc.oneof(
  fc
    .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
    .map((at) => at.toISOString()),
  fc.constantFrom(
    '2099-01-01T00:00:00Z',
    '2099-01-01T00:00:00+00:00',
    '2099-02-30T00:00:00Z',
    '2099-13-01T00:00:00Z',
    '2099-01-01T24:00:00Z',
    '2099-01-01T00:00:00.123456789Z',
    '2099-01-01T00:00:00.1234567890Z',
    '2099-01-01T00:00:00Z\n',
    '2099-01-01',
    null,
    7,
  ),
)
const some = <T>(usual: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 8, arbitrary: usual.map((value): unknown => value) }, { weight: 1, arbitrary: fc.jsonValue() })

const buttons = fc.record(
  {
    message_text: some(fc.oneof(fc.string(), fc.constantFrom(' ', '\u2003', '\ufeff', '\u0085', 'Go'))),
    primary: some(fc.boolean()),
    url: some(fc.webUrl()),
    url_expiry: times,
    event_tracking: fc.jsonValue(),
    more: fc.jsonValue(),
  },
  { requiredKeys: ['message_text', 'primary', 'url'] },
)
const usual = fc
  .record({
    message_markdown: some(fc.string({ unit: 'grapheme' })),
    count: fc.nat({ max: 3 }),
    first: fc.nat({ max: 3 }),
    times,
    more: fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 2 }),
    ),
    odd: fc.array(some(buttons), { maxLength: 2 }),
    isOdd: fc.boolean(),
  })
  .map(({ message_markdown, count, first, times: url_expiry, more, odd, isOdd }) => ({
    message_markdown,
    buttons: isOdd
      ? odd
      : Array.from({ length: count }, (_, place) => ({ ...aButton({ primary: place === first }), url_expiry })),
    ...more,
  }))

describe('the quick reading of an answer', () => {
  it('makes of every value what the schema makes of it (R-A60 to R-A70, X11, X12)', () => {
    fc.assert(
      fc.property(fc.oneof(usual, fc.anything(), fc.jsonValue()), (value) => {
        expect(quickRead(value)).toEqual(readResponse(value))
        // Once more as it comes over the wire, where `__proto__` may be a key like any other.
        const text = JSON.stringify(value)
        if (text !== undefined) expect(quickRead(JSON.parse(text))).toEqual(readResponse(JSON.parse(text)))
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([0, 1, 2])('spares the schema an answer as specified, with %i buttons', (count) => {
    const whole = aResponse({ buttons: [aButton(), aButton({ primary: false })].slice(0, count) })
    expect(usualAnswer(whole)).toEqual(readResponse(whole))
    expect(usualAnswer(whole)).toBeDefined()
  })

  it('leaves to the schema what has a key too many, so that it is noticed', () => {
    expect(usualAnswer({ ...aResponse(), more: 1 })).toBeUndefined()
    expect(usualAnswer(aResponse({ buttons: [{ ...aButton(), more: 1 }] }))).toBeUndefined()
    expect(usualAnswer(JSON.parse('{"message_markdown":"x","buttons":[],"__proto__":{}}'))).toBeUndefined()
  })
})
