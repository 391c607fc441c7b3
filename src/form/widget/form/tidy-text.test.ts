import { describe, expect, it } from 'vitest'
import { checkRequest } from '../../../contract/registration.ts'
import type { RequestField } from '../../../contract/request-fields.ts'
import { aRequest, typedPerson } from '../../../contract/testing/samples.ts'
import { asciiEmail, normalizeText } from '../../../contract/text.ts'
import { emptyValues, type FormField, type FormValues } from './fields.ts'
import { validateValues } from './form-schema.ts'
import { toRequest } from './to-request.ts'

const today = { year: 2026, month: 3, day: 2 }

/** What is sent of a form with this value, or its error. */
function sentOf(field: FormField, value: string, as: RequestField): string | undefined {
  const values: FormValues = { ...emptyValues, ...typedPerson, agree: true, [field]: value }
  const [code] = Object.values(validateValues(values).fields).flat()
  return code ?? String(toRequest(values, today)[as] ?? '')
}

/** What the server makes of the same value, sent to it directly, or its error. */
function servedOf(as: RequestField, value: string): string | undefined {
  const checked = checkRequest({ ...aRequest(), [as]: as === 'email' ? asciiEmail(normalizeText(value)) : value })
  return checked.ok ? String(checked.request[as]) : Object.values(checked.errors).flat()[0]
}

describe('a pasted value', () => {
  it('is sent as the voter sees it, by the form and by the server', () => {
    const cases: [FormField, RequestField, typed: string, sent: string][] = [
      ['zipcode', 'zipcode', '\u200e78701', '78701'],
      ['zipcode', 'zipcode', '\u202a78701\u202c', '78701'],
      ['zipcode', 'zipcode', '7\u200b8\u20607\ufeff01', '78701'],
      ['zipcode', 'zipcode', '\ufffc78701', '78701'],
      ['zipcode', 'zipcode', '\u2068\u316478701\u2069', '78701'],
      ['zipcode', 'zipcode', '78701\ufe0e', '78701'],
      ['email', 'email', '\u200fada@example.org\u200f', 'ada@example.org'],
      ['email', 'email', 'ada@\u00adexample.org', 'ada@example.org'],
      ['email', 'email', '\u3000ada@exam\u2011ple.org\u2003', 'ada@exam-ple.org'],
      ['email', 'email', 'ada\u200d@example.org', 'ada@example.org'],
      ['phone', 'phone', '\u2066+16175551234\u2069', '+16175551234'],
      ['phone', 'phone', '+1617555\ufe0f1234', '+16175551234'],
      ['phone', 'phone', '\ufffc+16175551234\u3164', '+16175551234'],
      ['phone', 'phone', '+1617555\u{e0131}1234', '+16175551234'],
      ['firstName', 'first_name', '\u200eJos\u00ad\u00e9\u202c', 'Jos\u00e9'],
      ['firstName', 'first_name', 'A\u202eda', 'Ada'],
      ['firstName', 'first_name', 'Mary\u00a0Ann\u3164', 'Mary Ann'],
      ['firstName', 'first_name', 'J\u200do\u034fhn\ufe0f', 'John'],
      ['lastName', 'last_name', 'Smith\u2212Jones', 'Smith-Jones'],
      ['city', 'city', '\u{e0020}Bos\u2063ton\ufff9', 'Boston'],
      ['address1', 'address1', '10\u2002Test\u2028Street', '10 Test Street'],
      ['address1', 'address1', '10\ufffc Test Street', '10 Test Street'],
    ]
    const differ = cases.flatMap(([field, as, typed, sent]) => {
      const got = { form: sentOf(field, typed, as), server: servedOf(as, typed) }
      return got.form === sent && got.server === sent ? [] : [{ as, typed: spelled(typed), sent, ...got }]
    })
    expect(differ).toEqual([])
  })

  it('is cleaned in parts too: a day, a year, and a number with a minus sign', () => {
    const parts = { birthDay: '\u200e12\ufe0f', birthYear: '\u202a1990\u202c\ufffc', birthMonth: '4\u200b' }
    const values = { ...emptyValues, ...typedPerson, agree: true, ...parts }
    expect(toRequest({ ...values, phone: '617\u2212555\u22121234', zipcode: '78701\u22121234' }, today)).toMatchObject({
      date_of_birth: '1990-04-12',
      phone: '+16175551234',
      zipcode: '78701',
    })
    expect(servedOf('date_of_birth', '\u200e1990\u221204\u201112\ufffc')).toBe('1990-04-12')
  })

  it('keeps joiners and variation selectors inside names that are written with them', () => {
    const names = [
      'نیم\u200cفاصله',
      'علی\u200cرضا',
      'ශ්\u200dරී',
      'චන්ද්\u200dර',
      'क्\u200dष',
      'ന്\u200d',
      '葛\u{e0100}城',
      'ক্\u200cষ',
      '\u1820\u180b',
    ]
    expect(names.map((name) => [sentOf('firstName', name, 'first_name'), servedOf('first_name', name)])).toEqual(
      names.map((name) => [name, name]),
    )
  })
})

describe('a name that looks empty', () => {
  it('is empty in form and server: every ignorable, space, format and control character, U+2800', () => {
    const seen: string[] = []
    let tried = 0
    for (let code = 0; code <= 0x10ffff; code++) {
      const name = String.fromCodePoint(code)
      if (!/[\p{DI}\p{Z}\p{Cc}\p{Cf}\u2800]/u.test(name)) continue
      tried++
      if (normalizeText(name) !== '' || normalizeText(`${name}\u200d ${name}`) !== '') seen.push(code.toString(16))
    }
    expect(tried).toBeGreaterThan(4_000)
    expect(seen).toEqual([])
    for (const name of ['\u3164', '\u2800\u2800', '\u200d\u200c', '\ufe0f', '\u{e0041}', '\u115f\u1160', '\ufffc']) {
      expect(sentOf('firstName', name, 'first_name'), spelled(name)).toBe('firstNameMissing')
      expect(servedOf('first_name', name), spelled(name)).toBe('This field may not be blank.')
    }
  })
})

it('a lost letter is asked about, in every text', () => {
  const lost = 'Replacement characters (U+FFFD) are not allowed: a letter was lost.'
  for (const [field, as] of [
    ['firstName', 'first_name'],
    ['lastName', 'last_name'],
    ['city', 'city'],
    ['address1', 'address1'],
  ] as const) {
    expect([sentOf(field, 'Jos\ufffd', as), servedOf(as, 'Jos\ufffd')]).toEqual(['lostLetter', lost])
  }
  expect(sentOf('email', 'jos\ufffd@example.org', 'email')).toBe('lostLetter')
})

/** A text with every character that is not ASCII as its number. */
function spelled(text: string): string {
  return text.replaceAll(/\P{ASCII}/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
}
