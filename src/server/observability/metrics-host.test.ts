import os from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serve } from '../serve.ts'
import { theOptions } from '../testing/bff-requests.ts'
import type { LogLine } from './log.ts'
import { prometheusMeter, serveMetrics } from './prometheus.ts'

const counts = async () => ({ status: 200, type: 'text/plain', text: 'counts' })
/** This machine's address in a network; some machines have none. */
const ownAddress = Object.values(os.networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address
// Other systems than Linux have one address of 127.0.0.0/8 only.
const loopbackHosts = ['127.0.0.1', 'localhost', ...(process.platform === 'linux' ? ['127.0.0.2'] : [])]
const hasIpv6 = os.networkInterfaces().lo?.some(({ family }) => family === 'IPv6') === true

/** Starts the metrics on a host, and returns the statuses of `/metrics` and `/counts` at an address; 0 where nothing answers. */
async function startMetrics(host: string, page?: typeof counts) {
  const server = await serveMetrics(prometheusMeter(), { host, port: 0, counts: page })
  onTestFinished(() => server.close())
  const { port } = new URL(server.url)
  const getStatus = (address: string, path: string) =>
    fetch(`http://${address}:${port}${path}`).then(
      (response) => response.status,
      () => 0,
    )
  const getStatuses = async (address: string) => [
    await getStatus(address, '/metrics'),
    await getStatus(address, '/counts'),
  ]
  return { url: server.url, getStatuses }
}

describe('serveMetrics', () => {
  it.each(loopbackHosts)('serves metrics and counts on %s, and nowhere else', async (host) => {
    const { getStatuses } = await startMetrics(host, counts)
    expect(await getStatuses(host)).toEqual([200, 200])
    if (ownAddress !== undefined) expect(await getStatuses(ownAddress)).toEqual([0, 0])
  })

  it.skipIf(ownAddress === undefined)(
    'keeps counts on 127.0.0.1 where metrics are on a network’s address',
    async () => {
      const { getStatuses } = await startMetrics(ownAddress ?? '', counts)
      expect(await getStatuses(ownAddress ?? '')).toEqual([200, 404])
      expect(await getStatuses('127.0.0.1')).toEqual([200, 200])
    },
  )

  it.skipIf(ownAddress === undefined)('opens only the address that is set where there are no counts', async () => {
    const { getStatuses } = await startMetrics(ownAddress ?? '')
    expect(await getStatuses(ownAddress ?? '')).toEqual([200, 404])
    expect(await getStatuses('127.0.0.1')).toEqual([0, 0])
  })

  it.skipIf(ownAddress === undefined)('closes all addresses when 127.0.0.1 has no room for the counts', async () => {
    const secondMetrics = await startMetrics('127.0.0.1')
    const port = Number(new URL(secondMetrics.url).port)
    const started = serveMetrics(prometheusMeter(), { host: ownAddress ?? '', port, counts })
    await expect(started).rejects.toThrow(`Port ${port} is in use: set METRICS_PORT to another one.`)
    await expect(fetch(`http://${ownAddress}:${port}/metrics`)).rejects.toThrow()
  })

  it.each(['0.0.0.0', ...(hasIpv6 ? ['::'] : [])])(
    'on all addresses (%s) keeps counts on this machine',
    async (host) => {
      const { getStatuses } = await startMetrics(host, counts)
      expect(await getStatuses('127.0.0.1')).toEqual([200, 200])
      if (host === '::') expect(await getStatuses('[::1]')).toEqual([200, 200])
      if (ownAddress !== undefined) expect(await getStatuses(ownAddress)).toEqual([200, 404])
    },
  )
})

describe('METRICS_HOST', () => {
  const startServer = async (change: object) => {
    const lines: LogLine[] = []
    const options = { ...theOptions('http://127.0.0.1:9'), port: 0, metricsPort: 0, dataDir: 'none', ...change }
    const server = await serve(options, { log: (line) => lines.push(line) })
    onTestFinished(() => server.close())
    return { url: server.metricsUrl, warnings: lines.filter(({ code }) => code === 'metrics_reachable') }
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

  it('names itself in the error about an address of another machine', async () => {
    await expect(startServer({ metricsHost: '203.0.113.9' })).rejects.toThrow(
      'METRICS_HOST is not an address of this machine, got "203.0.113.9"',
    )
  })
})
