import plansOf2022 from 'libphonenumber-js-2022/max/metadata'
import { describe, expect, it } from 'vitest'
import { aRequest, aWholeRequest } from '../contract/testing/samples.ts'
import { createSandbox, type SandboxOptions } from './create-sandbox.ts'
import { isServicePhone } from './field-checks.ts'
import { aRegistrationCall, type CallChange, keyHeader } from './testing/service-call.ts'

async function ask(body: unknown, change: CallChange = {}, options: SandboxOptions = {}) {
  const response = await createSandbox(options).fetch(aRegistrationCall(body, change))
  const text = await response.text()
  const isJson = response.headers.get('content-type') === 'application/json'
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

const basic = (pair: string) => ({ headers: { Authorization: `Basic ${btoa(pair)}` } })
const id = '00000000-0000-4000-8000-000000000001'

describe('authentication before anything else (B.1)', () => {
  it.each([
    ['no key', { headers: { Authorization: undefined } }, 'Authentication credentials were not provided.'],
    ['another scheme', { headers: { Authorization: 'Bearer x' } }, 'Authentication credentials were not provided.'],
    [
      'nothing after the scheme',
      { headers: { Authorization: 'Basic' } },
      'Invalid basic header. No credentials provided.',
    ],
    [
      'a third word',
      { headers: { Authorization: `Basic ${btoa(`${id}:sandbox-secret`)} more` } },
      'Invalid basic header. Credentials string should not contain spaces.',
    ],
    ['an unknown key', basic('00000000-0000-4000-8000-000000000002:sandbox-secret'), 'No such API key'],
    ['a wrong secret', basic(`${id}:x`), 'Incorrect API key secret'],
    ['an empty secret', basic(`${id}:`), 'Incorrect API key secret'],
  ])('answers 401 with a challenge to %s, though the body is not JSON (B.2.1)', async (_, change, message) => {
    const { status, headers, body } = await ask('{', change)
    expect([status, body]).toEqual([401, { detail: message }])
    expect(headers.get('www-authenticate')).toMatch(/^Basic realm=".+", charset="UTF-8"$/)
  })

  it.each([
    ['no colon', basic('abc')],
    ['two colons', basic(`${id}:a:b`)],
    ['a key id that is no UUID', basic('my-key:secret')],
    ['bad base64', { headers: { Authorization: 'Basic ###' } }],
    ['a secret beyond ASCII', { headers: { Authorization: `Basic ${btoa(`${id}:s\xc3\xa9cret`)}` } }],
    ['text that is not UTF-8', { headers: { Authorization: `Basic ${btoa('\xff:\xfe')}` } }],
  ])('answers an HTML 500 to %s', async (_, change) => {
    const { status, headers, body } = await ask(aRequest(), change)
    expect([status, headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    expect(body).toContain('<!doctype html>')
  })

  it('accepts white space around a key id and a secret, as the service does', async () => {
    const pairs = [
      ' id : secret ',
      'id :secret',
      'id: secret',
      ' id:secret',
      'id:secret\n',
      '\tid:secret',
      'id\u00a0:\u2003secret',
    ]
    const statuses = await Promise.all(
      pairs.map(async (pair) => {
        const text = pair.replace('id', id).replace('secret', 'sandbox-secret')
        const Authorization = `Basic ${Buffer.from(text).toString('base64')}`
        return [pair, (await ask(aRequest(), { headers: { Authorization } })).status]
      }),
    )
    expect(statuses).toEqual(pairs.map((pair) => [pair, 200]))
    expect((await ask(aRequest(), basic(`${id}: sandbox- secret`))).status).toBe(401)
  })

  it('accepts credentials with more padding than base64 needs, and spaces around', async () => {
    const Authorization = `  Basic   ${btoa(`${id}:sandbox-secret`)}===  `
    expect((await ask(aRequest(), { headers: { Authorization } })).status).toBe(200)
  })

  it('accepts the scheme in any case', async () => {
    expect((await ask(aRequest(), { headers: { Authorization: keyHeader.replace('Basic', 'bAsIc') } })).status).toBe(
      200,
    )
  })
})

describe('a request that is not a registration', () => {
  it.each([
    ['GET', 405, 'Method "GET" not allowed.'],
    ['DELETE', 405, 'Method "DELETE" not allowed.'],
  ])('because of its method %s gets %i', async (method, status, message) => {
    const answer = await ask(aRequest(), { method })
    expect([answer.status, answer.body]).toEqual([status, { detail: message }])
    expect(answer.headers.get('allow')).toBe('POST, OPTIONS')
  })

  it('because of its format gets 404, before anything else is validated', async () => {
    const call = aRegistrationCall('{', { headers: { Authorization: undefined } })
    const answer = await createSandbox().fetch(new Request(`${call.url}?format=xml`, call))
    expect([answer.status, await answer.json()]).toEqual([404, { detail: 'Not found.' }])
  })

  it.each(['service.example', 'a b', 'local_host', '127.0.0.1:x', 'user@127.0.0.1'])(
    'with the Host %j gets a 400 in HTML',
    async (host) => {
      const answer = await ask(aRequest(), { headers: { Host: host } })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    },
  )

  it('gets JSON with Allow and Vary in every response', async () => {
    for (const change of [{}, { headers: { Authorization: undefined } }, { method: 'PUT' }]) {
      const { headers } = await ask(aRequest(), change)
      expect([headers.get('allow'), headers.get('vary')]).toEqual(['POST, OPTIONS', 'Accept'])
    }
  })

  it('by GET without a key gets the error about the key first', async () => {
    expect((await ask('', { method: 'GET', headers: { Authorization: undefined } })).status).toBe(401)
  })

  it.each(['text/html,application/xhtml+xml', 'text/plain', 'image/*'])('that accepts %s gets 406', async (accept) => {
    const { status, body } = await ask(aRequest(), { headers: { Accept: accept } })
    expect([status, body]).toEqual([406, { detail: 'Could not satisfy the request Accept header.' }])
  })

  it.each(['*/*', 'application/*', 'text/html, application/json;q=0.1', undefined])(
    'is not one with Accept: %s',
    async (accept) => {
      expect((await ask(aRequest(), { headers: { Accept: accept } })).status).toBe(200)
    },
  )

  it.each(['text/plain', 'application/xml', 'application/vnd.api+json', ''])(
    'with body type %j gets 415',
    async (type) => {
      const { status, body } = await ask(aRequest(), { headers: { 'Content-Type': type } })
      expect([status, body]).toEqual([415, { detail: `Unsupported media type "${type}" in request.` }])
    },
  )

  it.each(['{"a":', '{"a":1,}', '{"a":"b', '["\\x"]', 'nope'])('with the body %j gets 400 (X14)', async (text) => {
    const { status, body } = await ask(text)
    expect([status, body]).toEqual([400, { detail: expect.stringMatching(/^JSON parse error - /) }])
  })

  it('with a very deep or long text breaks nothing', async () => {
    expect((await ask('['.repeat(200_000))).status).toBe(400)
    expect((await ask(`"${'x'.repeat(2_700_000)}"`)).status).toBe(400)
  })

  it.each([
    [[], 'Invalid data. Expected a dictionary, but got list.'],
    ['"text"', 'Invalid data. Expected a dictionary, but got str.'],
    [1, 'Invalid data. Expected a dictionary, but got int.'],
    [1.5, 'Invalid data. Expected a dictionary, but got float.'],
    [true, 'Invalid data. Expected a dictionary, but got bool.'],
    [null, 'No data provided'],
  ])('with the JSON %j, which is no object, gets 400', async (value, message) => {
    const { status, body } = await ask(value)
    expect([status, body]).toEqual([400, { non_field_errors: [message] }])
  })
})

describe('the fields of a registration (B.1)', () => {
  const required = 'This field is required.'
  const notNull = 'This field may not be null.'
  const blank = 'This field may not be blank.'
  const date = 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'

  it('are all named if they are required and missing, in one response (R-A80, R-A81)', async () => {
    const { status, body } = await ask({})
    expect([status, body]).toEqual([
      400,
      {
        first_name: [required],
        last_name: [required],
        date_of_birth: [required],
        email: [required],
        address1: [required],
        city: [required],
        state: [required],
        zipcode: [required],
        sms_opt_in: [required],
      },
    ])
  })

  it('have all their errors in one response, in the order of the fields', async () => {
    const { status, body } = await ask({
      ...aWholeRequest(),
      title: 'Dr',
      first_name: 'x'.repeat(257),
      middle_name: ' ',
      last_name: null,
      date_of_birth: '12/04/1990',
      email: 'ada',
      phone: '+15555555555',
      state: 'XX',
      zipcode: '2108',
      sms_opt_in: false,
      sms_opt_in_subscriber: 'no',
    })
    expect(status).toBe(400)
    expect(Object.entries(body)).toEqual([
      ['title', ['"Dr" is not a valid choice.']],
      ['first_name', ['Ensure this field has no more than 256 characters.']],
      ['middle_name', [blank]],
      ['last_name', [notNull]],
      ['date_of_birth', [date]],
      ['email', ['Enter a valid email address.']],
      ['phone', ['Enter a valid phone number.']],
      ['state', ['"XX" is not a valid choice.']],
      ['zipcode', ['Zip codes are 5 digits']],
      ['sms_opt_in', ['Must be true']],
      ['sms_opt_in_subscriber', ['Must be true']],
    ])
  })

  it.each([
    ['first_name', '', blank],
    ['city', ' \t\u00a0', blank],
    ['address2', '', blank],
    ['suffix', null, notNull],
    ['phone', '', blank],
    ['phone', null, notNull],
    ['email', '', blank],
    ['zipcode', '', blank],
    ['zipcode', null, notNull],
    ['title', '', '"" is not a valid choice.'],
    ['title', 'Mr.', '"Mr." is not a valid choice.'],
    ['title', 1, '"1" is not a valid choice.'],
    ['title', true, '"True" is not a valid choice.'],
    ['title', ['Mr'], '"[\'Mr\']" is not a valid choice.'],
    ['state', 'ma', '"ma" is not a valid choice.'],
    ['state', ' MA', '" MA" is not a valid choice.'],
    ['state', 'Massachusetts', '"Massachusetts" is not a valid choice.'],
    ['first_name', true, 'Not a valid string.'],
    ['first_name', ['Ada'], 'Not a valid string.'],
    ['first_name', {}, 'Not a valid string.'],
    ['first_name', 'A\0a', 'Null characters are not allowed.'],
    ['first_name', 'A\ud800', 'Surrogate characters are not allowed: U+D800.'],
    ['date_of_birth', '', date],
    ['date_of_birth', '1990-04-12 ', date],
    ['date_of_birth', '1990-02-30', date],
    ['date_of_birth', '0000-01-01', date],
    ['date_of_birth', 19900412, date],
    ['date_of_birth', null, notNull],
    ['email', 'é@x.com', 'Enter a valid email address.'],
    ['email', 'a..b@c.com', 'Enter a valid email address.'],
    ['email', 'a@b', 'Enter a valid email address.'],
    ['email', 'a@-b.com', 'Enter a valid email address.'],
    ['email', '@b.com', 'Enter a valid email address.'],
    ['phone', '+11234567890', 'Enter a valid phone number.'],
    ['phone', '555-1234', 'Enter a valid phone number.'],
    ['phone', 'call me', 'Enter a valid phone number.'],
    ['phone', '617\n5551234', 'Enter a valid phone number.'],
    ['phone', '+12115551234', 'Enter a valid phone number.'],
    ['phone', '+49123', 'Enter a valid phone number.'],
    ['zipcode', '02108-1234', 'Zip codes are 5 digits'],
    ['zipcode', '٠٢١٠٨', 'Zip codes are 5 digits'],
    ['zipcode', 2108, 'Zip codes are 5 digits'],
    ['sms_opt_in', null, notNull],
    ['sms_opt_in', 0, 'Must be true'],
    ['sms_opt_in', 'maybe', 'Must be a valid boolean.'],
    ['sms_opt_in', '', 'Must be a valid boolean.'],
    ['sms_opt_in', [], 'Must be a valid boolean.'],
    ['sms_opt_in_subscriber', false, 'Must be true'],
    ['sms_opt_in_subscriber', null, notNull],
  ])('reject %s as %j: %s', async (field, value, message) => {
    const { status, body } = await ask({ ...aRequest(), [field]: value })
    expect([status, body]).toEqual([400, { [field]: [message] }])
  })

  it.each(['90001.0', '9000.1e1', '9.0001e4'])('reject a ZIP code as the number %s (X9)', async (number) => {
    const { status, body } = await ask(
      JSON.stringify({ ...aRequest(), zipcode: 0 }).replace('"zipcode":0', `"zipcode":${number}`),
    )
    expect([status, body]).toEqual([400, { zipcode: ['Zip codes are 5 digits'] }])
  })

  it('have a message for every rule that a text violates', async () => {
    const { body } = await ask(aRequest({ first_name: `\0${'x'.repeat(256)}` }))
    expect(body).toEqual({
      first_name: ['Ensure this field has no more than 256 characters.', 'Null characters are not allowed.'],
    })
  })

  it.each([
    ['first_name', '𝒜'.repeat(256)],
    ['first_name', ` ${'x'.repeat(256)} `],
    ['first_name', 7],
    ['date_of_birth', '1990-4-2'],
    ['date_of_birth', '2999-12-31'],
    ['email', 'a@localhost'],
    ['email', 'a@éx.com'],
    ['email', ' ada@example.org '],
    ['email', '"a!b"@example.org'],
    ['email', 'a@[127.0.0.1]'],
    ['email', `${'a'.repeat(65)}@example.org`],
    ['phone', '(617) 555-1234'],
    ['phone', '1-800-FLOWERS'],
    ['phone', '617.555.1234 ext. 12'],
    ['phone', '+442079460958'],
    ['phone', '011 44 20 7946 0958'],
    ['zipcode', ' 02108 '],
    ['zipcode', 12345],
    ['sms_opt_in', 'yes'],
    ['sms_opt_in', 1],
    ['sms_opt_in_subscriber', 'on'],
  ])('accept %s as $1, as the real server does (X3 to X10)', async (field, value) => {
    expect((await ask({ ...aRequest(), [field]: value })).status).toBe(200)
  })

  it.each([6175551234, true, ['+16175551234']])(
    'break the service with a phone that is not a string, %j: HTML 500 (X7)',
    async (phone) => {
      const { status, headers } = await ask({ ...aRequest(), phone, first_name: '' })
      expect([status, headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    },
  )
})

describe('rules across valid fields (B.2.1)', () => {
  const mx = { non_field_errors: ['Tennesee does not allow a title of Mx.'] }

  it('reject unknown keys only then', async () => {
    expect((await ask({ ...aRequest(), extra: 1, zipcode: '1' })).body).toEqual({ zipcode: ['Zip codes are 5 digits'] })
    expect((await ask({ ...aRequest(), extra: 1, other: null })).body).toEqual({
      non_field_errors: ["Got unknown fields: {'extra', 'other'}"],
    })
    expect((await ask('{"__proto__":1}')).status).toBe(400)
  })

  it('reject Mx in Tennessee in both modes, with the typing error of the service (X4)', async () => {
    for (const mode of ['strict', 'faithful'] as const) {
      const { status, body } = await ask(aRequest({ state: 'TN', title: 'Mx' }), {}, { mode })
      expect([status, body]).toEqual([400, mx])
      expect((await ask(aRequest({ state: 'TN', title: 'Mx', zipcode: '1' }), {}, { mode })).body).toEqual({
        zipcode: ['Zip codes are 5 digits'],
      })
      expect((await ask(aRequest({ state: 'OR', title: 'Mx' }), {}, { mode })).status).toBe(200)
      expect((await ask(aRequest({ state: 'TN', title: 'Mrs' }), {}, { mode })).status).toBe(200)
    }
  })

  it('require a title in Tennessee in strict mode; the real server does not (R-A32)', async () => {
    const strict = await ask(aRequest({ state: 'TN' }))
    expect([strict.status, strict.body]).toEqual([400, { title: ['This field is required.'] }])
    expect((await ask(aRequest({ state: 'TN' }), {}, { mode: 'faithful' })).status).toBe(200)
  })

  it.each(['AS', 'GU', 'MP', 'PR', 'VI'])(
    'reject %s in strict mode, which breaks the real server (X8)',
    async (state) => {
      const strict = await ask({ ...aRequest(), state })
      expect([strict.status, strict.body]).toEqual([400, { state: [`"${state}" is not a valid choice.`] }])
      const faithful = await ask({ ...aRequest(), state }, {}, { mode: 'faithful' })
      expect([faithful.status, faithful.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    },
  )

  it('reject an email address of 255 characters, which breaks the real server (X6)', async () => {
    const email = `${'a'.repeat(243)}@example.org`
    expect((await ask(aRequest({ email }), {}, { mode: 'faithful' })).status).toBe(500)
    expect((await ask(aRequest({ email: email.slice(1) }), {}, { mode: 'faithful' })).status).toBe(200)
  })
})

const fields: Record<string, string> = Object.fromEntries(
  Object.entries(aWholeRequest()).map(([key, value]) => [key, value === true ? 'on' : String(value)]),
)

async function sendMultipart(extra: Record<string, string | Blob>) {
  const data = new FormData()
  for (const [key, value] of Object.entries<string | Blob>({ ...fields, ...extra })) {
    if (typeof value === 'string') data.set(key, value)
    else data.set(key, value, 'file.txt')
  }
  const request = new Request(aRegistrationCall('').url, {
    method: 'POST',
    body: data,
    headers: { Authorization: keyHeader },
  })
  return createSandbox().fetch(request)
}

describe('form bodies (B.2.4)', () => {
  const form = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }

  it('are accepted like JSON, and their empty optional fields count as absent', async () => {
    expect((await ask(new URLSearchParams(fields).toString(), form)).status).toBe(200)
    expect((await ask(new URLSearchParams({ ...fields, suffix: '', title: '' }).toString(), form)).status).toBe(200)
  })

  it('are rejected with empty required fields or an unchecked checkbox', async () => {
    const { sms_opt_in: _, ...unticked } = fields
    expect((await ask(new URLSearchParams({ ...unticked, city: '' }).toString(), form)).body).toEqual({
      city: ['This field may not be blank.'],
      sms_opt_in: ['Must be true'],
    })
  })

  it('can be multipart, but without a file in place of a text', async () => {
    expect((await sendMultipart({})).status).toBe(200)
    expect(await (await sendMultipart({ city: new Blob(['x']) })).json()).toEqual({ city: ['Not a valid string.'] })
    expect((await ask('x', { headers: { 'Content-Type': 'multipart/form-data' } })).status).toBe(400)
  })
})

describe('a phone number by its numbering plan (X7)', () => {
  it.each(['1-800-FLOWERS', '1-800-FLOWERS ext. 12', '(617) 555-1234 x5', 'tel:+16175551234'])(
    'is accepted as %s',
    (written) => {
      expect(isServicePhone(written)).toBe(true)
    },
  )

  it('is unknown with an area code of 2024 to the plans of 2022, as in the service', () => {
    expect(isServicePhone('+12355554321')).toBe(true)
    expect(isServicePhone('+12355554321', plansOf2022)).toBe(false)
    expect(isServicePhone('+16175551234', plansOf2022)).toBe(true)
  })
})
