import { createServer } from 'node:http'
import express from 'express'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { describe, expect, it } from 'vitest'
import { bffPaths, scriptsPath } from '../../contract/routes.ts'
import { createBff } from '../create-bff.ts'
import { createNodeListener } from '../node-listener.ts'
import type { LogLine } from '../observability/log.ts'
import { partnerOrigin, problemOf, register, registrationRequest, theOptions } from '../testing/bff-requests.ts'
import { listen } from '../testing/hosts/listen.ts'
import { warnAboutOrigins } from './browser-security.ts'

let calls = 0
const bff = createBff(theOptions('http://127.0.0.1:1', { allowedOrigins: [partnerOrigin, 'http://localhost:4173/'] }), {
  log: () => undefined,
  transport: async () => {
    calls++
    throw new Error('the service must not be asked')
  },
})

const preflight = (origin: string, asked?: string) =>
  bff.fetch(
    new Request(`http://bff.test${bffPaths.registrations}`, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        ...(asked !== undefined && { 'Access-Control-Request-Headers': asked }),
      },
    }),
  )

const ownHeaders = 'Content-Type,Idempotency-Key,Consent-Version,Consent-Shown,Form-Version,Campaign,Challenge-Solution'

/** Origins that look like the partner's (threat 13). */
const others = [
  ...'null * partner.example //partner.example file:// https:partner.example https:///partner.example'.split(' '),
  ...'http://partner.example https://PARTNER.example HTTPS://partner.example https://www.partner.example'.split(' '),
  ...':443 :8443 / . s .evil.example @evil.example %2eexample \\.evil.example'
    .split(' ')
    .map((end) => `https://partner.example${end}`),
  ...'#partner.example /partner.example ?https://partner.example'.split(' ').map((end) => `https://evil.example${end}`),
  ...'evilpartner.example evil-partner.example partner-example partnerXexample partner.exampl xn--prtner-4ve.example'
    .split(' ')
    .map((host) => `https://${host}`),
  'https://partner.example, https://evil.example',
  'https://evil.example, https://partner.example',
  'https://partner.example https://evil.example',
  ...'https://localhost:4173 http://localhost:41733 http://localhost http://127.0.0.1:4173'.split(' '),
  'chrome-extension://partner.example',
]

describe('an origin that is not in ALLOWED_ORIGINS', () => {
  it.each(others)('can neither send nor read: %s', async (origin) => {
    const refused = await preflight(origin, 'baggage')
    expect(refused.status).toBe(403)
    expect([...refused.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    const response = await register(bff, { headers: { Origin: origin } })
    expect(response.status).toBe(403)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
    expect(await problemOf(response)).toMatchObject({ code: 'origin_not_allowed', outcome: 'not_sent' })
    expect(calls).toBe(0)
  })

  it('can be missing, as in a program: it cannot send either', async () => {
    expect((await register(bff, { headers: { Origin: null } })).status).toBe(403)
  })
})

describe('an origin in ALLOWED_ORIGINS', () => {
  it.each([partnerOrigin, 'http://localhost:4173'])('can send and read, also with credentials: %s', async (origin) => {
    const response = await preflight(origin)
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': ownHeaders,
      'access-control-allow-credentials': 'true',
      'access-control-max-age': '86400',
      vary: 'Origin, Access-Control-Request-Headers',
    })
  })

  it.each([
    ['that monitoring adds', 'baggage,content-type,idempotency-key,newrelic,sentry-trace,traceparent,x-requested-with'],
    ['of every mark that a name may have', "!#$%&'*+-.^_`|~09az"],
    ['of 1 kB', 'x'.repeat(1024)],
  ])('can add the headers %s', async (_which, asked) => {
    const { headers } = await preflight(partnerOrigin, asked)
    expect(headers.get('access-control-allow-headers')).toBe(asked)
    expect(headers.get('vary')).toBe('Origin, Access-Control-Request-Headers')
  })

  it.each(['x'.repeat(1025), 'baggage, two words', 'a,,b', '{}', 'a"b', '', 'a:b', 'a\u00e9'])(
    'gets the list of our own headers when it asks for no list of names within 1 kB: %.20s',
    async (asked) => {
      expect((await preflight(partnerOrigin, asked)).headers.get('access-control-allow-headers')).toBe(ownHeaders)
    },
  )

  it.each([
    [bffPaths.settings, 200],
    [`${bffPaths.messages}/es`, 200],
    [`${bffPaths.states}/TN`, 404],
    [`${bffPaths.sites}?state=TN`, 404],
    [`${scriptsPath}/0.0.0/first-screen.es.json`, 404],
    [bffPaths.registrations, 405],
    [bffPaths.choices, 405],
    [bffPaths.answers, 405],
  ])('can read %s with credentials, which change nothing', async (path, status) => {
    const ask = (headers: Record<string, string>) =>
      bff.fetch(new Request(`http://bff.test${path}`, { headers: { Origin: partnerOrigin, ...headers } }))
    const [plain, decorated] = [
      await ask({}),
      await ask({ Cookie: '__Host-vr-answer=x; vr-answer=x', Authorization: 'Basic eDp4', baggage: 'a=1' }),
    ]
    expect(decorated.status).toBe(status)
    expect(decorated.headers.get('access-control-allow-origin')).toBe(partnerOrigin)
    expect(decorated.headers.get('access-control-allow-credentials')).toBe('true')
    expect(decorated.headers.has('set-cookie')).toBe(false)
    if (plain.ok) expect(await decorated.text()).toBe(await plain.text())
  })

  it('can read what went wrong, and when to try again', async () => {
    const response = await bff.fetch(await registrationRequest(bff, { body: '{' }))
    expect(response.headers.get('access-control-allow-origin')).toBe(partnerOrigin)
    expect(response.headers.get('access-control-expose-headers')).toBe('Retry-After')
  })
})

/** Hosts with their own CORS middleware in front. */
const behindCors: Record<string, (path: string, request: RequestInit) => Promise<Response>> = {
  'Hono’s cors()': async (path, request) =>
    new Hono()
      .use(cors())
      .mount('/api', (sent: Request) => bff.fetch(sent))
      .request(`http://bff.test/api${path}`, request),
  'Express’s cors()': async (path, request) => {
    const app = express()
    // All that the `cors` package does to a request that is not a preflight.
    app.use((_, response, next) => {
      response.setHeader('Access-Control-Allow-Origin', '*')
      next()
    })
    app.use('/api', createNodeListener(bff))
    const host = await listen(createServer(app), () => Promise.resolve())
    const answer = await fetch(`${host.url}/api${path}`, request)
    const text = await answer.text()
    await host.stop()
    return new Response(text, answer)
  },
}

it.each(Object.entries(behindCors))(
  'behind %s a response has the CORS header once, and a page that is not allowed registers nobody',
  async (_name, ask) => {
    const settings = await ask(bffPaths.settings, { headers: { Origin: partnerOrigin } })
    expect(settings.status).toBe(200)
    expect([partnerOrigin, '*']).toContain(settings.headers.get('access-control-allow-origin'))
    const { headers, method } = await registrationRequest(bff, { headers: { Origin: 'https://other.example' } })
    const refused = await ask(bffPaths.registrations, { method, headers, body: '{}' })
    expect(await problemOf(refused)).toMatchObject({ code: 'origin_not_allowed' })
  },
)

const other = 'https://other.example'

function openBff() {
  const lines: LogLine[] = []
  const opened = createBff(theOptions('http://127.0.0.1:1'), { log: (line) => void lines.push(line) })
  return {
    register: (headers: Record<string, string>) => register(opened, { headers }),
    ask: (request: RequestInit) => opened.fetch(new Request(`http://bff.test${bffPaths.settings}`, request)),
    warnings: () => lines.filter(({ code, message }) => code === 'origin_not_allowed' && message !== undefined),
  }
}

describe('the log of a forbidden origin', () => {
  it('has one line with the variable to change', async () => {
    const { ask, warnings } = openBff()
    const headers = { Origin: other }
    for (const method of ['GET', 'OPTIONS', 'GET']) await ask({ method, headers })
    const message = expect.stringMatching(/ALLOWED_ORIGINS.*browser console/)
    expect(warnings()).toEqual([{ level: 'warn', code: 'origin_not_allowed', count: 1, message }])
  })

  it.each([
    { Origin: other },
    // A host mounts this server beside its own page, and the list lacks that page.
    { Origin: 'http://bff.test', 'Sec-Fetch-Site': 'same-origin' },
  ])('has a line when that origin sends a registration: %j', async (headers) => {
    const { register: registerFrom, warnings } = openBff()
    expect((await registerFrom(headers)).status).toBe(403)
    expect(warnings()).toHaveLength(1)
  })

  it.each(['http://partner.example', 'https://partner.example:8443', 'https://www.partner.example'])(
    'names the allowed origin that %s resembles',
    async (origin) => {
      const { ask, warnings } = openBff()
      await ask({ headers: { Origin: origin } })
      expect(warnings()).toMatchObject([{ site: partnerOrigin, message: expect.stringContaining('the port or www') }])
    },
  )

  it('has no line for an allowed page, one of this server itself, or a missing origin', async () => {
    const { ask, warnings } = openBff()
    await ask({ headers: { Origin: partnerOrigin } })
    await ask({ headers: { Origin: 'http://bff.test', 'Sec-Fetch-Site': 'same-origin' } })
    await ask({})
    expect(warnings()).toEqual([])
  })
})

describe('the warning about an origin', () => {
  it('cannot flood the log: it names 20 origins at most, none of them twice', () => {
    const lines: LogLine[] = []
    const warn = warnAboutOrigins((line) => void lines.push(line))
    for (let index = 0; index < 1_000; index++) warn(`https://ada-lovelace-${index}.example`, new Set())
    expect(lines).toHaveLength(20)
    expect(JSON.stringify(lines)).not.toContain('lovelace')
  })

  it.each([undefined, `https://${'a'.repeat(300)}.example`])('is not logged for $0', (origin) => {
    const lines: LogLine[] = []
    warnAboutOrigins((line) => void lines.push(line))(origin, new Set())
    expect(lines).toEqual([])
  })
})
