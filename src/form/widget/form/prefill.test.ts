import { afterEach, describe, expect, it, vi } from 'vitest'
import { parsePrefill, warnAboutPrefill } from './prefill.ts'

afterEach(() => vi.restoreAllMocks())

describe('a prefill', () => {
  it('is cleaned and assigned to its fields', () => {
    const { values, invalidNames } = parsePrefill({
      title: 'Ms.',
      first_name: ' Ada ',
      date_of_birth: '1990-04-12',
      phone: '(617) 555-1234',
      state: 'ma',
      zipcode: '02108-1234',
    })
    expect(values).toEqual({
      title: 'Ms',
      firstName: 'Ada',
      birthMonth: '4',
      birthDay: '12',
      birthYear: '1990',
      phone: '+16175551234',
      state: 'MA',
      zipcode: '02108',
    })
    expect(invalidNames).toEqual([])
  })

  it('never gives consent, and an invalidNames value is reported without quoting it (R-A48)', () => {
    const prefill = {
      sms_opt_in: 'true',
      sms_opt_in_subscriber: true,
      agree: true,
      city: 'x'.repeat(257),
      state: 'PR',
      phone: 'none',
      email: 5,
      __proto__: { city: 'Boston' },
      toString: 'x',
    } as object
    expect(parsePrefill(prefill)).toEqual({
      values: {},
      invalidNames: ['sms_opt_in', 'sms_opt_in_subscriber', 'agree', 'city', 'state', 'phone', 'email', 'toString'],
    })
  })

  it('of nothing is empty', () => {
    expect(parsePrefill({ city: '', first_name: ' ' })).toEqual({ values: {}, invalidNames: [] })
  })

  it('that is invalidNames gives a warning with the known names, or with what the field accepts', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
    warnAboutPrefill(['zip', 'state', 'city'])
    expect(warn.mock.calls.flat()).toEqual([
      'voter-registration: prefill of zip cannot be used. Use title, first_name, middle_name, last_name, suffix, date_of_birth, email, phone, address1, address2, city, state, zipcode.',
      'voter-registration: prefill of state cannot be used. Use two letters such as CO.',
      'voter-registration: prefill of city cannot be used. Use text, up to 256 letters.',
    ])
  })
})
