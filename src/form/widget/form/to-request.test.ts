import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkRequest } from '../../../contract/registration.ts'
import { requestFields, titles } from '../../../contract/request-fields.ts'
import { stateCodes } from '../../../contract/states.ts'
import { aRequest, typedPerson } from '../../../contract/testing/samples.ts'
import { asciiEmail } from '../../../contract/text.ts'
import { toCalendarDay } from './birth-date.ts'
import { emptyValues, type FormValues } from './fields.ts'
import { validateValues } from './form-schema.ts'
import { serialize, toRequest } from './to-request.ts'

const today = { year: 2026, month: 3, day: 2 }

/** The values of a voter without special cases. */
function typed(change: Partial<FormValues> = {}): FormValues {
  return {
    ...emptyValues,
    ...typedPerson,
    agree: true,
    ...change,
  }
}

/** The error codes, by control. */
function wrongIn(values: FormValues): Record<string, string> {
  const { fields } = validateValues(values, { today })
  return Object.fromEntries(Object.entries(fields).map(([field, [code = '']]) => [field, code]))
}

describe('an email address with an internationalized domain (R-A39)', () => {
  it.each([
    'ada@bücher.example',
    'ada@mail.例え.example',
    'ada@пример.example',
    'ada@straße.example',
    'ada@пример.испытание',
    'ada@例え.テスト',
    'ada@例え.xn--zckzah',
  ])('is accepted, and converted by the BFF for the service: %s', (email) => {
    expect(wrongIn(typed({ email }))).toEqual({})
    const request = toRequest(typed({ email }), today)
    expect(checkRequest({ ...request, email: asciiEmail(request.email) }).ok).toBe(true)
  })
})

describe('the request body', () => {
  it('has what is required, and no key for an empty field (R-A50, B.2.2)', () => {
    expect(toRequest(typed({ middleName: ' ', phone: '\u00a0', suffix: '\u200b' }), today)).toStrictEqual(aRequest())
  })

  it('has all 15 fields when all are filled in, cleaned (R-A51)', () => {
    const body = toRequest(
      typed({
        title: 'Ms',
        firstName: '  A\u030angstro\u0308m ',
        middleName: 'Q\ud800',
        suffix: 'Jr.\0',
        birthMonth: '04',
        birthDay: ' 7',
        email: ' ada@example.org\t',
        phone: '(617) 555-1234',
        address1: '10\tTest\nStreet',
        address2: 'Apt 4',
        zipcode: '02108-1234',
        subscriber: true,
      }),
      today,
    )
    expect(body).toStrictEqual({
      title: 'Ms',
      first_name: 'Ångström',
      middle_name: 'Q',
      last_name: 'Sample',
      suffix: 'Jr.',
      date_of_birth: '1990-04-07',
      email: 'ada@example.org',
      phone: '+16175551234',
      address1: '10 Test Street',
      address2: 'Apt 4',
      city: 'Boston',
      state: 'MA',
      zipcode: '02108',
      sms_opt_in: true,
      sms_opt_in_subscriber: true,
    })
    expect(Object.keys(body)).toEqual(requestFields)
  })

  it('does not contain values that the form has not accepted', () => {
    expect(() => toRequest(typed({ agree: false }), today)).toThrow(/checkValues/)
    expect(() => toRequest(typed({ birthYear: '90' }), today)).toThrow(/checkValues/)
  })

  it('is accepted by the service, whatever was typed, or the form has rejected it', () => {
    const messy = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ maxLength: 20 }),
      fc.constantFrom('', ' ', '\0', '\ud800', '\u200b', 'é'.repeat(256), '😀'.repeat(257), '\u0085x\u001c'),
    )
    const orGood = (good: fc.Arbitrary<string>) =>
      fc.oneof({ weight: 9, arbitrary: good }, { weight: 1, arbitrary: messy })
    const name = orGood(fc.string({ minLength: 1, maxLength: 40 }))
    const values: fc.Arbitrary<FormValues> = fc.record({
      title: orGood(fc.constantFrom('', ...titles)),
      firstName: name,
      middleName: name,
      lastName: name,
      suffix: name,
      birthMonth: orGood(fc.integer({ min: 1, max: 12 }).map(String)),
      birthDay: orGood(fc.integer({ min: 1, max: 31 }).map(String)),
      birthYear: orGood(fc.integer({ min: 1890, max: 2030 }).map(String)),
      email: orGood(fc.oneof(fc.emailAddress(), fc.constant('ada@example.org'))),
      phone: orGood(fc.oneof(fc.constant(''), fc.stringMatching(/^\+?[0-9() .-]{7,18}$/))),
      address1: name,
      address2: name,
      city: name,
      state: orGood(fc.constantFrom(...stateCodes)),
      zipcode: orGood(fc.stringMatching(/^[0-9]{5}(-[0-9]{4})?$/)),
      agree: fc.constant(true),
      subscriber: fc.boolean(),
    })
    let accepted = 0
    fc.assert(
      fc.property(values, (one) => {
        if (Object.keys(validateValues(one, { today }).fields).length > 0) return
        accepted++
        const body: unknown = JSON.parse(JSON.stringify(toRequest(one, today)))
        expect(checkRequest(body)).toStrictEqual({ ok: true, request: body })
      }),
      { numRuns: 3000 },
    )
    expect(accepted).toBeGreaterThan(20)
  })
})

describe('form validation', () => {
  it('rejects nothing that a typical voter types', () => {
    expect(wrongIn(typed())).toEqual({})
  })

  it('reports everything that is required and missing in one pass', () => {
    expect(wrongIn(emptyValues)).toEqual({
      firstName: 'firstNameMissing',
      lastName: 'lastNameMissing',
      birthMonth: 'dateMissing',
      birthDay: 'dateMissing',
      birthYear: 'dateMissing',
      email: 'emailMissing',
      address1: 'address1Missing',
      city: 'cityMissing',
      state: 'stateMissing',
      zipcode: 'zipcodeMissing',
      agree: 'agreeMissing',
    })
  })

  it.each<[string, Partial<FormValues>, Record<string, string>]>([
    ['no title in Tennessee (R-A32)', { state: 'TN' }, { title: 'titleMissing' }],
    ['Mx in Tennessee (R-A33)', { state: 'TN', title: 'Mx' }, { title: 'titleNotInTennessee' }],
    ['257 code points (R-A30)', { city: '😀'.repeat(257) }, { city: 'tooLong' }],
    ['an e-mail address of 255 (X6)', { email: `${'a'.repeat(243)}@example.org` }, { email: 'emailTooLong' }],
    ['an e-mail address whose name is not ASCII', { email: 'é@example.org' }, { email: 'emailInvalid' }],
    ['an internationalized domain of one label', { email: 'ada@bücher' }, { email: 'emailInvalid' }],
    ['a top-level domain of one letter', { email: 'ada@пример.и' }, { email: 'emailInvalid' }],
    ['an e-mail address without a domain', { email: 'ada@' }, { email: 'emailInvalid' }],
    ['a phone number that nobody has (X7)', { phone: '555-555-5555' }, { phone: 'phoneInvalid' }],
    ['a phone number with an extension', { phone: '617 555 1234 x5' }, { phone: 'phoneExtension' }],
    ['four digits of a ZIP code (R-A45)', { zipcode: '2108' }, { zipcode: 'zipcodeInvalid' }],
    ['a territory (X8)', { state: 'PR' }, { state: 'stateMissing' }],
    ['a date without its day', { birthDay: '' }, { birthDay: 'dateInvalid' }],
    ['a day that no month has', { birthDay: '32' }, { birthDay: 'dateInvalid' }],
    [
      'a date of which only the day is there',
      { birthMonth: '', birthYear: '' },
      { birthMonth: 'dateInvalid', birthYear: 'dateInvalid' },
    ],
    ['a year of two digits', { birthYear: '90' }, { birthYear: 'dateInvalid' }],
    ['a year before 1900 (X5)', { birthYear: '1899' }, { birthYear: 'dateTooLongAgo' }],
  ])('says what is wrong with %s', (_, change, wanted) => {
    expect(wrongIn(typed(change))).toEqual(wanted)
  })

  it('rejects a date that is not in the calendar, and a future one, as a whole', () => {
    const all = (code: string) => ({ birthMonth: code, birthDay: code, birthYear: code })
    expect(wrongIn(typed({ birthMonth: '2', birthDay: '30' }))).toEqual(all('dateInvalid'))
    expect(wrongIn(typed({ birthMonth: '3', birthDay: '3', birthYear: '2026' }))).toEqual(all('dateInFuture'))
    expect(wrongIn(typed({ birthMonth: '3', birthDay: '2', birthYear: '2026' }))).toEqual({ birthYear: 'yearDoubtful' })
  })

  it('asks about a year of birth under 13 and over 120 years once, and then accepts it', () => {
    const cases: [month: string, day: string, year: string, isAsked: boolean][] = [
      ['3', '2', '2026', true],
      ['10', '12', '2025', true],
      ['3', '3', '2013', true],
      ['3', '2', '2013', false],
      ['12', '31', '2012', false],
      ['2', '29', '2008', false],
      ['4', '12', '1990', false],
      ['3', '3', '1905', false],
      ['3', '2', '1905', true],
      ['1', '1', '1900', true],
    ]
    const differ = cases.flatMap(([birthMonth, birthDay, birthYear, isAsked]) => {
      const values = typed({ birthMonth, birthDay, birthYear })
      const sure = (sureYear: string) =>
        Object.keys(validateValues(values, { today, confirmedYear: sureYear }).fields).length === 0
      const got = [wrongIn(values)['birthYear'] === 'yearDoubtful', sure(birthYear), sure('1850')]
      return String(got) === String([isAsked, true, !isAsked]) ? [] : [{ birthMonth, birthDay, birthYear, got }]
    })
    expect(differ).toEqual([])
  })

  it('uses the voter’s day by default', () => {
    const { year } = toCalendarDay(new Date())
    expect(validateValues(typed({ birthYear: String(year + 1) })).fields).not.toEqual({})
    expect(validateValues(typed()).fields).toEqual({})
  })

  it('accepts 256 code points (X3)', () => {
    expect(wrongIn(typed({ firstName: ` ${'😀'.repeat(256)} `, address2: 'é'.repeat(256) }))).toEqual({})
  })
})

it('the request body has the fields in order and nothing that a page put on every object', () => {
  const clean = serialize(aRequest())
  expect(clean).toBe(JSON.stringify(aRequest()))
  Reflect.defineProperty(Object.prototype, 'polluted', { value: 'x', enumerable: true, configurable: true })
  Reflect.defineProperty(Array.prototype, 'toJSON', { value: () => 'x', configurable: true })
  const polluted = serialize(aRequest())
  Reflect.deleteProperty(Object.prototype, 'polluted')
  Reflect.deleteProperty(Array.prototype, 'toJSON')
  expect(polluted).toBe(clean)
})
