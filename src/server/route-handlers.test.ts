import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { variables } from './config/options.ts'
import type { LogLine } from './observability/log.ts'
import { routeHandlers } from './route-handlers.ts'
import { partnerOrigin, theOptions } from './testing/bff-requests.ts'

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

it('reads the environment at the first request: a build without secrets passes', async () => {
  const { GET } = routeHandlers({}, quiet)
  configure()
  const answer = await GET(settings())
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-origin')).toBe(partnerOrigin)
})

it('lies where the option says, and takes options over the environment', async () => {
  configure()
  const { GET } = routeHandlers({ basePath: '/register', partnerName: 'River City' }, quiet)
  const answer = await GET(new Request('https://partner.example/register/settings'))
  expect(await answer.json()).toMatchObject({ partner: { name: 'River City' } })
})

it('compresses nothing: Next.js does, and drops the line that says so', async () => {
  configure()
  const script = { type: 'text/javascript', body: 'form()', packed: () => Promise.reject(new Error('compressed')) }
  const { GET } = routeHandlers({}, { ...quiet, scripts: { version: '0.1.0', file: () => script } })
  const address = 'https://partner.example/api/element/0.1.0/voter-registration.js'
  const answer = await GET(new Request(address, { headers: { 'Accept-Encoding': 'gzip, br' } }))
  expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([null, 'form()'])
})

it('says once in the console what is missing, answers 503, and works as soon as it is there', async () => {
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

it('says that it keeps no presses although DATA_DIR is set, and what does', async () => {
  configure()
  vi.stubEnv(variables.dataDir, '/var/lib/voter-registration')
  const lines: LogLine[] = []
  await routeHandlers({}, { log: (line) => lines.push(line) }).GET(settings())
  const { message = '' } = lines.find(({ code }) => code === 'outbox_synchronous') ?? {}
  expect(message).toContain('This host ignores DATA_DIR and DATABASE_URL.')
  expect(message).toMatch(/serve\(\) of voter-registration-server\/node\.$/)
  expect(message).not.toContain('Set DATA_DIR')
})

it('warns once, in its log, of a variable that is misspelt, and never shows its value', async () => {
  configure()
  vi.stubEnv('TRUST_PROXY_HOP', 'VALUECANARY')
  const lines: LogLine[] = []
  const { GET } = routeHandlers({}, { log: (line) => lines.push(line) })
  await GET(settings())
  await GET(settings())
  const said = lines.filter(({ code }) => code === 'variables_misspelt')
  expect(said).toMatchObject([{ level: 'warn', problems: ['TRUST_PROXY_HOP: did you mean TRUST_PROXY_HOPS?'] }])
  expect(JSON.stringify(lines)).not.toContain('CANARY')
})
