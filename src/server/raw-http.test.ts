import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seed } from '../contract/testing/seed.ts'
import { hostedPage } from '../form/hosted/app.tsx'
import { createHttpServer, startListening } from './http-server.ts'
import { createNodeListener } from './node-listener.ts'
import type { LogLine } from './observability/log.ts'
import { type RunningServer, serve } from './serve.ts'
import { theOptions } from './testing/bff-requests.ts'
import { sendBytes } from './testing/hosts/listen.ts'
import { sharedFakeService } from './testing/shared-fake-service.ts'

const service = await sharedFakeService()

/** The requests that reached the BFF completely, as method and path. */
let handled: string[]
let url: string
const server = createHttpServer(
  createNodeListener({
    fetch: async (request) => {
      await request.arrayBuffer()
      handled.push(`${request.method} ${new URL(request.url).pathname}`)
      return new Response('handled')
    },
  }),
)
beforeAll(async () => {
  url = await startListening(server, { host: '127.0.0.1', port: 0 })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  handled = []
})

/** Sends bytes to the bare server, and ends the connection. */
const send = (bytes: string) => sendBytes(url, bytes, { isEnded: true })

const post = (headers: string, body = '') =>
  `POST /registrations HTTP/1.1\r\nHost: bff.test\r\n${headers}\r\n\r\n${body}`

/** Malformed HTTP requests, which two parsers could read differently (threats 4, 5, 44). */
const wrong: Record<string, string> = {
  'two lengths that differ': post('Content-Length: 2\r\nContent-Length: 3', '{}'),
  'two lengths that agree': post('Content-Length: 2\r\nContent-Length: 2', '{}'),
  'a list of lengths': post('Content-Length: 2, 3', '{}'),
  'length and chunks': post('Content-Length: 2\r\nTransfer-Encoding: chunked', '0\r\n\r\n'),
  'chunks and length': post('Transfer-Encoding: chunked\r\nContent-Length: 2', '0\r\n\r\n'),
  'a negative length': post('Content-Length: -1', '{}'),
  'a length with a sign': post('Content-Length: +2', '{}'),
  'a length in hexadecimal': post('Content-Length: 0x2', '{}'),
  'a length with a letter': post('Content-Length: 2a', '{}'),
  'an empty length': post('Content-Length: ', '{}'),
  'a length past all numbers': post('Content-Length: 99999999999999999999999', '{}'),
  'a blank before the colon of a length': post('Content-Length : 2', '{}'),
  'a blank before the colon of an encoding': post('Transfer-Encoding : chunked', '0\r\n\r\n'),
  'a tab before a colon': post('Content-Length\t: 2', '{}'),
  'an unknown transfer encoding': post('Transfer-Encoding: xchunked', '0\r\n\r\n'),
  'chunked twice': post('Transfer-Encoding: chunked, chunked', '0\r\n\r\n'),
  'chunked not last': post('Transfer-Encoding: chunked, identity', '0\r\n\r\n'),
  'an encoding in quotes': post('Transfer-Encoding: "chunked"', '0\r\n\r\n'),
  'an encoding with a control character': post('Transfer-Encoding: \x0bchunked', '0\r\n\r\n'),
  'a chunk size that is none': post('Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'),
  'a chunk size with a sign': post('Transfer-Encoding: chunked', '+2\r\n{}\r\n0\r\n\r\n'),
  'a chunk size with 0x': post('Transfer-Encoding: chunked', '0x2\r\n{}\r\n0\r\n\r\n'),
  'a chunk longer than it says': post('Transfer-Encoding: chunked', '2\r\n{}}\r\n0\r\n\r\n'),
  'a chunk without its end': post('Transfer-Encoding: chunked', '2\r\n{}0\r\n\r\n'),
  'a folded header': post('X-A: b\r\n c: d\r\nContent-Length: 0'),
  'a header without a colon': post('nonsense'),
  'a header without a name': post(': value'),
  'a blank in a name': post('X A: b'),
  'a NUL in a name': post('X\0A: b'),
  'a NUL in a value': post('X-A: b\0c'),
  'a lone carriage return in a value': post('X-A: b\rContent-Length: 0'),
  'lines that end with a line feed alone': 'POST /registrations HTTP/1.1\nHost: bff.test\nContent-Length: 0\n\n',
  'a header block that ends with a line feed alone': 'POST / HTTP/1.1\r\nHost: bff.test\r\nContent-Length: 0\r\n\n',
  'no host': 'POST /registrations HTTP/1.1\r\nContent-Length: 0\r\n\r\n',
  'two hosts': post('Host: other.test\r\nContent-Length: 0'),
  'two hosts that agree': post('Host: bff.test\r\nContent-Length: 0'),
  'a host with a blank': 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n',
  'a host with a path': 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n',
  'a host with a user': 'GET / HTTP/1.1\r\nHost: user@bff.test\r\n\r\n',
  'a host that is an open bracket': 'GET / HTTP/1.1\r\nHost: [\r\n\r\n',
  'a whole address instead of a path': 'GET http://other.test/settings HTTP/1.1\r\nHost: bff.test\r\n\r\n',
  'an asterisk instead of a path': 'OPTIONS * HTTP/1.1\r\nHost: bff.test\r\n\r\n',
  'a path without a slash': 'GET settings HTTP/1.1\r\nHost: bff.test\r\n\r\n',
  'a blank in the path': 'GET /a b HTTP/1.1\r\nHost: bff.test\r\n\r\n',
  'a control character in the path': 'GET /a\x01b HTTP/1.1\r\nHost: bff.test\r\n\r\n',
  'a tunnel': 'CONNECT other.test:443 HTTP/1.1\r\nHost: bff.test\r\n\r\n',
  'an unknown method': 'FROB / HTTP/1.1\r\nHost: bff.test\r\n\r\n',
  'a method in small letters': 'get / HTTP/1.1\r\nHost: bff.test\r\n\r\n',
  'an unknown version': 'GET / HTTP/9.9\r\nHost: bff.test\r\n\r\n',
  'HTTP/2 without having agreed on it': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'another protocol': 'SSH-2.0-x\r\n',
  'a TLS hello': '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03',
  'no version (HTTP/0.9)': 'GET /\r\n\r\n',
  'a request line without a path': 'GET HTTP/1.1\r\nHost: bff.test\r\n\r\n',
  'a path longer than all headers may be': `GET /${'a'.repeat(42_000)} HTTP/1.1\r\nHost: bff.test\r\n\r\n`,
  'a header longer than all may be': post(`X-A: ${'a'.repeat(42_000)}`),
  'an expectation that nobody can meet': post('Expect: 200-maybe\r\nContent-Length: 0'),
}

describe('a malformed HTTP request', () => {
  it.each(Object.entries(wrong))('with %s is rejected and not forwarded', async (_what, bytes) => {
    const answer = await send(bytes)
    expect(answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer), answer.slice(0, 80)).toBe(true)
    expect(handled).toEqual([])
    expect(answer).not.toMatch(/^(server|x-powered-by):/im)
  })

  it('does not smuggle a second request: the bytes after it are not read', async () => {
    const smuggled = 'GET /settings HTTP/1.1\r\nHost: bff.test\r\n\r\n'
    for (const bytes of [wrong['length and chunks'], wrong['two hosts'], wrong['a whole address instead of a path']]) {
      await send(`${bytes}${smuggled}`)
    }
    expect(handled).toEqual([])
  })

  it('leaves the server as it was: the next good request is answered', async () => {
    expect(await send('GET /settings HTTP/1.1\r\nHost: bff.test\r\nConnection: close\r\n\r\n')).toContain('handled')
    expect(handled).toEqual(['GET /settings'])
  })
})

it('whatever bytes are changed, dropped or doubled in a request, it is answered as HTTP or cut off (fast-check)', async () => {
  const good = post('Content-Type: application/json\r\nContent-Length: 2\r\nOrigin: https://partner.example', '{}')
  const change = fc.tuple(
    fc.nat(good.length),
    fc.constantFrom('drop', 'double', 'put'),
    fc.integer({ min: 0, max: 255 }),
  )
  const changed = fc.array(change, { minLength: 1, maxLength: 6 }).map((changes) =>
    changes.reduce((text, [at, how, code]) => {
      const put = how === 'drop' ? '' : how === 'double' ? text.slice(at, at + 9) : String.fromCharCode(code)
      return text.slice(0, at) + put + text.slice(how === 'double' ? at : at + 1)
    }, good),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(changed, { minLength: 20, maxLength: 20 }), async (many) => {
      for (const answer of await Promise.all(many.map(send))) expect(answer).toMatch(/^($|HTTP\/1\.1 [2-5]\d\d )/)
    }),
    { numRuns: Number(process.env.RAW_RUNS ?? 10), seed },
  )
  expect((await fetch(`${url}/settings`)).status).toBe(200)
}, 600_000)

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

const ports = fc.constantFrom('', ':', ':80', ':8787', ':0', ':99999', ':x')
/** Hosts that a parser may stumble over, and the public ones. */
const oddHosts =
  '|xn--a|a.xn--|1.2.3.4.5|256.1.1.1|0x7f.1|[::1|[::1]|[::1%25eth0]|[1]|[|]|%|%41|a%00b|a b|user@a|a/b|a?b|a#b|a\\b|a,b|..|.|-|_|localhost.|\xe9.example|\xad|\xc3\xa9|register.partner.example|REGISTER.partner.example'
const hosts = fc.oneof(
  fc.constantFrom(...oddHosts.split('|'), 'a'.repeat(300)),
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
  let running: RunningServer
  const lines: LogLine[] = []
  beforeAll(async () => {
    const options = { ...theOptions(service.url), publicHosts, port: 0 }
    running = await serve(options, { page: hostedPage(), log: (line) => lines.push(line) })
  })
  afterAll(() => running.close())
  beforeEach(() => lines.splice(0))

  const ask = (start: string, version = '1.1', ...headers: string[]) =>
    sendBytes(running.url, [`${start} HTTP/${version}`, ...headers, 'Connection: close', '', ''].join('\r\n'))

  it('answers no host that Node accepts with a 5xx (fast-check)', async () => {
    await fc.assert(
      fc.asyncProperty(hosts, ports, fc.constantFrom(...starts), async (name, at, start) => {
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

  it('rejects HTTP/1.1 without a host with 400, also for a health check', async () => {
    expect(parseStatus(await ask('GET /healthz'))).toBe(400)
  })

  it('does not treat a preflight as a health check', async () => {
    expect(parseStatus(await ask('OPTIONS /', '1.1', 'Host: a', 'Origin: https://other.example'))).toBeGreaterThan(400)
  })
})
