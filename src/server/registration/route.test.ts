import * as fc from 'fast-check'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { bffHeaders } from '../../contract/bff-api.ts'
import { bffPaths } from '../../contract/routes.ts'
import { aButton, aRequest, aResponse, aWholeRequest } from '../../contract/testing/samples.ts'
import { type Bff, createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { memoryStore } from '../store/memory-store.ts'
import {
  answerOf,
  createFailingMeter,
  partnerOrigin,
  problemOf,
  realOptions,
  register,
  registrationRequest,
  reportClick,
  settingsOf,
  theOptions,
} from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { undiciTransport } from '../upstream/transport-undici.ts'
import { version } from '../utils.ts'

const service = await sharedFakeService()
const transport = undiciTransport(service.url)
let bff: Bff
let lines: LogLine[]
let time: number

afterAll(() => transport.close())
beforeEach(() => {
  lines = []
  time = Date.UTC(2026, 2, 2, 15, 4, 5)
  bff = createBff(theOptions(service.url), {
    transport: transport.send,
    log: (line) => lines.push(line),
    clock: { now: () => time },
  })
})

describe('the request to the service', () => {
  it('is the validated request, with the key and fixed headers only (R-A03, R-A100, rules B.2.3)', async () => {
    await register(bff, {
      body: { ...aWholeRequest(), first_name: '  Ada ' },
      headers: { Cookie: 'a=b', Accept: 'text/html', Authorization: 'Basic xxxx', 'X-Forwarded-For': '1.2.3.4' },
    })
    const [heard] = service.heard
    expect(heard?.path).toBe('/v1/registration/external/request/')
    expect(JSON.parse(heard?.body ?? '')).toEqual(aWholeRequest())
    expect(heard?.headers).toEqual({
      host: new URL(service.url).host,
      connection: 'keep-alive',
      authorization: `Basic ${btoa('00000000-0000-4000-8000-000000000001:KEYCANARY-0f2d4c/+=?&%')}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(heard?.body ?? '')),
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': `voter-registration/${version}`,
    })
  })

  it('contains the last of duplicate keys, which is the one that was validated (threat 10)', async () => {
    const body = JSON.stringify(aRequest())
    const twice = body.replace('"sms_opt_in":true', '"sms_opt_in":true,"sms_opt_in":false')
    expect(await (await register(bff, { body: twice })).json()).toEqual({ sms_opt_in: ['Must be true'] })
    await register(bff, { body: body.replace('{', '{"first_name":"Other",') })
    expect(service.registrations().map((heard) => JSON.parse(heard.body).first_name)).toEqual(['Ada'])
  })

  it('never has a key or value of another type, whatever is sent', async () => {
    const keys = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toJSON', 'extra', 'suffix', 'address2')
    await fc.assert(
      fc.asyncProperty(fc.dictionary(keys, fc.jsonValue(), { minKeys: 1 }), async (more) => {
        service.heard.length = 0
        // Built as text: an object literal would treat `__proto__` as its prototype.
        const members = Object.entries(more).map(([key, value]) => `,${JSON.stringify(key)}:${JSON.stringify(value)}`)
        const body = JSON.stringify(aRequest()).replace(/\}$/, `${members.join('')}}`)
        const { status } = await register(bff, { body })
        const sent = service.registrations().map((heard) => JSON.parse(heard.body))
        expect(sent).toHaveLength(status === 200 ? 1 : 0)
        for (const request of sent) {
          expect(Object.values(request).every((value) => typeof value === 'string' || value === true)).toBe(true)
        }
      }),
    )
    expect(Object.hasOwn(Object.prototype, 'x')).toBe(false)
  })
})

it('the voter’s source is in the log line of the registration, and never goes to the service', async () => {
  const headers = { [bffHeaders.campaign]: 'utm_source=letter&utm_campaign=fall+2026' }
  await register(bff, { body: aRequest(), headers })
  const came = { utm_source: 'letter', utm_campaign: 'fall 2026' }
  expect(lines.filter(({ campaign }) => campaign !== undefined)).toMatchObject([
    { route: bffPaths.registrations, campaign: came },
  ])
  expect(JSON.stringify(service.heard)).not.toContain('letter')
})

it('a registration is accepted with every spelling of the content type of JSON in UTF-8', async () => {
  const types = [
    'application/json',
    'Application/JSON',
    'application/json;',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json ; charset = utf-8',
    'application/json; version=1; charset="utf-8"',
    'application/json; charset=utf-8; boundary=x',
    'application/json; profile="https://a.example/"',
  ]
  const statuses = await Promise.all(
    types.map(async (type) => [type, (await register(bff, { headers: { 'Content-Type': type } })).status]),
  )
  expect(statuses).toEqual(types.map((type) => [type, 200]))
})

describe('a registration is rejected before anything is sent', () => {
  it.each([
    null,
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/json; charset="utf-16"',
    'application/json+x; charset="utf-8"',
    'text/plain; x="application/json"',
    'application/jsonp',
  ])('with the content type %s (threat 12)', (type) =>
    refused({ headers: { 'Content-Type': type }, body: JSON.stringify(aRequest()) }, 415, 'unsupported_media_type'),
  )

  it('with a content encoding (threat 6)', () =>
    refused({ headers: { 'Content-Encoding': 'gzip' } }, 415, 'unsupported_media_type'))

  it.each([null, '', 'x', '1', '11111111-1111-4111-8111-11111111111', '{11111111-1111-4111-8111-111111111111}'])(
    'with the idempotency key %s',
    (key) => refused({ headers: { [bffHeaders.idempotencyKey]: key } }, 400, 'idempotency_key_missing'),
  )

  it.each([null, '', 'en', 'en-00000000'])('with the consent version %s (R-A12, R-A13)', (consent) =>
    refused({ headers: { [bffHeaders.consentVersion]: consent } }, 409, 'consent_outdated'),
  )

  it.each(['', '{', '{"a":1}{', 'null,', '\u0000', '{a:1}'])('with the body %j', (body) =>
    refused({ body }, 400, 'bad_request'),
  )

  it.each([
    ['not UTF-8', [0x7b, 0x22, 0xff, 0x22, 0x7d]],
    ['overlong', [0x22, 0xc0, 0xaf, 0x22]],
    ['half a character', [0x22, 0xe2, 0x82]],
  ])('with bytes that are %s (threat 11)', (_what, bytes) =>
    refused({ body: Uint8Array.from(bytes) }, 400, 'bad_request'),
  )

  it.each([
    [0, 400],
    [1, 400],
    [16_383, 200],
    [16_384, 200],
    [16_385, 413],
    [50_000_000, 413],
  ])('with a body of %i bytes: %i (threat 6)', async (size, status) => {
    const json = JSON.stringify(aRequest())
    const body = size < json.length ? ' '.repeat(size) : json + ' '.repeat(size - json.length)
    expect((await register(bff, { body })).status).toBe(status)
    const whole = await registrationRequest(bff, { body })
    const chunked = new Request(whole, { body: chunksOf(body), duplex: 'half' } as RequestInit)
    expect((await bff.fetch(chunked)).status).toBe(status)
    expect(service.registrations()).toHaveLength(status === 200 ? 2 : 0)
  })

  it('with a Content-Length that is too large, without being read', async () => {
    const request = await registrationRequest(bff, { headers: { 'Content-Length': '16385' } })
    expect((await bff.fetch(request)).status).toBe(413)
    expect(request.bodyUsed).toBe(false)
  })

  it.each([
    [{ zipcode: '1' }, { zipcode: ['Zip codes are 5 digits'] }],
    [{ first_name: 'a\u0000b' }, { first_name: ['Null characters are not allowed.'] }],
    [{ last_name: '\ud800' }, { last_name: ['Surrogate characters are not allowed: U+D800.'] }],
    [{ city: { a: [1] } }, { city: ['Not a valid string.'] }],
    // The partner's own text messages need a number (R-A48); forms of release 0.1 do not require one.
    [{ extra: 1 }, { non_field_errors: ["Got unknown fields: {'extra'}"] }],
  ])("with %j, in the specification's shape (R-A81)", async (change, errors) => {
    const response = await register(bff, { body: { ...aRequest(), ...change } })
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual(errors)
    expect(service.heard).toEqual([])
  })

  it('with a body nested too deeply, without a crash (threat 8)', async () => {
    const body = `{"city":${'['.repeat(8_000)}${']'.repeat(8_000)}}`
    expect((await register(bff, { body })).status).toBe(400)
  })

  it('but not for a byte order mark', async () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(JSON.stringify(aRequest()))])
    expect((await register(bff, { body: bytes })).status).toBe(200)
  })
})

describe('a form older than MIN_FORM_VERSION', () => {
  const from = (form: string | null, key = crypto.randomUUID()) =>
    register(bff, { key, headers: { [bffHeaders.formVersion]: form } })
  const retiring = () =>
    createBff({ ...theOptions(service.url), minFormVersion: version }, { transport: transport.send, log: () => {} })

  it('is rejected, and nothing is sent', async () => {
    bff = retiring()
    expect((await settingsOf(bff)).min_form_version).toBe(version)
    const answer = await from('0.0.99')
    expect(answer.status).toBe(409)
    expect(await problemOf(answer)).toMatchObject({ code: 'upgrade_required', outcome: 'not_sent' })
    expect(service.registrations()).toEqual([])
  })

  it.each([version, '0.10.0', null, 'mailcanary@voter.example'])('is not one with the version %j', async (form) => {
    bff = retiring()
    expect((await from(form)).status).toBe(200)
  })

  it('still gets the outcome of what it has sent before', async () => {
    const store = memoryStore()
    const dependencies = { transport: transport.send, log: () => {}, store }
    const key = crypto.randomUUID()
    bff = createBff(theOptions(service.url), dependencies)
    expect((await from('0.0.99', key)).status).toBe(200)
    bff = createBff({ ...theOptions(service.url), minFormVersion: version }, dependencies)
    expect((await from('0.0.99', key)).status).toBe(200)
    expect(service.registrations()).toHaveLength(1)
  })

  it('does not exist if no minimum version is set: the settings name none', async () => {
    expect(await settingsOf(bff)).not.toHaveProperty('min_form_version')
    expect((await from('0.0.1')).status).toBe(200)
  })
})

it('an impossible date of birth is rejected at its field, as in the form (X5)', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const future = 'Date of birth must be in the past'
  const old = 'Year must be 1900 or later'
  const cases: Record<string, string | undefined> = {
    '2999-01-01': future,
    '9999-12-31': future,
    [later(2)]: future,
    [later(400)]: future,
    '1899-12-31': old,
    '1737-04-12': old,
    '0001-01-01': old,
    '1900-01-01': undefined,
    '1990-04-12': undefined,
    [today]: undefined,
  }
  const byClock = createBff(theOptions(service.url), { transport: transport.send, log: () => undefined })
  const found = await Promise.all(
    Object.keys(cases).map(async (date_of_birth) => {
      const answer = await register(byClock, { body: { ...aRequest(), date_of_birth } })
      return [date_of_birth, answer.status === 200 ? undefined : (await answer.json()).date_of_birth?.[0]]
    }),
  )
  expect(Object.fromEntries(found)).toEqual(cases)
})

describe('the phone number of a registration', () => {
  const withPhone = (phone: string, key = crypto.randomUUID()) =>
    register(bff, { key, body: { ...aRequest(), email: `a${phone.slice(1)}@example.org`, phone } })
  it('is rejected at its field when it is toll-free, and nothing is sent', async () => {
    const answer = await withPhone('+18005551234')
    expect(answer.status).toBe(400)
    const message = 'Enter your own phone number, not a toll-free or premium one, or leave it empty'
    expect(await answer.json()).toEqual({ phone: [message] })
    expect(service.registrations()).toEqual([])
  })

  it('can be missing with the partner’s texts: the specification does not ask for it', async () => {
    const { phone: _none, ...body } = { ...aRequest(), phone: '', sms_opt_in_subscriber: true }
    expect((await register(bff, { body })).status).toBe(200)
    expect(JSON.parse(service.registrations().at(-1)?.body ?? '')).toMatchObject({ sms_opt_in_subscriber: true })
  })

  it('counts for nothing when it is rejected, and leaves no receipt of a rejection', async () => {
    bff = createBff(
      { ...theOptions(service.url), rateLimits: true, botCheck: 'off' },
      { transport: transport.send, log: (line) => lines.push(line) },
    )
    for (let times = 0; times < 5; times++) expect((await withPhone('+18005551234')).status).toBe(400)
    expect(lines.filter(({ upstream_status }) => upstream_status !== undefined)).toEqual([])
    expect((await withPhone('+16175551234')).status).toBe(200)
  })

  it('is validated before anything is stored, also with the key of a form that was not sent', async () => {
    const store = memoryStore()
    const begun: string[] = []
    const forms = {
      ...store.forms,
      startAttempt: (...form: Parameters<typeof store.forms.startAttempt>) => {
        begun.push(form[0].key)
        return store.forms.startAttempt(...form)
      },
    }
    const dependencies = { transport: transport.send, log: () => {}, store: { ...store, forms } }
    bff = createBff(theOptions(service.url), dependencies)
    const key = crypto.randomUUID()
    expect((await withPhone('+18005551234', key)).status).toBe(400)
    expect(begun).toEqual([])
    service.answerWith(respond(400, JSON.stringify({ phone: ['Enter a valid phone number.'] })))
    expect((await withPhone('+16175551234', key)).status).toBe(400)
    expect((await withPhone('+18005551234', key)).status).toBe(400)
    expect([begun.length, service.registrations().length]).toEqual([1, 1])
  })
})

describe('one form', () => {
  it('reaches the service once, however often and concurrently it is sent (threat 17, B.2.7)', async () => {
    const key = crypto.randomUUID()
    const all = await Promise.all(Array.from({ length: 50 }, () => register(bff, { key })))
    expect(all.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(service.registrations()).toHaveLength(1)
    expect((await register(bff, { key: key.toUpperCase() })).status).toBe(200)
    expect(service.registrations()).toHaveLength(1)
  })

  it('cannot share its key with another body or another page (threat 18)', async () => {
    const two = createBff(theOptions(service.url, { allowedOrigins: [partnerOrigin, 'https://other.example'] }), {
      transport: transport.send,
      log: () => undefined,
    })
    const key = crypto.randomUUID()
    await register(two, { key })
    const stolen = await register(two, { key, headers: { Origin: 'https://other.example' } })
    expect(stolen.status).toBe(422)
    expect(await problemOf(stolen)).toMatchObject({ code: 'idempotency_key_reused', outcome: 'not_sent' })
    expect((await register(two, { key, body: aRequest({ first_name: 'Eve' }) })).status).toBe(422)
    expect(service.registrations()).toHaveLength(1)
  })

  it.each([
    ['another API key', { ...realOptions(), apiKeySecret: 'another', rateLimits: false }],
    ['the same service in other letters', { upstreamUrl: '/' }],
  ])('keeps its answer when the server restarts with %s', async (_what, change) => {
    const store = memoryStore()
    const options = { ...theOptions(service.url), encryptionKey: 'ab'.repeat(32) }
    const upstreamUrl = service.url + ('upstreamUrl' in change ? change.upstreamUrl : '')
    const dependencies = { transport: transport.send, log: () => undefined, store }
    const key = crypto.randomUUID()
    const before = createBff(options, dependencies)
    const first = await answerOf(await register(before, { key }))
    await before.close()
    const after = createBff({ ...options, ...change, upstreamUrl }, dependencies)
    expect(await answerOf(await register(after, { key }))).toMatchObject({ message_markdown: first.message_markdown })
    expect(service.registrations()).toHaveLength(1)
    await after.close()
  })

  it('is not resent when an internal error loses its answer', async () => {
    bff = createBff(theOptions(service.url), {
      transport: transport.send,
      log: (line) => lines.push(line),
      meter: createFailingMeter('x'),
    })
    const key = crypto.randomUUID()
    expect(await problemOf(await register(bff, { key }))).toMatchObject({ code: 'internal', outcome: sentPerhaps })
    expect(await problemOf(await register(bff, { key }))).toMatchObject({
      code: 'upstream_unknown',
      outcome: sentPerhaps,
    })
    expect(service.registrations()).toHaveLength(1)
  })

  it('has its own reference for each request, and counts down', async () => {
    service.answerWith(respond(200, JSON.stringify(aResponse()), { date: 'Mon, 02 Mar 2026 15:04:05 GMT' }))
    const key = crypto.randomUUID()
    const first = await answerOf(await register(bff, { key }))
    time += 60_000
    const second = await answerOf(await register(bff, { key }))
    expect(first.buttons[1]?.expires_in_ms).toBe(3_600_123)
    expect(second.buttons[1]?.expires_in_ms).toBe(3_540_123)
    expect(second.reference).not.toBe(first.reference)
    expect(lines.at(-1)).toMatchObject({ replayed: true, reference: second.reference })
  })

  it('with an internationalized email domain is sent as xn--, and nothing of what is rejected', async () => {
    const emailed = (email: unknown) => register(bff, { body: { ...aRequest(), email } })
    expect((await emailed(' ada@bücher.example ')).status).toBe(200)
    expect((await emailed('ada@bü\u00adcher.example\u202c')).status).toBe(200)
    for (const email of ['é@bücher.example', 'ada@bücher', 7, null]) {
      const response = await emailed(email)
      expect(response.status).toBe(400)
      expect(Object.keys((await response.json()) as object)).toEqual(['email'])
    }
    const sent = service.registrations().map(({ body }) => JSON.parse(body).email)
    expect(sent).toEqual(['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'])
  })

  it('is sent even if the page closes meanwhile', async () => {
    const request = await registrationRequest(bff)
    const gone = new AbortController()
    const answer = bff.fetch(new Request(request, { signal: gone.signal }))
    gone.abort()
    await answer.catch(() => undefined)
    await expect.poll(() => service.registrations().length).toBe(1)
  })
})

describe('the answer for the page', () => {
  it('has the time to expiry by the clock of the service, else by ours (X12)', async () => {
    const expiring = aResponse({ buttons: [aButton({ url_expiry: '2026-03-02T16:04:05Z' })] })
    service.answerWith(respond(200, JSON.stringify(expiring), { date: 'Mon, 02 Mar 2026 16:04:00 GMT' }))
    expect((await answerOf(await register(bff))).buttons[0]?.expires_in_ms).toBe(5_000)
    service.answerWith((response) => {
      response.sendDate = false
      respond(200, JSON.stringify(expiring))(response, { path: '', headers: {}, body: '' })
    })
    expect((await answerOf(await register(bff))).buttons[0]?.expires_in_ms).toBe(3_600_000)
  })

  it.each(['null', '0', '""', 'false'])('has a click token for the event %s (R-A69, X13)', async (event) => {
    service.answerWith(respond(200, withEvent(event)))
    expect((await answerOf(await register(bff))).buttons[0]?.click_token).toMatch(/^v1\./)
  })

  it('has no click token for a button without an event (R-A08)', async () => {
    service.answerWith(
      respond(200, '{"message_markdown":"","buttons":[{"message_text":"a","primary":true,"url":"https://x.example"}]}'),
    )
    expect((await answerOf(await register(bff))).buttons[0]).not.toHaveProperty('click_token')
  })

  it('links to a state without TLS, and logs its host once, without the rest of the address', async () => {
    const options = { ...theOptions(service.url), ...realOptions(), encryptionKey: 'ab'.repeat(32), rateLimits: false }
    const log = (line: LogLine) => lines.push(line)
    const real = createBff(options, { transport: transport.send, log, store: memoryStore() })
    service.answerWith(
      respond(200, JSON.stringify(aResponse({ buttons: [aButton({ url: 'http://state.example/?id=7' })] }))),
    )
    for (const _ of [1, 2]) {
      expect((await answerOf(await register(real))).buttons[0]?.url).toBe('http://state.example/?id=7')
    }
    await real.close()
    const named = lines.filter(({ code }) => code === 'button_without_tls')
    expect(named.map(({ level, site }) => [level, site])).toEqual([['warn', 'state.example']])
  })

  it('has the right event for each button, also when some are omitted', async () => {
    service.answerWith(
      respond(
        200,
        `{"message_markdown":"","buttons":[${button('7', '1')},${button('"b"', '2')},${button('"c"', '3')}]}`,
      ),
    )
    const { buttons } = await answerOf(await register(bff))
    for (const { click_token: text } of buttons) await reportClick(bff, text)
    await expect.poll(() => service.events().map(({ body }) => body)).toEqual(['2', '3'])
    expect(lines.find(({ code }) => code === 'contract_violation')?.contract_violations).toEqual([
      'buttons[0] has no usable message_text and url',
      '0 primary buttons instead of 1',
    ])
  })

  it('has no click token when the event is too large to be sent', async () => {
    service.answerWith(respond(200, withEvent(JSON.stringify('x'.repeat(4_000)))))
    expect((await answerOf(await register(bff))).buttons[0]).not.toHaveProperty('click_token')
    expect(lines.find(({ code }) => code === 'contract_violation')?.contract_violations).toEqual([
      'buttons[0].event_tracking is event_too_large',
    ])
  })
})

const sentPerhaps = 'unknown'

const refused = async (sending: Parameters<typeof register>[1], status: number, code: string) => {
  const response = await register(bff, sending)
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(await problemOf(response)).toMatchObject({ code, outcome: 'not_sent', status })
  expect(service.heard).toEqual([])
}

const button = (text: string, event: string) =>
  `{"message_text":${text},"primary":false,"url":"https://x.example/","event_tracking":${event}}`

function withEvent(event: string): string {
  return `{"message_markdown":"","buttons":[{"message_text":"a","primary":true,"url":"https://x.example/","event_tracking":${event}}]}`
}

function chunksOf(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close()
      else controller.enqueue(bytes.subarray(at, at + 1000))
      at += 1000
    },
  })
}
