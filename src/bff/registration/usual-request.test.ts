import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRequest } from '../../contract/registration.ts'
import { requestFields, titles } from '../../contract/request-fields.ts'
import { stateCodes } from '../../contract/states.ts'
import { aRequest } from '../../testing/samples.ts'
import { quickCheck, usualRequest } from './usual-request.ts'

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(' ', 'a', 'Z', '-', '.', '@', '0', '+', '\t', 'é', '\u0085', '\ud800'),
    maxLength: 12,
  }),
  fc.constantFrom('', ' a', 'a ', 'a'.repeat(256), 'a'.repeat(257), null, undefined, true, false, 0, 1.5, [], {}),
  fc.anything(),
)
/** For each field: what is usual, what is nearly so, and what is not. */
const answers: Record<string, fc.Arbitrary<unknown>> = {
  title: fc.constantFrom(...titles, 'mr', 'Mx.'),
  date_of_birth: fc.oneof(
    fc.stringMatching(/^(19|20)\d\d-[01]\d-[0-3]\d$/),
    fc.constantFrom('2000-02-29', '1900-02-29', '0001-01-01', '1990-1-1', '1990-01-01\n'),
  ),
  email: fc.oneof(
    fc.emailAddress(),
    fc.stringMatching(/^[a-z0-9._+-]{1,20}@[a-z0-9.-]{1,20}$/),
    fc.stringMatching(/^[A-Za-z0-9]{1,9}([._+-][A-Za-z0-9]{1,9}){0,3}@([a-z0-9]{1,9}\.){1,3}[a-z]{2,5}$/),
  ),
  phone: fc.stringMatching(/^\+1?[0-9]{5,14}$/),
  state: fc.constantFrom(...stateCodes, 'tn', 'PR', 'toString'),
  zipcode: fc.stringMatching(/^[0-9٠]{4,6}$/),
  sms_opt_in: fc.constantFrom(true, false, 'true'),
  sms_opt_in_subscriber: fc.constantFrom(true, false, null),
}
const text = fc.oneof(fc.stringMatching(/^[ -~]{0,20}$/), fc.string({ unit: 'grapheme' }))

/** A request of which some fields are left out and some are odd, in any order, now and then with a key too many. */
const requests = fc
  .record({
    base: fc.boolean(),
    changes: fc.dictionary(fc.constantFrom(...requestFields), fc.constant(undefined), { maxKeys: 4 }),
    seed: fc.record(
      Object.fromEntries(
        requestFields.map((field) => [field, fc.oneof({ weight: 6, arbitrary: answers[field] ?? text }, odd)]),
      ),
      { requiredKeys: [] },
    ),
    more: fc.oneof(
      { weight: 8, arbitrary: fc.constant({}) },
      fc.dictionary(fc.string(), fc.anything(), { maxKeys: 2 }),
    ),
  })
  .map(({ base, changes, seed, more }) => {
    const some = Object.fromEntries(Object.entries(seed).filter(([field]) => !base || field in changes))
    return { ...(base && aRequest()), ...some, ...more }
  })

describe('the quick check of a registration', () => {
  it('says of every value what the schema says (R-A30 to R-A51)', () => {
    fc.assert(
      fc.property(fc.oneof(requests, fc.anything()), (value) => {
        const quick = quickCheck(value)
        const schema = checkRequest(value)
        expect(quick).toEqual(schema)
        // The order of the keys is what the service and the fingerprint see.
        expect(JSON.stringify(quick)).toBe(JSON.stringify(schema))
      }),
      { numRuns: 3_000 },
    )
  })

  it('takes what most voters send without asking the schema', () => {
    const { title: _, ...fewer } = { ...aRequest(), title: 'Ms' }
    expect(usualRequest(aRequest())).toEqual(aRequest())
    expect(usualRequest(fewer)).toEqual(fewer)
  })

  it('leaves to the schema what must be looked at closely', () => {
    const strange = [
      { state: 'TN' },
      { first_name: ' Ada' },
      { last_name: 'Muñoz' },
      { extra: 1 },
      { zipcode: undefined },
    ]
    for (const change of strange) expect(usualRequest({ ...aRequest(), ...change })).toBeUndefined()
    expect(usualRequest(Object.assign(Object.create({ city: 'x' }), aRequest()))).toBeUndefined()
    const parsed: unknown = JSON.parse(`{"__proto__": {"city": "x"}, ${JSON.stringify(aRequest()).slice(1)}`)
    expect(usualRequest(parsed)).toBeUndefined()
  })
})
