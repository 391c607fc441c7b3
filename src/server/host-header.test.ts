/** The Host header: every host that Node accepts gets an answer, health checks need none, and a refused one is in the log. */
import { connect } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seed } from '../contract/testing/seed.ts'
import { hostedPage } from '../form/hosted/app.tsx'
import type { LogLine } from './observability/log.ts'
import { type RunningServer, serve } from './serve.ts'
import { theOptions } from './testing/bff-requests.ts'
import { sharedFakeService } from './testing/shared-fake-service.ts'

const service = await sharedFakeService()

/** Sends bytes; returns what is received until the connection ends. */
const exchange = (url: string, bytes: string) =>
  new Promise<string>((resolve) => {
    let answer = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.setEncoding('latin1').on('data', (text: string) => {
      answer += text
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })

const parseStatus = (answer: string) => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1])

/** Requests that use the host: a page, its file, a post, a redirect, and those that need none. */
const starts = [
  'GET /form',
  'GET /form/page.js?own',
  'POST /form',
  'GET /Form',
  'GET /healthz',
  'HEAD /readyz',
  'GET /settings',
  'POST /registrations',
  'OPTIONS /',
]

const port = fc.constantFrom('', ':', ':80', ':8787', ':0', ':99999', ':x')
/** Hosts that a parser may stumble over, and the public ones. */
const names =
  '|xn--a|a.xn--|1.2.3.4.5|256.1.1.1|0x7f.1|[::1|[::1]|[::1%25eth0]|[1]|[|]|%|%41|a%00b|a b|user@a|a/b|a?b|a#b|a\\b|a,b|..|.|-|_|localhost.|\xe9.example|\xad|\xc3\xa9|register.partner.example|REGISTER.partner.example'
const host = fc.oneof(
  fc.constantFrom(...names.split('|'), 'a'.repeat(300)),
  fc.domain(),
  fc.ipV6().map((address) => `[${address}]`),
  fc.array(fc.nat(300), { minLength: 1, maxLength: 6 }).map((parts) => parts.join('.')),
  fc.stringMatching(/^[a-z0-9.:[\]%_-]{1,12}$/),
  fc.stringMatching(/^(xn--)?[a-z0-9-]{0,8}$/),
  fc.stringMatching(/^[\t -\xff]{1,12}$/),
)

describe.each([
  ['any host', []],
  ['PUBLIC_HOSTS', ['Register.partner.example', '[::1]:8787']],
])('a server for %s', (_hosts, publicHosts) => {
  let server: RunningServer
  const lines: LogLine[] = []
  beforeAll(async () => {
    const options = { ...theOptions(service.url), publicHosts, port: 0 }
    server = await serve(options, { page: hostedPage(), log: (line) => lines.push(line) })
  })
  afterAll(() => server.close())
  beforeEach(() => lines.splice(0))

  const ask = (start: string, version = '1.1', ...headers: string[]) =>
    exchange(server.url, [`${start} HTTP/${version}`, ...headers, 'Connection: close', '', ''].join('\r\n'))

  it('answers no host that Node accepts with a 5xx (fast-check)', async () => {
    await fc.assert(
      fc.asyncProperty(host, port, fc.constantFrom(...starts), async (name, at, start) => {
        expect([200, 204, 302, 400, 403, 404, 405, 415, 421]).toContain(
          parseStatus(await ask(start, '1.1', `Host: ${name}${at}`)),
        )
      }),
      { numRuns: Number(process.env.RAW_RUNS ?? 300), seed },
    )
    expect(lines.filter(({ level }) => level === 'error')).toEqual([])
  }, 600_000)

  it.each([
    ['GET /healthz', 200],
    ['HEAD /readyz', 200],
    ['OPTIONS /', 204],
    ['GET /settings', 200],
  ])('answers %s in HTTP/1.0 without a host, and with an empty one, with %d', async (start, status) => {
    expect(parseStatus(await ask(start, '1.0'))).toBe(status)
    expect(parseStatus(await ask(start, '1.1', 'Host:'))).toBe(status)
  })

  it('refuses HTTP/1.1 without a host with 400, a health check too', async () => {
    expect(parseStatus(await ask('GET /healthz'))).toBe(400)
  })

  it('does not take a preflight for a health check', async () => {
    expect(parseStatus(await ask('OPTIONS /', '1.1', 'Host: a', 'Origin: https://other.example'))).toBeGreaterThan(400)
  })
})
