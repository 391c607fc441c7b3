import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { aResponse } from '../contract/testing/samples.ts'
import { createBff } from './create-bff.ts'
import { createNodeListener } from './node-listener.ts'
import type { LogLine } from './observability/log.ts'
import { type RunningServer, serve } from './serve.ts'
import {
  answerOf,
  partnerOrigin,
  press,
  problemOf,
  realOptions,
  register,
  registrationRequest,
  theOptions,
} from './testing/bff-requests.ts'
import { respond } from './testing/fake-service.ts'
import { sharedFakeService } from './testing/shared-fake-service.ts'

const service = await sharedFakeService()

const start = () => serve({ ...theOptions(service.url), port: 0 }, { log: () => undefined })

/** Talks to a server as the widget does to its BFF. */
const over = (url: string) => ({
  fetch: async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'POST' ? await request.text() : null
    return fetch(url + pathname + search, { method: request.method, headers: request.headers, body })
  },
})

/** Sends bytes and returns what is received until the connection ends. */
function raw(url: string, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
  })
}

it.each([
  ['the sandbox', { rateLimits: false }, 'mode_sandbox', /limits are off/],
  ['the sandbox, with limits', { rateLimits: true }, 'mode_sandbox', /limits are on/],
  ['a real service', realOptions(), 'mode_service', /^Real service/],
])('begins its log with the mode: %s', async (_which, change, code, message) => {
  const lines: LogLine[] = []
  const log = (line: LogLine) => lines.push(line)
  const options = { ...theOptions(service.url), ...change, dataDir: ':memory:', port: 0 }
  const server = await serve(options, { log })
  await server.close()
  expect(lines[0]).toMatchObject({ level: 'info', code, message: expect.stringMatching(message) })
  expect(lines.filter((line) => line.code?.startsWith('mode_'))).toHaveLength(1)
  await createBff(options, { log: (line) => lines.unshift(line) }).close()
  expect(lines.filter((line) => line.code === code)).toHaveLength(2)
})

const bff = () => createBff(theOptions(service.url), { log: () => undefined })

async function withServer(
  listener: Parameters<typeof createServer>[1],
  use: (url: string) => Promise<void>,
): Promise<void> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  server.closeAllConnections()
  server.close()
}

describe('a server of its own', () => {
  it('registers a voter and reports the press', async () => {
    const server = await start()
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const answer = await answerOf(await register(over(server.url)))
    expect((await press(over(server.url), answer.buttons[0]?.press)).status).toBe(202)
    await server.close()
    expect(service.heard.map(({ path }) => path)).toEqual(['/v1/registration/external/request/', '/v1/event/track/'])
  })

  it.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    ['length and chunks (smuggling)', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ['a blank before a colon', 'Content-Length : 2\r\n\r\n{}'],
    ['more header than it takes', `X-Long: ${'a'.repeat(42_000)}\r\n\r\n`],
    ['a host that is none', 'Host: a b\r\n\r\n'],
  ])('refuses a request with %s, and asks nobody (threat 4)', async (_what, rest) => {
    const server = await start()
    const head = `POST /registrations HTTP/1.1\r\n${rest.startsWith('Host') ? '' : 'Host: x\r\n'}Connection: close\r\n`
    const answer = await raw(server.url, head + rest)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(service.heard).toEqual([])
    await server.close()
  })

  it.each([
    ['a balancer, which keeps its own for about as long', 1, 'timeout=65'],
    ['browsers, which come back after minutes', undefined, 'timeout=5'],
  ])('keeps its connections to %s', async (_who, trustProxyHops, expected) => {
    const server = await serve({ ...theOptions(service.url), trustProxyHops, port: 0 }, { log: () => undefined })
    const { port } = new URL(server.url)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'))
      socket.once('data', (bytes) => {
        resolve(bytes.toString('latin1'))
        socket.destroy()
      })
    })
    expect(answer).toContain(`\r\nKeep-Alive: ${expected},`)
    await server.close()
  })

  it('says so when the port is taken', async () => {
    const server = await start()
    const port = Number(new URL(server.url).port)
    await expect(serve({ ...theOptions(service.url), port }, { log: () => undefined })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    })
    await server.close()
  })

  it('finishes what is under way before it stops, and takes nothing new', async () => {
    const server: RunningServer = await start()
    const answers: (() => void)[] = []
    service.answerWith((response, heard) => {
      answers.push(() => respond(200, JSON.stringify(aResponse()))(response, heard))
    })
    const response = register(over(server.url))
    await expect.poll(() => answers.length).toBe(1)
    const closed = server.close()
    for (const answer of answers) answer()
    expect((await response).status).toBe(200)
    await closed
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
  })

  it('does not wait for ever for a client that says nothing', async () => {
    const server = await start()
    const silent = connect(Number(new URL(server.url).port), '127.0.0.1')
    silent.on('error', () => undefined)
    silent.write('POST /registrations HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n{')
    expect(String(await once(silent, 'data'))).toContain(' 100 Continue')
    await server.close(100)
    silent.destroy()
  })

  it('keeps what comes of a registration also when the browser has gone (threat 17)', async () => {
    const server = await start()
    const answers: (() => void)[] = []
    service.answerWith((response, heard) => {
      answers.push(() => respond(200, JSON.stringify(aResponse()))(response, heard))
    })
    const key = crypto.randomUUID()
    const request = await registrationRequest(over(server.url), { key })
    const body = await request.text()
    const headers = { ...Object.fromEntries(request.headers), 'content-length': String(Buffer.byteLength(body)) }
    const browser = httpRequest(`${server.url}/registrations`, { method: 'POST', headers })
    browser.on('error', () => undefined)
    browser.end(body)
    await expect.poll(() => answers.length).toBe(1)
    browser.destroy()
    for (const answer of answers) answer()
    expect((await register(over(server.url), { key })).status).toBe(200)
    expect(service.registrations()).toHaveLength(1)
    await server.close()
  })
})

describe('a listener in a server of someone else', () => {
  it('leaves the global Request and Response alone', async () => {
    const before = [globalThis.Request, globalThis.Response]
    await withServer(createNodeListener(bff()), async (url) => {
      expect((await register(over(url))).status).toBe(200)
    })
    expect([globalThis.Request, globalThis.Response]).toEqual(before)
  })

  it('says what is wrong when something before it has read the body, as express.json() does', async () => {
    const listener = createNodeListener(bff())
    await withServer(
      (request, response) => {
        request.resume().on('end', () => listener(request, response))
      },
      async (url) => {
        const response = await fetch(`${url}/registrations`, {
          method: 'POST',
          headers: { Origin: partnerOrigin },
          body: '{}',
        })
        expect(response.status).toBe(500)
        expect(await problemOf(response)).toMatchObject({
          code: 'internal',
          outcome: 'not_sent',
          detail: expect.stringContaining('before express.json()'),
        })
      },
    )
  })
})
