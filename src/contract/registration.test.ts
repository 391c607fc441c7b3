import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRequest, parseResponse, UtcDateTime } from './registration.ts'
import { isRequestField, requestFields } from './request-fields.ts'
import { stateCodes } from './states.ts'
import { aButton, aRequest, aResponse, aWholeRequest } from './testing/samples.ts'

const errorsOf = (value: unknown) => {
  const result = checkRequest(value)
  return result.ok ? {} : result.errors
}

describe('a registration request', () => {
  it('has exactly 15 fields, all of which may be sent (R-A51)', () => {
    expect(requestFields).toHaveLength(15)
    expect(Object.keys(aWholeRequest()).sort()).toEqual([...requestFields].sort())
    expect(checkRequest(aWholeRequest())).toEqual({ ok: true, request: aWholeRequest() })
  })

  it('needs only the nine required ones (R-A34, R-A36, R-A38, R-A39, R-A41, R-A43 to R-A46, R-A50)', () => {
    expect(checkRequest(aRequest())).toEqual({ ok: true, request: aRequest() })
    expect(errorsOf({})).toEqual({
      first_name: ['This field is required.'],
      last_name: ['This field is required.'],
      date_of_birth: ['This field is required.'],
      email: ['This field is required.'],
      address1: ['This field is required.'],
      city: ['This field is required.'],
      state: ['This field is required.'],
      zipcode: ['This field is required.'],
      sms_opt_in: ['This field is required.'],
    })
  })

  it('is trimmed, so that the validated text is what is sent', () => {
    expect(checkRequest(aRequest({ first_name: '  Ada ' }))).toMatchObject({ request: { first_name: 'Ada' } })
  })

  it.each(['middle_name', 'suffix', 'address2', 'phone', 'title', 'sms_opt_in_subscriber'])(
    'never has %s empty, null or false (R-A35, R-A37, R-A40, R-A42, R-A47, R-A50)',
    (field) => {
      for (const value of ['', null, false]) {
        expect(Object.keys(errorsOf({ ...aRequest(), [field]: value }))).toEqual([field])
      }
    },
  )

  it('is rejected with a key that is not one of the 15', () => {
    expect(errorsOf({ ...aRequest(), utm_source: 'x', site: 'y' })).toEqual({
      non_field_errors: ["Got unknown fields: {'utm_source', 'site'}"],
    })
  })

  it.each([
    [null, 'No data provided'],
    [[], 'Invalid data. Expected a dictionary, but got list.'],
    ['a', 'Invalid data. Expected a dictionary, but got str.'],
    [1, 'Invalid data. Expected a dictionary, but got int.'],
    [1.5, 'Invalid data. Expected a dictionary, but got float.'],
    [true, 'Invalid data. Expected a dictionary, but got bool.'],
  ])('cannot be %j (X14)', (value, message) => {
    expect(errorsOf(value)).toEqual({ non_field_errors: [message] })
  })

  it('needs consent as the literal true (R-A46)', () => {
    expect(errorsOf({ ...aRequest(), sms_opt_in: false })).toEqual({ sms_opt_in: ['Must be true'] })
    for (const value of ['true', 1, 'on']) {
      expect(errorsOf({ ...aRequest(), sms_opt_in: value })).toEqual({ sms_opt_in: ['Must be a valid boolean.'] })
    }
  })

  it('accepts the five titles, without dots (R-A31)', () => {
    expect(errorsOf({ ...aRequest(), title: 'Mr.' })).toEqual({ title: ['"Mr." is not a valid choice.'] })
  })

  it('in Tennessee needs a title, and not Mx (R-A32, R-A33)', () => {
    expect(errorsOf(aRequest({ state: 'TN' }))).toEqual({ title: ['This field is required.'] })
    expect(errorsOf(aRequest({ state: 'TN', title: 'Mx' }))).toEqual({
      title: ['Tennesee does not allow a title of Mx.'],
    })
    expect(errorsOf(aRequest({ state: 'TN', title: 'Ms' }))).toEqual({})
    expect(errorsOf(aRequest({ state: 'KY', title: 'Mx' }))).toEqual({})
  })

  it('is from one of 51 jurisdictions; territories and lower case are rejected (R-A44, X8)', () => {
    expect(stateCodes).toHaveLength(51)
    for (const state of stateCodes) expect(errorsOf(aRequest({ state, title: 'Ms' }))).toEqual({})
    for (const state of ['PR', 'GU', 'AS', 'VI', 'MP', 'ma', 'Massachusetts', 'toString']) {
      expect(errorsOf({ ...aRequest(), state })).toEqual({ state: [`"${state}" is not a valid choice.`] })
    }
  })

  it('never throws, whatever the input', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(fc.constantFrom(...requestFields, '__proto__', 'constructor'), fc.string()),
          fc.jsonValue(),
        ),
        (value) => {
          const result = checkRequest(value)
          return (
            result.ok || Object.keys(result.errors).every((key) => isRequestField(key) || key === 'non_field_errors')
          )
        },
      ),
    )
  })
})

describe("the service's answer", () => {
  it.each([0, 1, 2])('can have %i buttons (R-A61)', (count) => {
    const read = parseResponse(aResponse({ buttons: aResponse().buttons.slice(0, count) }))
    expect(read?.response.buttons).toHaveLength(count)
    expect(read?.violations).toEqual([])
  })

  it.each([
    '2026-03-02T16:04:05Z',
    '2026-03-02T16:04:05.123456Z',
    '2026-03-02T16:04:05+00:00',
    '2026-03-02T16:04:05.123456+00:00',
  ])('can have the expiry %s (X12)', (expiry) => {
    expect(UtcDateTime.parse(expiry)).toBe(expiry)
    expect(
      parseResponse(aResponse({ buttons: [aButton({ url_expiry: expiry })] }))?.response.buttons[0]?.url_expiry,
    ).toBe(expiry)
  })

  it.each(['soon', '2026-03-02', '2026-03-02T16:04:05', '2026-03-02T16:04:05-05:00', '2026-13-02T16:04:05Z', 7])(
    'loses an unreadable expiry, %j, and keeps its button',
    (expiry) => {
      const read = parseResponse({ message_markdown: '', buttons: [{ ...aButton(), url_expiry: expiry }] })
      expect(read?.response.buttons[0]).not.toHaveProperty('url_expiry')
      expect(read?.violations).toEqual(['buttons[0].url_expiry is not a UTC datetime'])
    },
  )

  it('has one primary button: the first of several, or the first button if there is none (R-A64, X11)', () => {
    const primaries = (...flags: boolean[]) =>
      parseResponse(aResponse({ buttons: flags.map((primary) => aButton({ primary })) }))?.response.buttons.map(
        (button) => button.primary,
      )
    expect(primaries(true, true)).toEqual([true, false])
    expect(primaries(false, false)).toEqual([true, false])
    expect(primaries(false, true)).toEqual([false, true])
  })

  it('keeps its text and its good buttons when others are bad or too many', () => {
    const read = parseResponse(
      aResponse({
        buttons: [
          { message_text: 'No address' } as never,
          aButton(),
          aButton({ primary: false }),
          aButton({ primary: false }),
        ],
      }),
    )
    expect(read?.response.buttons).toHaveLength(2)
    expect(read?.indexes).toEqual([1, 2])
    expect(read?.violations).toEqual([
      'buttons[0] has no usable message_text and url',
      '3 buttons instead of at most 2',
    ])
  })

  it('has an event when its key is there, also null, 0, an empty text and false (R-A69, X13)', () => {
    for (const event of [null, 0, '', false, [], 'x']) {
      const read = parseResponse(aResponse({ buttons: [aButton({ event_tracking: event })] }))
      expect(read?.response.buttons[0]).toHaveProperty('event_tracking', event)
    }
    const { event_tracking: _, ...without } = aButton()
    expect(parseResponse(aResponse({ buttons: [without] }))?.response.buttons[0]).not.toHaveProperty('event_tracking')
  })

  it('accepts unknown keys', () => {
    expect(parseResponse({ ...aResponse(), new_key: 1 })?.response).toHaveProperty('new_key', 1)
  })

  it.each([null, [], 'text', { buttons: [] }, { message_markdown: 7, buttons: [] }])(
    'with %j says nothing about the outcome (R-A60)',
    (value) => {
      expect(parseResponse(value)).toBeUndefined()
    },
  )

  it('is parsed without throwing, whatever the input', () => {
    fc.assert(
      fc.property(fc.record({ message_markdown: fc.string(), buttons: fc.jsonValue() }), (value) => {
        const buttons = parseResponse(value)?.response.buttons ?? []
        return buttons.length <= 2 && (buttons.length === 0 || buttons.filter((button) => button.primary).length === 1)
      }),
    )
  })
})
