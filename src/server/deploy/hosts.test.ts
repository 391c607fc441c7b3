/** One handler, three hosts: the promises to voters hold on each of them. */
import { beforeAll, describe, expect, it } from 'vitest'
import { bffPaths, servicePaths } from '../../contract/routes.ts'
import { aResponse } from '../../contract/testing/samples.ts'
import { createBff } from '../create-bff.ts'
import { createNodeListener } from '../node-listener.ts'
import { variables } from '../options/bff-options.ts'
import { routeHandlers } from '../route-handlers.ts'
import { serve } from '../serve.ts'
import {
  answerOf,
  partnerOrigin,
  problemOf,
  register,
  registrationRequest,
  reportClick,
  serverAt,
  theOptions,
} from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { type Host, sendBytes } from '../testing/hosts/listen.ts'
import { expressHost, routeHandlersHost } from '../testing/hosts/route-handlers-host.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

const quiet = { log: () => undefined }

/** Starts each host in front of a service. */
const hosts: Record<string, (service: string) => Promise<Host>> = {
  'node:http': async (service) => {
    const server = await serve({ ...theOptions(service), port: 0 }, quiet)
    return { url: server.url, stop: () => server.close() }
  },
  'Express 5': (service) => {
    const bff = createBff(theOptions(service), quiet)
    return expressHost(createNodeListener(bff), () => bff.close())
  },
  'route handlers as Next.js calls them': (service) => {
    const { upstreamUrl, apiKeyId, apiKeySecret, allowedOrigins } = theOptions(service)
    process.env[variables.upstreamUrl] = upstreamUrl
    process.env[variables.apiKeyId] = apiKeyId
    process.env[variables.apiKeySecret] = apiKeySecret
    process.env[variables.allowedOrigins] = allowedOrigins.join(',')
    return routeHandlersHost(routeHandlers({ basePath: '/api/register' }, quiet), () => Promise.resolve())
  },
}

const service = await sharedFakeService()

describe.each(Object.entries(hosts))('a BFF on %s', (_name, start) => {
  let host: Host
  beforeAll(async () => {
    host = await start(service.url)
  })

  /** The host as the widget sees it. */
  const bff = serverAt(() => host.url)

  /** Sends 64 KiB in chunks on a separate connection; returns the status, unless the host closes it without one. */
  const sendInChunks = async (headers: Headers) => {
    const { hostname, pathname } = new URL(host.url + bffPaths.registrations)
    const lines = [...headers].map(([name, value]) => `${name}: ${value}\r\n`)
    const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n${lines.join('')}`
    const body = `400\r\n${' '.repeat(1024)}\r\n`.repeat(64)
    const answer = await sendBytes(host.url, `${head}Transfer-Encoding: chunked\r\n\r\n${body}0\r\n\r\n`)
    return /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? 'cut off'
  }

  it('registers a voter once however often the form is sent, and reports the click', async () => {
    const key = crypto.randomUUID()
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => register(bff, { key })))
    const later = await register(bff, { key })
    expect([...atOnce, later].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    const { buttons } = await answerOf(later)
    expect((await reportClick(bff, buttons[0]?.click_token)).status).toBe(202)
    await expect.poll(() => service.events()).toHaveLength(1)
    expect(service.registrations()).toHaveLength(1)
    const [sent] = service.registrations()
    expect(sent?.headers).toMatchObject({
      authorization: expect.stringMatching(/^Basic /),
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(sent?.body ?? '')),
      accept: 'application/json',
    })
    expect(sent?.headers['transfer-encoding']).toBeUndefined()
    expect(service.events()[0]?.headers.authorization).toBeUndefined()
    expect(service.events()[0]?.body).toBe(JSON.stringify(aResponse().buttons[0]?.event_tracking))
  })

  it('allows a preflight request', async () => {
    const response = await fetch(host.url + bffPaths.registrations, {
      method: 'OPTIONS',
      headers: { Origin: partnerOrigin, 'Access-Control-Request-Method': 'POST' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe(partnerOrigin)
  })

  it('delivers compressible text, compressed at most once', async () => {
    const response = await fetch(`${host.url}${bffPaths.messages}/en`, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ language: 'en' })
  })

  it.each([
    ['of 17 KiB', 'x'.repeat(17 * 1024), 413, 'too_large'],
    ['that breaks off', '{"first_name":', 400, 'bad_request'],
    ['of bytes that are no text', new Uint8Array([0xc3, 0x28]), 400, 'bad_request'],
  ])('rejects a body %s without calling the service', async (_what, body, status, code) => {
    const request = await registrationRequest(bff, { body })
    const response = await fetch(host.url + bffPaths.registrations, {
      method: 'POST',
      headers: request.headers,
      body: await request.arrayBuffer(),
    })
    expect(response.status).toBe(status)
    expect(await problemOf(response)).toMatchObject({ code, outcome: 'not_sent' })
    expect(service.heard).toEqual([])
  })

  it('rejects or cuts off a body of unknown length that is too long', async () => {
    const { headers } = await registrationRequest(bff)
    expect(['413', 'cut off']).toContain(await sendInChunks(headers))
    expect(service.heard).toEqual([])
    expect((await register(bff)).status).toBe(200)
  })

  it('stops gracefully: a registration in progress gets its answer', async () => {
    const answers: (() => void)[] = []
    service.answerWith((response, heard) => {
      answers.push(() => respond(200, JSON.stringify(aResponse()))(response, heard))
    })
    const response = register(bff)
    await expect.poll(() => answers.length).toBe(1)
    const stopped = host.stop()
    for (const answer of answers) answer()
    expect((await response).status).toBe(200)
    await stopped
    await expect(fetch(`${host.url}/healthz`)).rejects.toThrow()
    expect(service.heard.map(({ path: at }) => at)).toEqual([servicePaths.registration])
  })
})
