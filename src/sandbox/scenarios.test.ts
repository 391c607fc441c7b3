import { describe, expect, it } from 'vitest'
import { parseResponse, RegistrationResponse } from '../contract/registration.ts'
import { type StateCode, states } from '../contract/states.ts'
import { aRequest } from '../contract/testing/samples.ts'
import { safeLink } from '../contract/text.ts'
import { createSandbox } from './create-sandbox.ts'
import { scenarios } from './scenarios.ts'
import { aRegistrationCall, aTrackingCall } from './testing/service-call.ts'

const now = Date.parse('2026-03-02T15:04:05.123Z')

/** Runs a scenario; `waits` lists the sandbox's waiting times, without any real wait. */
async function play(name: string, state: StateCode = 'MA') {
  const waits: number[] = []
  const sandbox = createSandbox({ clock: { now: () => now }, sleep: async (ms) => void waits.push(ms) })
  const email = `voter+${name}@example.org`
  const response = await sandbox.fetch(aRegistrationCall(aRequest({ email, state, title: 'Ms' })))
  const text = await response.text()
  return { sandbox, waits, response, text, accepted: sandbox.received().registrations.length === 1 }
}

const buttonsOf = (text: string) => RegistrationResponse.parse(JSON.parse(text)).buttons

describe('a scenario', () => {
  it('is selected by the email address, in any case and with any name before the plus', async () => {
    for (const email of ['a+no-button@example.org', 'Ada.Q+NO-BUTTON@Example.org', ' a+no-button@example.org ']) {
      const response = await createSandbox().fetch(aRegistrationCall(aRequest({ email })))
      expect(buttonsOf(await response.text())).toEqual([])
    }
  })

  it.each(['a+no-button@example.com', 'a+something@example.org', 'no-button@example.org', 'a+b+no-button@example.org'])(
    'is not selected by %s',
    async (email) => {
      const sandbox = createSandbox()
      expect(buttonsOf(await (await sandbox.fetch(aRegistrationCall(aRequest({ email })))).text())).toHaveLength(2)
      expect(sandbox.received().registrations[0]).not.toHaveProperty('scenario')
    },
  )

  it('needs the key: without one nothing is simulated', async () => {
    const call = aRegistrationCall(aRequest({ email: 'a+html-429@example.org' }), {
      headers: { Authorization: undefined },
    })
    expect((await createSandbox().fetch(call)).status).toBe(401)
  })

  it('that accepts or rejects comes after validation', async () => {
    for (const name of ['field-errors', 'no-button', 'bad-json', 'track-fails']) {
      const call = aRegistrationCall(aRequest({ email: `a+${name}@example.org`, zipcode: '1' }))
      expect(await (await createSandbox().fetch(call)).json()).toEqual({ zipcode: ['Zip codes are 5 digits'] })
    }
  })

  it('offers the same buttons in every state, also where there would be none', async () => {
    for (const state of ['MA', 'TX', 'ND'] as const) {
      expect(buttonsOf((await play('two-primary', state)).text)).toHaveLength(2)
      expect((await play('two-primary', state)).text).toContain(states[state])
    }
  })
})

describe('a scenario in place of the registration', () => {
  it.each([
    ['html-429', 429, { 'retry-after': '17', 'content-type': 'text/html; charset=utf-8' }],
    ['html-500', 500, { 'content-type': 'text/html; charset=utf-8' }],
    ['busy-503', 503, { 'retry-after': '7', 'content-type': 'text/html; charset=utf-8' }],
    ['auth', 401, { 'content-type': 'application/json' }],
    ['redirect', 302, { location: 'http://127.0.0.1:8788/_sandbox/redirected' }],
    ['detail-400', 400, { 'content-type': 'application/json' }],
  ])('%s answers %i and accepts nothing', async (name, status, headers) => {
    const { response, accepted } = await play(name)
    expect([response.status, accepted]).toEqual([status, false])
    expect(Object.fromEntries(response.headers)).toMatchObject(headers)
  })

  it('has a challenge in auth, a detail in detail-400', async () => {
    const auth = await play('auth')
    expect(auth.response.headers.get('www-authenticate')).toMatch(/^Basic /)
    expect(JSON.parse(auth.text)).toEqual({ detail: 'Incorrect API key secret' })
    expect(JSON.parse((await play('detail-400')).text)).toEqual({ detail: expect.any(String) })
  })

  it('lists a client that follows the redirect', async () => {
    const { sandbox, response } = await play('redirect')
    await sandbox.fetch(new Request(response.headers.get('location') ?? '', { method: 'POST' }))
    expect(sandbox.received().calls.map(({ path, scenario }) => [path, scenario])).toEqual([
      ['/v1/registration/external/request/', 'redirect'],
      ['/_sandbox/redirected', undefined],
    ])
  })
})

it.each([
  ['field-errors', ['first_name', 'date_of_birth', 'email', 'state', 'zipcode'], 6],
  ['form-error', ['non_field_errors'], 2],
  ['unknown-key-error', ['county', 'captcha'], 3],
])('scenario %s answers 400 under %j, %i messages in all', async (name, keys, count) => {
  const { response, text, accepted } = await play(name)
  const errors: Record<string, string[]> = JSON.parse(text)
  expect([response.status, accepted, Object.keys(errors)]).toEqual([400, false, keys])
  expect(Object.values(errors).flat()).toHaveLength(count)
})

describe('an accepted registration with a failed response', () => {
  it('arrives after three seconds in slow', async () => {
    const { waits, text, accepted } = await play('slow')
    expect([waits, buttonsOf(text).length, accepted]).toEqual([[3_000], 2, true])
  })

  it('does not arrive within two minutes in hang', async () => {
    const { waits, response, accepted } = await play('hang')
    expect([waits, response.status, accepted]).toEqual([[120_000], 504, true])
  })

  it('ends when the client disconnects in hang', async () => {
    const sandbox = createSandbox()
    const leave = new AbortController()
    const call = aRegistrationCall(aRequest({ email: 'a+hang@example.org' }))
    const answer = sandbox.fetch(new Request(call, { signal: leave.signal }))
    leave.abort()
    expect((await answer).status).toBe(504)
    expect(sandbox.received().calls).toMatchObject([{ status: 499, scenario: 'hang' }])
  })

  it('is cut off in bad-json', async () => {
    const { response, text, accepted } = await play('bad-json')
    expect([response.status, accepted, text.startsWith('{"message_markdown"')]).toEqual([200, true, true])
    expect(() => JSON.parse(text)).toThrow()
  })

  it('is 200 without an answer in html-200 and empty-answer', async () => {
    const html = await play('html-200')
    expect([html.response.status, html.response.headers.get('content-type'), html.accepted]).toEqual([
      200,
      'text/html; charset=utf-8',
      true,
    ])
    const { text } = await play('empty-answer')
    expect([text, parseResponse(JSON.parse(text))]).toEqual(['{}', undefined])
  })

  it('rejects when there is no connection to cut in reset', async () => {
    const call = aRegistrationCall(aRequest({ email: 'a+reset@example.org' }))
    await expect(createSandbox().fetch(call)).rejects.toThrow('The sandbox closed this connection')
  })

  it('is more than 256 KiB in huge', async () => {
    expect((await play('huge')).text.length).toBeGreaterThan(256 * 1024)
  })
})

describe('answers that violate the specification', () => {
  it.each([
    ['one-button', [true]],
    ['no-button', []],
    ['three-buttons', [true, false, false]],
    ['two-primary', [true, true]],
    ['no-primary', [false, false]],
  ])('have the primary flags of %s', async (name, primaries) => {
    expect(buttonsOf((await play(name)).text).map(({ primary }) => primary)).toEqual(primaries)
  })

  it('name in their text only methods that have a button', async () => {
    const texts = await Promise.all(
      ['one-button', 'no-button', 'two-primary'].map(async (name) => {
        const { message_markdown: text }: { message_markdown: string } = JSON.parse((await play(name)).text)
        return [name, /press/i.test(text), /Register online/.test(text), /register by mail/i.test(text)]
      }),
    )
    expect(texts).toEqual([
      ['one-button', true, true, false],
      ['no-button', false, false, false],
      ['two-primary', true, true, true],
    ])
  })

  it.each([
    ['expired', '2026-03-02T15:03:05.123000+00:00', 410],
    ['expiring', '2026-03-02T15:05:15.123000+00:00', 200],
  ])('in %s have a mail link that ends at %s', async (name, expiry, status) => {
    const { sandbox, text } = await play(name)
    const button = buttonsOf(text)[1]
    expect(button?.url_expiry).toBe(expiry)
    expect((await sandbox.fetch(new Request(button?.url ?? ''))).status).toBe(status)
  })

  it('have an unsafe address at the second button in odd-url', async () => {
    const urls = buttonsOf((await play('odd-url')).text).map(({ url }) => safeLink(url))
    expect(urls).toEqual(['http://127.0.0.1:8788/state-site/MA', undefined])
  })

  it('have a long label with HTML in long-label', async () => {
    expect(buttonsOf((await play('long-label')).text)[0]?.message_text).toMatch(/^Register online <b>.{150,}$/)
  })

  it('contain unsafe Markdown in html-markdown', async () => {
    const text = RegistrationResponse.parse(JSON.parse((await play('html-markdown')).text)).message_markdown
    for (const part of ['<script>', '<img', '![', '](javascript:', '](data:', '<iframe', '<form', '> > > >']) {
      expect(text).toContain(part)
    }
  })

  it('have more than 16 KiB, less than huge, in long-markdown', async () => {
    const { length } = (await play('long-markdown')).text
    expect(length).toBeGreaterThan(16 * 1024)
    expect(length).toBeLessThan(64 * 1024)
  })
})

describe('unusual events (R-A69, X13)', () => {
  const events = {
    object: '{"b":1.50,"a":{"list":[0,-0,1e3,null],"text":"Zoë & <b>"},"":[]}',
    array: '[{"action":1},[],"two",3.0]',
    string: '"an opaque string"',
    'empty-string': '""',
    number: '42',
    zero: '0',
    float: '1.0',
    big: '12345678901234567890',
    true: 'true',
    false: 'false',
    null: 'null',
  }

  it('are all in this test', () => {
    const names = scenarios.filter(({ name }) => name.startsWith('odd-event-')).map(({ name }) => name)
    expect(names).toEqual(Object.keys(events).map((kind) => `odd-event-${kind}`))
  })

  it.each(Object.entries(events))(
    '%s: $1 is sent character by character, and accepted unchanged',
    async (kind, raw) => {
      const { sandbox, text } = await play(`odd-event-${kind}`)
      expect(text).toContain(`"event_tracking":${raw}}`)
      expect(text.match(/"event_tracking"/g)).toHaveLength(1)
      for (const body of [raw, ` ${raw}\n`]) expect((await sandbox.fetch(aTrackingCall(body))).status).toBe(201)
      expect(sandbox.received().events.map((event) => event.raw)).toEqual([raw, ` ${raw}\n`])
    },
  )

  it.each([
    ['float', '1'],
    ['big', '12345678901234567000'],
    ['big', '12345678901234567168'],
    ['zero', 'false'],
    ['zero', '"0"'],
    ['null', '{}'],
    ['empty-string', '" "'],
    ['object', '{"b":1.5,"a":{"list":[0,0,1000,null],"text":"Zoë & <b>"},"":[]}'],
    ['array', '{"event_tracking":[{"action":1},[],"two",3.0]}'],
  ])('%s: $1 is changed, and rejected (R-A70)', async (kind, body) => {
    const { sandbox } = await play(`odd-event-${kind}`)
    expect((await sandbox.fetch(aTrackingCall(body))).status).toBe(400)
  })

  it('are rejected if they were never issued', async () => {
    for (const raw of Object.values(events)) {
      expect((await createSandbox().fetch(aTrackingCall(raw))).status).toBe(400)
    }
  })
})

/** Runs a scenario and reports the press of its first button. */
async function report(name: string) {
  const { sandbox, text, waits } = await play(name)
  const response = await sandbox.fetch(aTrackingCall(buttonsOf(text)[0]?.event_tracking))
  return { status: response.status, waits, received: sandbox.received() }
}

describe('failing reports', () => {
  it('are rejected as an unknown action in track-fails', async () => {
    const { status, received } = await report('track-fails')
    expect([status, received.events.length, received.tracking_failures.length]).toEqual([400, 0, 1])
  })

  it('get 500 in track-breaks', async () => {
    const { status, received } = await report('track-breaks')
    expect([status, received.tracking_failures.map((event) => event.status)]).toEqual([500, [500]])
  })

  it('are accepted after three seconds in track-slow', async () => {
    const { status, waits, received } = await report('track-slow')
    expect([status, waits, received.events.length]).toEqual([201, [3_000], 1])
  })
})
