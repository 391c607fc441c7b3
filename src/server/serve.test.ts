import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { aResponse } from '../contract/testing/samples.ts'
import { createBff } from './create-bff.ts'
import { createNodeListener } from './node-listener.ts'
import type { LogLine } from './observability/log.ts'
import { serve } from './serve.ts'
import {
  partnerOrigin,
  problemOf,
  realOptions,
  register,
  registrationRequest,
  serverAt,
  theOptions,
} from './testing/bff-requests.ts'
import { respond } from './testing/fake-service.ts'
import { listen } from './testing/hosts/listen.ts'
import { sharedFakeService } from './testing/shared-fake-service.ts'

const service = await sharedFakeService()

const start = () => serve({ ...theOptions(service.url), port: 0 }, { log: () => undefined })

it.each([
  ['the sandbox', { rateLimits: false }, 'mode_sandbox', /limits are off/],
  ['the sandbox, with limits', { rateLimits: true }, 'mode_sandbox', /limits are on/],
  ['a real service', realOptions(), 'mode_service', /^Real service/],
])('the server’s log starts with the mode: %s', async (_which, change, code, message) => {
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

describe('serve', () => {
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

  it('does not wait forever for a silent client', async () => {
    const server = await start()
    const silent = connect(Number(new URL(server.url).port), '127.0.0.1')
    silent.on('error', () => undefined)
    silent.write('POST /registrations HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n{')
    expect(String(await once(silent, 'data'))).toContain(' 100 Continue')
    await server.close(100)
    silent.destroy()
  })

  it('stores the outcome of a registration even if the browser has gone (threat 17)', async () => {
    const server = await start()
    const answers: (() => void)[] = []
    service.answerWith((response, heard) => {
      answers.push(() => respond(200, JSON.stringify(aResponse()))(response, heard))
    })
    const key = crypto.randomUUID()
    const request = await registrationRequest(
      serverAt(() => server.url),
      { key },
    )
    const body = await request.text()
    const headers = { ...Object.fromEntries(request.headers), 'content-length': String(Buffer.byteLength(body)) }
    const browser = httpRequest(`${server.url}/registrations`, { method: 'POST', headers })
    browser.on('error', () => undefined)
    browser.end(body)
    await expect.poll(() => answers.length).toBe(1)
    browser.destroy()
    for (const answer of answers) answer()
    expect(
      (
        await register(
          serverAt(() => server.url),
          { key },
        )
      ).status,
    ).toBe(200)
    expect(service.registrations()).toHaveLength(1)
    await server.close()
  })
})

describe('a listener in another server', () => {
  it('leaves the global Request and Response alone', async () => {
    const before = [globalThis.Request, globalThis.Response]
    const host = await listen(createServer(createNodeListener(bff())), () => Promise.resolve())
    expect((await register(serverAt(() => host.url))).status).toBe(200)
    await host.stop()
    expect([globalThis.Request, globalThis.Response]).toEqual(before)
  })

  it('says what is wrong when middleware has read the body before, as express.json() does', async () => {
    const listener = createNodeListener(bff())
    const server = createServer((request, response) => request.resume().on('end', () => listener(request, response)))
    const host = await listen(server, () => Promise.resolve())
    const headers = { Origin: partnerOrigin }
    const response = await fetch(`${host.url}/registrations`, { method: 'POST', headers, body: '{}' })
    expect(await problemOf(response)).toMatchObject({
      status: 500,
      code: 'internal',
      outcome: 'not_sent',
      detail: expect.stringContaining('before express.json()'),
    })
    await host.stop()
  })
})
