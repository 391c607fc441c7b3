import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aRequest } from '../contract/testing/samples.ts'
import type { LogLine } from './observability/log.ts'
import { variables } from './options/bff-options.ts'
import { routeHandlers } from './route-handlers.ts'
import { memoryStore } from './store/memory-store.ts'
import { partnerOrigin, realOptions, register, theOptions } from './testing/bff-requests.ts'
import { sharedFakeService } from './testing/shared-fake-service.ts'

const { upstreamUrl, apiKeyId, apiKeySecret } = theOptions('http://127.0.0.1:9')
const quiet = { log: () => undefined }
const settings = () => new Request('https://partner.example/api/settings', { headers: { Origin: partnerOrigin } })

beforeEach(() => {
  for (const variable of Object.values(variables)) vi.stubEnv(variable, undefined)
})
afterEach(() => vi.unstubAllEnvs())

function configure(): void {
  vi.stubEnv(variables.upstreamUrl, upstreamUrl)
  vi.stubEnv(variables.apiKeyId, apiKeyId)
  vi.stubEnv(variables.apiKeySecret, apiKeySecret)
  vi.stubEnv(variables.allowedOrigins, partnerOrigin)
}

it('route handlers read the environment at the first request: a build without secrets passes', async () => {
  const { GET } = routeHandlers({}, quiet)
  configure()
  const answer = await GET(settings())
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe(partnerOrigin)
})

it('route handlers use the path of the option, and prefer options to the environment', async () => {
  configure()
  const { GET } = routeHandlers({ basePath: '/register', partnerName: 'River City' }, quiet)
  const answer = await GET(new Request('https://partner.example/register/settings'))
  expect(await answer.json()).toMatchObject({ partner: { name: 'River City' } })
})

it('route handlers compress nothing: Next.js does, and drops the header that says so', async () => {
  configure()
  const script = { type: 'text/javascript', body: 'form()', packed: () => Promise.reject(new Error('compressed')) }
  const { GET } = routeHandlers({}, { ...quiet, scripts: { version: '0.1.0', file: () => script } })
  const address = 'https://partner.example/api/element/0.1.0/voter-registration.js'
  const answer = await GET(new Request(address, { headers: { 'Accept-Encoding': 'gzip, br' } }))
  expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([null, 'form()'])
})

it('route handlers log once what is missing, answer 503, and work as soon as it is set', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { GET, POST } = routeHandlers({}, quiet)
  vi.stubEnv(variables.apiKeySecret, 'KEYCANARY')
  for (const handle of [GET, POST, GET]) {
    const answer = await handle(settings())
    expect([answer.status, await answer.json()]).toMatchObject([503, { outcome: 'not_sent' }])
  }
  expect(said).toHaveBeenCalledTimes(1)
  expect(said.mock.calls.join()).toContain('UPSTREAM_URL')
  expect(said.mock.calls.join()).not.toContain('CANARY')
  configure()
  expect((await GET(settings())).status).toBe(200)
  said.mockRestore()
})

describe('the client address with a real key', async () => {
  const service = await sharedFakeService()

  /** Registers three voters with a header that a proxy or a voter writes; returns the statuses and the warnings about it. */
  const registerThree = async (options: object, forwardedFor?: (voter: number) => string) => {
    configure()
    const lines: LogLine[] = []
    const all = { ...realOptions(), upstreamUrl: service.url, ...options }
    const { GET, POST } = routeHandlers(all, { store: memoryStore(), log: (line) => lines.push(line) })
    const host = {
      fetch: ({ url, method, headers, body }: Request) => {
        const init = { method, headers, ...(body && { body, duplex: 'half' }) }
        return (method === 'POST' ? POST : GET)(new Request(url.replace('.test/', '.test/api/'), init))
      },
    }
    const statuses: number[] = []
    for (const voter of [1, 2, 3]) {
      const headers = forwardedFor === undefined ? {} : { 'X-Forwarded-For': forwardedFor(voter) }
      const body = { ...aRequest(), email: `voter${voter}@example.org`, phone: `+1617555000${voter}` }
      statuses.push((await register(host, { body, headers })).status)
    }
    const warnings = lines.filter(({ code }) => code === 'address_unknown' || code === 'proxy_not_trusted')
    return { statuses, warnings }
  }

  it('comes from the platform’s proxy with TRUST_PROXY_HOPS=1, without a challenge', async () => {
    const options = {
      trustProxyHops: 1,
      botCheck: 'proof',
      rateLimits: { address: { count: 1, seconds: 600 } },
    } as const
    const voters = await registerThree(options, (voter) => `6.6.6.6, 203.0.113.${voter}`)
    expect(voters).toEqual({ statuses: [200, 200, 200], warnings: [] })
    const { statuses } = await registerThree(options, (voter) => `6.6.6.${voter}, 203.0.113.9`)
    expect(statuses).toEqual([200, 403, 403])
  })

  it.each([
    ['without X-Forwarded-For', undefined],
    ['with an X-Forwarded-For that anyone may have written', () => '203.0.113.9'],
  ])('is unknown %s: no challenge, no limit by address, and one warning', async (_what, forwardedFor) => {
    const { statuses, warnings } = await registerThree(
      { botCheck: 'proof', rateLimits: { address: { count: 1, seconds: 600 } } },
      forwardedFor,
    )
    expect(statuses).toEqual([200, 200, 200])
    expect(warnings).toMatchObject([{ level: 'warn', code: 'address_unknown' }])
    expect(warnings[0]?.message).toContain('Set TRUST_PROXY_HOPS to the number of proxies in front')
    expect(warnings[0]?.message).toContain('If there is no proxy, leave it at 0')
  })
})
