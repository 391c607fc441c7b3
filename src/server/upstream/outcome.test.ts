import { createServer as createTlsServer } from 'node:https'
import { createServer } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import { listenOnFreePort } from '../../contract/testing/listen-on-free-port.ts'
import { aResponse } from '../../contract/testing/samples.ts'
import { type Bff, createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { answerOf, problemOf, register, theOptions } from '../testing/bff-requests.ts'
import { certificates, sampleKey } from '../testing/certificates.ts'
import { type FakeService, respond, startFakeService } from '../testing/fake-service.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { toOutcome } from './outcome.ts'
import { NotSentError, type Transport } from './transport.ts'
import { undiciTransport } from './transport-undici.ts'
import { createUpstream, defaultDeadlines } from './upstream.ts'

const deadlines = { ...defaultDeadlines, pause: 5 }

const service = await sharedFakeService()

describe('the response of the service', () => {
  let lines: LogLine[]
  let bff: Bff
  const bffOn = (url: string, registration = deadlines.registration) =>
    createBff(theOptions(url), {
      transport: undiciTransport(url).send,
      deadlines: { ...deadlines, registration },
      log: (line) => lines.push(line),
    })

  beforeEach(() => {
    lines = []
    bff = bffOn(service.url)
  })

  it('200 gives the answer, with the events encrypted', async () => {
    const response = await register(bff)
    expect(response.status).toBe(200)
    const answer = await answerOf(response)
    expect(answer.message_markdown).toBe(aResponse().message_markdown)
    expect(answer.buttons.map((button) => button.click_token !== undefined)).toEqual([true, false])
    expect(JSON.stringify(answer)).not.toContain('FinishExternal')
  })

  it("400 with messages gives the specification's map as it came (R-A81)", async () => {
    const map = { zipcode: ['Zip codes are 5 digits'], non_field_errors: ['a', 'b'], new_key: ['c'] }
    service.answerWith(respond(400, JSON.stringify(map)))
    const response = await register(bff)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual(map)
    expect(lines.at(-1)).toMatchObject({ field_names: ['zipcode', 'non_field_errors', 'unknown'], outcome: 'not_sent' })
  })

  it.each([401, 403])('%i gives "not sent" and no password dialog (threat 2)', async (status) => {
    service.answerWith(respond(status, '{"detail":"No such API key"}', { 'www-authenticate': 'Basic realm="api"' }))
    const response = await register(bff)
    expect(response.status).toBe(503)
    expect(response.headers.has('www-authenticate')).toBe(false)
    expect(await problemOf(response)).toMatchObject({ code: 'upstream_auth', outcome: 'not_sent' })
  })

  it.each([
    ['500 HTML', respond(500, '<h1>Server Error (500)</h1>', { 'content-type': 'text/html' })],
    ['502', respond(502, '')],
    ['503', respond(503, '', { 'retry-after': '9' })],
    ['504', respond(504, '')],
    ['200 HTML', respond(200, '<h1>Hello</h1>', { 'content-type': 'text/html' })],
    ['200 without a type', respond(200, '{}', { 'content-type': '' })],
    ['200 empty', respond(200, '')],
    ['200 half JSON', respond(200, '{"message_markdown":"# Mass')],
    [
      '200 not UTF-8',
      (response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0x22, 0xff, 0x22])),
    ],
    ['200 list', respond(200, '[]')],
    ['200 null', respond(200, 'null')],
    ['200 NaN', respond(200, 'NaN')],
    ['200 without text', respond(200, '{"buttons":[]}')],
    ['200 gzip', respond(200, 'x', { 'content-encoding': 'gzip' })],
    ['200 too big', respond(200, JSON.stringify({ message_markdown: 'x'.repeat(300_000), buttons: [] }))],
    ['201', respond(201, JSON.stringify(aResponse()))],
    ['204', (response) => response.writeHead(204).end()],
    ['a reset after it was read', (response) => response.socket?.resetAndDestroy()],
    ['a closed connection', (response) => response.socket?.end()],
    [
      'an answer cut short',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
        response.write('{"message_markdown":"')
        setTimeout(() => response.socket?.destroy(), 20)
      },
    ],
    ['no HTTP at all', (response) => response.socket?.end('hello\r\n\r\n')],
  ] satisfies [string, Parameters<FakeService['answerWith']>[0]][])(
    '%s gives an unknown outcome and is never retried',
    async (_what, answer) => {
      service.answerWith(answer)
      const response = await register(bff)
      expect(response.status).toBe(502)
      expect(await problemOf(response)).toMatchObject({ code: 'upstream_unknown', outcome: 'unknown' })
      expect(service.registrations()).toHaveLength(1)
    },
  )

  it('that comes too late gives an unknown outcome, and is stored for the same form', async () => {
    const answers: (() => void)[] = []
    service.answerWith((response) => {
      answers.push(() => respond(200, JSON.stringify(aResponse()))(response, { path: '', headers: {}, body: '' }))
    })
    bff = bffOn(service.url, 400)
    const key = crypto.randomUUID()
    const first = await register(bff, { key })
    expect(first.status).toBe(504)
    expect(await problemOf(first)).toMatchObject({ code: 'upstream_unknown', outcome: 'unknown' })
    expect((await register(bff, { key })).status).toBe(504)
    for (const answer of answers) answer()
    await expect.poll(() => lines.some((line) => line.code === 'late_response')).toBe(true)
    await expect.poll(async () => (await register(bff, { key })).status).toBe(200)
    expect(service.registrations()).toHaveLength(1)
  })

  it('that never ends is not read to its end (threat 21)', async () => {
    let written = 0
    service.answerWith((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => {
        written += 65_536
        response.write(' '.repeat(65_536))
      }, 1)
      response.on('close', () => clearInterval(timer))
    })
    expect(await problemOf(await register(bff))).toMatchObject({ outcome: 'unknown' })
    expect(written).toBeLessThan(20_000_000)
  })

  it('with an endless unwanted body closes the connection (threat 21)', async () => {
    let isClosed = false
    service.answerWith((response) => {
      response.writeHead(503, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write(' '.repeat(65_536)), 1)
      response.on('close', () => {
        clearInterval(timer)
        isClosed = true
      })
    })
    expect(await problemOf(await register(bff))).toMatchObject({ outcome: 'unknown' })
    await expect.poll(() => isClosed).toBe(true)
  })

  it('cannot come from a service that is down: not sent, after one retry', async () => {
    const gone = await startFakeService()
    await gone.close()
    const response = await register(bffOn(gone.url))
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(await problemOf(response)).toMatchObject({ code: 'upstream_unreachable', outcome: 'not_sent' })
    expect(lines.at(-1)).toMatchObject({
      cause: 'ECONNREFUSED',
      message: expect.stringContaining('Check UPSTREAM_URL'),
    })
  })

  it('cannot come without a valid certificate: not sent (threat 23)', async () => {
    const { port, close } = await listenOnFreePort(createTlsServer({ key: sampleKey, cert: certificates.selfSigned }))
    const response = await register(bffOn(`https://127.0.0.1:${port}`))
    expect(await problemOf(response)).toMatchObject({ code: 'upstream_unreachable', outcome: 'not_sent' })
    await close()
  })
})

describe('a call that sent nothing', () => {
  it.each(['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED'])(
    'because of %s is repeated once, then reported as not sent',
    async (code) => {
      let calls = 0
      const bff = bffWith(async () => {
        calls++
        throw new NotSentError(code)
      })
      expect(await problemOf(await register(bff))).toMatchObject({ outcome: 'not_sent', code: 'upstream_unreachable' })
      expect(calls).toBe(2)
      await register(bff, { key: '11111111-1111-4111-8111-111111111111' })
      await register(bff, { key: '11111111-1111-4111-8111-111111111111' })
      expect(calls).toBe(6)
    },
  )

  it.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ETIMEDOUT'])(
    'cannot be one with %s, which is never repeated',
    async (code) => {
      let calls = 0
      const bff = bffWith(async () => {
        calls++
        throw Object.assign(new Error(`secret in a message ${code}`), { code })
      })
      expect(await problemOf(await register(bff))).toMatchObject({ outcome: 'unknown' })
      expect(calls).toBe(1)
    },
  )

  it('can be due to a host without an address', async () => {
    const transport = undiciTransport('https://nobody.invalid')
    const send = transport.send({
      url: 'https://nobody.invalid/v1/',
      method: 'POST',
      headers: {},
      body: '',
      signal: AbortSignal.timeout(20_000),
    })
    await expect(send).rejects.toBeInstanceOf(NotSentError)
    await transport.close()
  })

  it('can be due to a host that does not connect in time', async () => {
    // A server that never completes the TLS handshake.
    const { port, close } = await listenOnFreePort(createServer(() => undefined))
    const url = `https://127.0.0.1:${port}`
    const transport = undiciTransport(url, { timeout: 300 })
    const signal = AbortSignal.timeout(20_000)
    const send = transport.send({ url: `${url}/v1/`, method: 'POST', headers: {}, body: '', signal })
    await expect(send).rejects.toMatchObject({ name: 'NotSentError', code: 'UND_ERR_CONNECT_TIMEOUT' })
    await transport.close()
    await close()
  })
})

describe('getOutcome', () => {
  const url = 'https://service.example/request'
  const getOutcomeOf = (status: number, headers: Record<string, string> = {}, body = '') =>
    toOutcome({ status, header: (name) => headers[name], body: new Blob([body]).stream(), discard }, url)

  it('says for every status whether the service may have the registration (R-A84, redirects B.2.5)', async () => {
    const statuses: Record<string, number[]> = {}
    for (let status = 200; status < 600; status++) {
      const { type } = await getOutcomeOf(status)
      statuses[type] = [...(statuses[type] ?? []), status]
    }
    const { unknown, ...certain } = statuses
    expect(certain).toEqual({
      contract_error: [400, 404, 405, 406, 411, 413, 414, 415, 421, 426, 431],
      unauthorized: [401, 403],
      busy: [429],
    })
    expect(unknown).toHaveLength(400 - 14)
  })

  it.each(['{"detail":"JSON parse error - x"}', '<h1>Bad request</h1>', '{}'])(
    'treats 400 %s, which has no messages by field, as our fault (X14)',
    async (body) => expect(await getOutcomeOf(400, {}, body)).toEqual({ type: 'contract_error', status: 400 }),
  )

  it.each([
    [301, '/request/', 'contract_error'],
    [308, '/request/', 'contract_error'],
    [302, '/request/', 'unknown'],
    [301, 'https://elsewhere.example/request/', 'unknown'],
    [308, '/elsewhere/', 'unknown'],
  ])('maps %i to %s to %s (X31)', async (status, location, type) =>
    expect(await getOutcomeOf(status, { location })).toMatchObject({ type }),
  )

  it.each([
    ['7', 7],
    ['0', 1],
    ['86400', 60],
    ['soon', 5],
    [undefined, 5],
  ])('reads Retry-After %s of a 429 as %i s', async (sent, seconds) => {
    const headers: Record<string, string> = sent === undefined ? {} : { 'retry-after': sent }
    expect(await getOutcomeOf(429, headers)).toEqual({ type: 'busy', status: 429, retryAfter: seconds })
  })
})

const bffWith = (transport: Transport) =>
  createBff(theOptions('http://127.0.0.1:1'), { transport, deadlines, log: () => undefined })

const discard = () => undefined

describe('a click report', () => {
  const world = { clock: Date, log: () => undefined, meter: undefined }
  const report = (url: string, deadline?: number) =>
    createUpstream(
      { upstreamUrl: url, authorization: '' },
      {},
      { ...world, transport: undiciTransport(url).send },
    ).report('{}', deadline)

  it.each([
    [201, 'delivered'],
    [302, 'failed'],
    [400, 'rejected'],
    [401, 'failed'],
    [403, 'failed'],
    [404, 'rejected'],
    [408, 'failed'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
  ] as const)('that gets %i is %s', async (status, type) => {
    service.answerEventsWith(respond(status, ''))
    expect(await report(service.url)).toMatchObject({ type, status })
  })

  it('without an answer in time is unknown; one without a connection has failed', async () => {
    service.answerEventsWith(() => undefined)
    expect(await report(service.url, 50)).toMatchObject({ type: 'unknown' })
    expect(await report('http://127.0.0.1:1')).toMatchObject({ type: 'failed' })
  })
})
