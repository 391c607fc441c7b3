import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { bffPaths } from '../contract/routes.ts'
import { canariesIn, canaryRequest } from '../contract/testing/canaries.ts'
import { aWholeRequest } from '../contract/testing/samples.ts'
import { createBff } from './create-bff.ts'
import type { LogLine } from './observability/log.ts'
import {
  answerOf,
  createFailingMeter,
  partnerOrigin,
  problemOf,
  register,
  reportClick,
  settingsOf,
  theOptions,
} from './testing/bff-requests.ts'
import { respond } from './testing/fake-service.ts'
import { sharedFakeService } from './testing/shared-fake-service.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { NotSentError, type Transport } from './upstream/transport.ts'
import { undiciTransports } from './upstream/transport-undici.ts'
import { version } from './utils.ts'

const service = await sharedFakeService()

const quiet = { log: () => undefined }
const get = (url: string, init?: RequestInit) => new Request(`http://bff.test${url}`, init)

describe('every response', () => {
  it.each([
    ['GET', bffPaths.settings, 200],
    ['GET', bffPaths.health, 200],
    ['HEAD', bffPaths.health, 200],
    ['POST', bffPaths.choices, 415],
    ['POST', bffPaths.registrations, 403],
    ['GET', bffPaths.registrations, 405],
    ['PUT', bffPaths.choices, 405],
    ['DELETE', bffPaths.settings, 405],
    ['GET', '/', 404],
    ['GET', '/settings/', 404],
    ['POST', '/v1/event/track/', 404],
    ['GET', '/%2fsettings', 404],
    ['OPTIONS', '/settings', 403],
  ])('to %s %s is %i with security headers and does not identify the server', async (method, url, status) => {
    const bff = createBff(theOptions(service.url), quiet)
    const response = await bff.fetch(get(url, { method }))
    expect(response.status).toBe(status)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      vary: expect.stringMatching(/(^|, )Origin$/),
    })
    expect(response.headers.has('server') || response.headers.has('x-powered-by')).toBe(false)
    if (status >= 400) expect(await problemOf(response)).toMatchObject({ status })
    if (status !== 200) expect(response.headers.get('cache-control')).toBe('no-store')
    if (status === 405) expect(response.headers.get('allow')).toContain('OPTIONS')
  })

  it('over TLS has Strict-Transport-Security', async () => {
    const bff = createBff(theOptions(service.url), quiet)
    const response = await bff.fetch(new Request('https://bff.test/healthz'))
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000')
  })

  it.each<[string, number, string | undefined, boolean]>([
    ['a TLS proxy', 1, 'https', true],
    ['a TLS proxy that writes in capitals', 1, 'HTTPS', true],
    ['the first of two proxies', 2, 'https, http', true],
    ['the second of two, which passes it on', 2, 'https', true],
    ['a proxy without TLS', 1, 'http', false],
    ['a proxy that says nothing', 1, undefined, false],
    ['a proxy in front of ours', 1, 'https, http', false],
    ['a proxy that is not ours', 0, 'https', false],
  ])('behind $0 has Strict-Transport-Security: $3', async (_which, trustProxyHops, proto, isAsked) => {
    const bff = createBff({ ...theOptions(service.url), trustProxyHops }, quiet)
    const headers = proto === undefined ? {} : { 'X-Forwarded-Proto': proto }
    const { headers: answered } = await bff.fetch(get(bffPaths.health, { headers }))
    expect(answered.get('strict-transport-security')).toBe(isAsked ? 'max-age=31536000' : null)
  })

  it('to an unexpected internal error reveals nothing about it', async () => {
    const lines: LogLine[] = []
    const bff = createBff(theOptions(service.url), {
      log: (line) => lines.push(line),
      meter: createFailingMeter('KEYCANARY in a message'),
    })
    const response = await register(bff)
    expect(response.status).toBe(500)
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ code: 'internal', outcome: 'unknown' })
    expect(JSON.stringify([problem, lines])).not.toContain('KEYCANARY')
    expect(lines.at(-1)).toMatchObject({ level: 'error', cause: 'TypeError', reference: problem.reference })
  })
})

describe('GET /settings', () => {
  it('is cached for a minute and answers 304 when unchanged', async () => {
    const bff = createBff(theOptions(service.url), quiet)
    const first = await bff.fetch(get(bffPaths.settings, { headers: { Origin: partnerOrigin } }))
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60, must-revalidate')
    expect(first.headers.get('access-control-allow-origin')).toBe(partnerOrigin)
    const tag = first.headers.get('etag') ?? ''
    const again = (value: string) => bff.fetch(get(bffPaths.settings, { headers: { 'If-None-Match': value } }))
    for (const value of [tag, `W/${tag}`, `"x", ${tag}`]) expect((await again(value)).status).toBe(304)
    expect((await again('"x"')).status).toBe(200)
  })

  it("has fictional names and the sandbox's pages against the sandbox, and says so", async () => {
    const settings = await settingsOf(createBff(theOptions(service.url), quiet))
    expect(settings).toMatchObject({
      operator: { name: 'Sandbox Vote Service', terms_url: `${service.url}/_sandbox/terms` },
      official_site: { url: `${service.url}/_sandbox/official` },
      features: { sandbox: true, subscriber_opt_in: true },
    })
    expect(Object.keys(settings.wording)).toEqual(['en', 'es'])
  })
})

it('GET /healthz reports ok and the version', async () => {
  const response = await createBff(theOptions(service.url), quiet).fetch(get(bffPaths.health))
  expect(await response.json()).toEqual({ status: 'ok', version })
})

it('createBff works below another path when configured so', async () => {
  const bff = createBff(theOptions(service.url, { basePath: '/api/register' }), quiet)
  expect((await bff.fetch(get('/api/register/healthz'))).status).toBe(200)
  expect((await bff.fetch(get('/api/register/choices'))).status).toBe(405)
  expect((await bff.fetch(get('/healthz'))).status).toBe(404)
})

describe('confidential data', () => {
  /** Typed values, and two members that are not fields (threat 38). */
  const canaries = { ...canaryRequest, extra: 'CANARYextra', CANARYkey: 1 }
  const secret = theOptions('').apiKeySecret
  const encodings = [secret, btoa(secret), encodeURIComponent(secret), btoa(`${theOptions('').apiKeyId}:${secret}`)]

  it('such as the key and voter input is in no other response, log line or problem (R-A102)', async () => {
    const told: string[] = []
    const lines: string[] = []
    const bff = createBff(theOptions(service.url, { logLevel: 'debug' as const }), {
      log: (line) => lines.push(JSON.stringify(line)),
      deadlines: { registration: 100, late: 10, tracking: 100, pause: 1 },
    })
    const echo = JSON.stringify({ email: [JSON.stringify(canaries)], [JSON.stringify(canaries)]: ['x'] })
    const problems = [
      respond(500, JSON.stringify(canaries)),
      respond(400, JSON.stringify({ detail: canaries.email })),
      respond(401, '{}', { 'www-authenticate': `Basic realm="${secret}"` }),
      respond(302, '', { location: `https://elsewhere.example/?${encodeURIComponent(secret)}` }),
      respond(429, canaries.email, { 'retry-after': canaries.email }),
      respond(200, `{"message_markdown":1,"x":"${canaries.email}"}`),
      () => undefined,
    ]
    for (const answer of problems) {
      service.answerWith(answer)
      told.push(await everything(await register(bff, { body: canaryRequest })))
    }
    for (const body of [canaries, JSON.stringify(canaries).slice(0, -1), { ...aWholeRequest(), state: 'CANARY' }]) {
      const answer = await everything(await register(bff, { body }))
      if (answer.includes('application/problem+json')) told.push(answer)
    }
    service.answerWith(respond(400, echo))
    await register(bff, { body: canaryRequest })
    const odd = [
      get(`/CANARYpath?email=${canaries.email}`),
      get(`${bffPaths.registrations}?email=${canaries.email}`, { method: 'PATCH' }),
      get(bffPaths.settings, {
        headers: { 'X-Canary': canaries.email, Origin: `https://${canaries.last_name.toLowerCase()}.example` },
      }),
    ]
    for (const request of odd) told.push(await everything(await bff.fetch(request)))
    told.push(await everything(await reportClick(bff, canaries.email)))
    await bff.close()
    expect(lines.length).toBeGreaterThan(12)
    const all = told.join('\n') + lines.join('\n')
    expect(canariesIn(all)).toEqual([])
    for (const canary of [...encodings, 'CANARY']) expect(all).not.toContain(canary)
  })

  it('such as links of an answer is in no log line: they open the record of a voter (rules B.2.11)', async () => {
    const lines: LogLine[] = []
    const bff = createBff(theOptions(service.url), { log: (line) => lines.push(line) })
    service.answerWith(
      respond(
        200,
        '{"message_markdown":"MDCANARY","buttons":[{"message_text":"a","url":"ftp://URLCANARY/?token=JWTCANARY"}]}',
      ),
    )
    await register(bff)
    expect(lines.some(({ code }) => code === 'contract_violation')).toBe(true)
    expect(JSON.stringify(lines)).not.toMatch(/CANARY/i)
  })
})

describe('BFF storage', () => {
  const dataDir = temporaryFolder()

  it('is opened by createBff in DATA_DIR and keeps clicks across instances', async () => {
    const options = { ...theOptions(service.url), dataDir }
    const key = crypto.randomUUID()
    for (const _ of ['first', 'second']) {
      const bff = createBff(options, { log: () => undefined })
      expect((await register(bff, { key })).status).toBe(200)
      await bff.close()
    }
    expect(service.registrations()).toHaveLength(1)
  })

  it('that cannot be opened gives a 503 for each request and is named in the log', async () => {
    const lines: LogLine[] = []
    const noFolder = path.join(import.meta.dirname, 'create-bff.test.ts')
    const bff = createBff({ ...theOptions(service.url), dataDir: noFolder }, { log: (line) => lines.push(line) })
    const response = await bff.fetch(new Request(`http://bff.test${bffPaths.settings}`))
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'storage_unavailable', outcome: 'not_sent' })
    expect(lines.find(({ code }) => code === 'storage_unavailable')?.message).toContain('DATA_DIR')
    await bff.close()
  })

  it('in memory tries to deliver waiting clicks when the BFF stops, and logs the rest (R-A94)', async () => {
    const lines: LogLine[] = []
    const { send } = undiciTransports()
    let attempts = 0
    const transport: Transport = (request) => {
      if (!request.url.includes('/event/')) return send(request)
      attempts++
      return Promise.reject(new NotSentError('ECONNREFUSED'))
    }
    const bff = createBff(theOptions(service.url), { log: (line) => lines.push(line), transport })
    const { buttons } = await answerOf(await register(bff))
    expect((await reportClick(bff, buttons[0]?.click_token)).status).toBe(202)
    await expect.poll(() => lines.map(({ code }) => code)).toContain('report_delayed')
    await bff.close(500)
    expect(attempts).toBeGreaterThan(1)
    expect(lines.find(({ code }) => code === 'report_lost')).toMatchObject({
      level: 'error',
      attempts: expect.any(Number),
    })
  })
})

async function everything(response: Response): Promise<string> {
  return JSON.stringify([...response.headers]) + (await response.text())
}
