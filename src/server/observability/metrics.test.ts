import os from 'node:os'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { aRequest } from '../../contract/testing/samples.ts'
import { createBff } from '../create-bff.ts'
import type { Env } from '../problem.ts'
import { createReadiness, readyRoute } from '../routes/health.ts'
import { type RunningServer, serve } from '../serve.ts'
import { answerOf, problemOf, register, reportClick, serverAt, theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { version } from '../utils.ts'
import type { LogLine } from './log.ts'
import { prometheusMeter, serveMetrics } from './meter.ts'
import { getTraceIds } from './request-log.ts'

const service = await sharedFakeService()
let server: RunningServer
let lines: LogLine[] = []
beforeAll(async () => {
  const options = { ...theOptions(service.url), port: 0, metricsPort: 0, rateLimits: true }
  server = await serve(options, { log: (line) => lines.push(line) })
})
afterAll(() => server.close())
beforeEach(() => {
  lines = []
})

const over = serverAt(() => server.url)

/** Returns the value of a sample, by its name and labels as written in the output. */
async function sample(name: string): Promise<number | undefined> {
  const text = await (await fetch(server.metricsUrl ?? '')).text()
  const line = text.split('\n').find((each) => each.startsWith(`voter_registration_${name} `))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
}

describe('the metrics', () => {
  it('count registrations by state and outcome, and clicks by outcome', async () => {
    const answer = await answerOf(await register(over, { body: { ...aRequest(), state: 'MA' } }))
    await reportClick(over, answer.buttons[0]?.click_token)
    await reportClick(over, 'v1.forged')
    service.answerWith(respond(401, ''))
    await register(over, { body: { ...aRequest(), state: 'TX', email: 'b@example.org', phone: '+16175550002' } })
    await register(over, { body: { state: 'Atlantis CANARY' } })
    expect(await sample('registrations_total{state="MA",outcome="answered",code="ok"}')).toBe(1)
    expect(await sample('registrations_total{state="TX",outcome="not_sent",code="upstream_auth"}')).toBe(1)
    expect(await sample('registrations_total{state="none",outcome="invalid",code="ok"}')).toBe(1)
    expect(await sample('clicks_total{outcome="accepted"}')).toBe(1)
    expect(await sample('clicks_total{outcome="delivered"}')).toBe(1)
    expect(await sample('clicks_total{outcome="invalid"}')).toBe(1)
    expect(await sample('upstream_seconds_count{call="registration",outcome="answered"}')).toBe(1)
    expect(await sample('upstream_seconds_count{call="registration",outcome="unauthorized"}')).toBe(1)
  })

  it('time each request by route, method and status, and contain no address', async () => {
    const count = async (labels: string) => (await sample(`http_request_duration_seconds_count{${labels}}`)) ?? 0
    const settings = 'route="/settings",method="GET",status="200"'
    const before = await count(settings)
    await fetch(`${server.url}/settings?x=CANARY`)
    await fetch(`${server.url}/CANARY`)
    expect((await count(settings)) - before).toBe(1)
    expect(await count('route="other",method="GET",status="404"')).toBe(1)
    expect(await count('route="/registrations",method="POST",status="400"')).toBe(1)
  })

  it('count rejections by a limit', async () => {
    const voter = { ...aRequest(), email: 'many@example.org', phone: '+16175550003' }
    for (let count = 0; count < 3; count++) await register(over, { body: voter })
    expect(await sample('limited_total{limit="phone"}')).toBe(1)
  })

  it('report the version, readiness, the state of the circuit breaker and calls in progress', async () => {
    expect(await sample(`build_info{version="${version}",node_version="${process.version}"}`)).toBe(1)
    for (const gauge of ['ready', 'storage_ready']) expect([gauge, await sample(gauge)]).toEqual([gauge, 1])
    const counts = ['upstream_in_flight', 'upstream_queued', 'outbox_waiting', 'outbox_failed', 'outbox_oldest_seconds']
    for (const gauge of ['breaker_state', ...counts]) expect([gauge, await sample(gauge)]).toEqual([gauge, 0])
  })

  it('are not on the port for voters', async () => {
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  })
})

it('a gauge that fails or hangs is NaN and does not hide the others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { meter, text } = prometheusMeter()
  meter.gauge('outbox_waiting', () => new Promise(() => undefined))
  meter.gauge('outbox_failed', () => Promise.reject(new Error('SECRETCANARY')))
  meter.gauge('ready', async () => 1)
  const output = text()
  // Prometheus waits 10 s, and then calls the process down.
  await vi.advanceTimersByTimeAsync(9_000)
  expect((await output).match(/^voter_registration_(outbox|ready)\S* \S+$/gm)).toEqual([
    'voter_registration_outbox_waiting Nan',
    'voter_registration_outbox_failed Nan',
    'voter_registration_ready 1',
  ])
})

it('counters of failed clicks and registrations start at 0: Prometheus would miss the first increase', async () => {
  const output = await prometheusMeter().text()
  for (const series of [
    'clicks_total{outcome="failed"}',
    'clicks_total{outcome="unknown"}',
    'upstream_seconds_count{call="registration",outcome="answered"}',
  ])
    expect(output).toContain(`voter_registration_${series} 0\n`)
})

describe('a trace id', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

  it('from a request is in its log line', async () => {
    await fetch(`${server.url}/settings`, { headers: { traceparent } })
    expect(lines.at(-1)).toMatchObject({
      route: '/settings',
      trace_id: '0af7651916cd43dd8448eb211c80319c',
      span_id: 'b7ad6b7169203331',
    })
  })

  it.each([
    undefined,
    '',
    'x',
    '00-00000000000000000000000000000000-b7ad6b7169203331-01',
    '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01',
    'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01',
    'CANARY',
  ])('is new when the header is %j', (value) => {
    const trace = getTraceIds(value)
    expect(trace.trace_id).toMatch(/^(?!0{32})[0-9a-f]{32}$/)
    expect(trace.span_id).toMatch(/^[0-9a-f]{16}$/)
    expect(trace.trace_id).not.toBe(getTraceIds(value).trace_id)
  })

  it('of a later version is read as far as it is known', () => {
    expect(getTraceIds(`01${traceparent.slice(2)}-more`).trace_id).toBe('0af7651916cd43dd8448eb211c80319c')
  })
})

describe('a proxy that the configuration may not know', () => {
  const asked = async (hops: number, headers: Record<string, string>) => {
    const said: LogLine[] = []
    const bff = createBff({ ...theOptions(service.url), trustProxyHops: hops }, { log: (line) => said.push(line) })
    for (let times = 0; times < 3; times++)
      await bff.fetch(new Request('http://bff.test/settings', { headers }), { remoteAddress: '10.0.0.1' })
    return said.filter(({ code }) => code === 'proxy_not_trusted').map(({ message }) => message)
  }

  it('is warned about once, as a possibility: anyone can write the header', async () => {
    const forwarded = { 'X-Forwarded-For': '203.0.113.9' }
    const [message, ...more] = await asked(0, forwarded)
    expect(message).toMatch(
      /^A request has X-Forwarded-For .* Set it to the number of proxies in front; .* leave it at 0/,
    )
    expect(message).not.toContain('203.0.113.9')
    expect([more, await asked(1, forwarded), await asked(0, {})]).toEqual([[], [], []])
  })
})

describe('GET /readyz', () => {
  const ask = (bff: ReturnType<typeof createBff>) => bff.fetch(new Request('http://bff.test/readyz'))
  const quiet = { log: () => undefined }

  it('checks once a second, however often it is requested', async () => {
    let asked = 0
    let clock = 0
    const logFields: object[] = []
    const app = new Hono<Env>()
    app.get(
      '/readyz',
      (c, next) => {
        c.set('addLogFields', (facts) => logFields.push(facts))
        return next()
      },
      readyRoute(createReadiness({ storage: async () => ++asked !== 2 }, { now: () => clock })),
    )
    const all = async () => {
      const responses = await Promise.all(Array.from({ length: 20 }, async () => app.request('/readyz')))
      return new Set(responses.map(({ status }) => status))
    }
    expect([await all(), asked]).toEqual([new Set([200]), 1])
    clock = 999
    expect([await all(), asked]).toEqual([new Set([200]), 1])
    clock = 1_000
    expect([await all(), asked]).toEqual([new Set([503]), 2])
    // The log says what it was.
    expect(logFields.slice(0, 1)).toEqual([{ code: 'not_ready', problems: ['storage'] }])
    clock = 2_000
    expect([await all(), asked]).toEqual([new Set([200]), 3])
  })

  it('names what is not ready, even if it does not answer', async () => {
    const ready = {
      database: () => Promise.reject(new Error('SECRETCANARY')),
      disk: async () => true,
      cache: async () => false,
    }
    const response = await ask(createBff(theOptions(service.url), { ...quiet, ready }))
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'not_ready', not_ready: ['database', 'cache'] },
    ])
  })

  it('reports a process that is stopping, so that it gets no more traffic', async () => {
    const bff = createBff(theOptions(service.url), quiet)
    await bff.close()
    expect(await (await ask(bff)).json()).toEqual({ status: 'not_ready', not_ready: ['running'] })
  })
})

describe('the request’s host', () => {
  const bff = () =>
    createBff(
      { ...theOptions(service.url), publicHosts: ['Register.partner.example', '127.0.0.1:8787'] },
      { log: (line) => lines.push(line), ready: { database: async () => false } },
    )

  it.each([
    ['https://register.partner.example/settings', 200],
    ['https://REGISTER.partner.example/settings', 200],
    ['http://127.0.0.1:8787/settings', 200],
    ['http://127.0.0.1:9999/settings', 421],
    ['https://register.partner.example.evil.example/settings', 421],
    ['https://evil.example/settings', 421],
  ])('of %s is answered with %i (threat 5)', async (url, status) => {
    const response = await bff().fetch(new Request(url))
    expect(response.status).toBe(status)
    if (status === 421) expect(await problemOf(response)).toMatchObject({ code: 'host_not_allowed' })
  })

  it('is logged when it is rejected, as at most 100 harmless characters', async () => {
    const refusedHost = async (host: string) => {
      await bff().fetch(new Request(`http://${host}/settings`))
      return lines.at(-1)
    }
    expect(await refusedHost('a_b.example:8080')).toMatchObject({ code: 'host_not_allowed', host: 'ab.example:8080' })
    expect(await refusedHost('[2001:DB8::1]')).toMatchObject({ host: '[2001:db8::1]' })
    expect((await refusedHost('a.'.repeat(100)))?.host).toHaveLength(100)
  })

  it('of a health check may be any, which gets the status and nothing else', async () => {
    const getAnswer = async (url: string, init?: RequestInit) => {
      const response = await bff().fetch(new Request(url, init))
      return [response.status, await response.json()]
    }
    expect(await getAnswer('http://10.0.0.7:8787/healthz')).toEqual([200, { status: 'ok' }])
    expect(await getAnswer('http://10.0.0.7:8787/readyz')).toEqual([503, { status: 'not_ready' }])
    expect(await getAnswer('http://127.0.0.1:8787/readyz')).toEqual([
      503,
      expect.objectContaining({ not_ready: ['database'] }),
    ])
    expect(await getAnswer('http://10.0.0.7:8787/healthz', { method: 'POST' })).toMatchObject([421, {}])
  })
})

/** This machine's address in a network; some machines have none. */
const ownAddress = Object.values(os.networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address
// Other systems than Linux have one address of 127.0.0.0/8 only.
const loopbackHosts = ['127.0.0.1', 'localhost', ...(process.platform === 'linux' ? ['127.0.0.2'] : [])]

describe('serveMetrics', () => {
  /** Starts the metrics on a host, and returns the status of a path at an address; 0 where nothing answers. */
  async function startMetrics(host: string) {
    const metrics = await serveMetrics(prometheusMeter(), { host, port: 0 })
    onTestFinished(() => metrics.close())
    const { port } = new URL(metrics.url)
    return (address: string, path = '/metrics') =>
      fetch(`http://${address}:${port}${path}`).then(
        (response) => response.status,
        () => 0,
      )
  }

  it.each(loopbackHosts)('serves metrics on %s, nothing else, and nowhere else', async (host) => {
    const getStatus = await startMetrics(host)
    expect([await getStatus(host), await getStatus(host, '/counts')]).toEqual([200, 404])
    if (ownAddress !== undefined) expect(await getStatus(ownAddress)).toBe(0)
  })

  it.skipIf(ownAddress === undefined)('opens only the configured address', async () => {
    const getStatus = await startMetrics(ownAddress ?? '')
    expect([await getStatus(ownAddress ?? ''), await getStatus('127.0.0.1')]).toEqual([200, 0])
  })
})

describe('METRICS_HOST', () => {
  const startServer = async (change: object) => {
    const said: LogLine[] = []
    const options = { ...theOptions('http://127.0.0.1:9'), port: 0, metricsPort: 0, ...change }
    const running = await serve(options, { log: (line) => said.push(line) })
    onTestFinished(() => running.close())
    return { url: running.metricsUrl, warnings: said.filter(({ code }) => code === 'metrics_reachable') }
  }

  it('warns once at the start when other machines can read the metrics', async () => {
    const { url, warnings } = await startServer({ metricsHost: '0.0.0.0' })
    expect(url).toMatch(/^http:\/\/0\.0\.0\.0:\d+\/metrics$/)
    expect(warnings).toMatchObject([{ level: 'warn', message: expect.stringContaining('METRICS_HOST') }])
    expect((await startServer({ metricsHost: '0.0.0.0', logLevel: 'error' })).warnings).toEqual([])
  })

  it.each([{}, { metricsHost: 'localhost' }, { metricsHost: '0.0.0.0', metricsPort: undefined }])(
    'does not warn with %j',
    async (change) => expect((await startServer(change)).warnings).toEqual([]),
  )

  it('is named in the error about an address of another machine', async () => {
    await expect(startServer({ metricsHost: '203.0.113.9' })).rejects.toThrow(
      'METRICS_HOST is not an address of this machine, got "203.0.113.9"',
    )
  })
})
