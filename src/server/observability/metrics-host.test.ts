import os from 'node:os'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serve } from '../serve.ts'
import { theOptions } from '../testing/bff-requests.ts'
import type { LogLine } from './log.ts'
import { prometheusMeter, serveMetrics } from './prometheus.ts'

/** This machine's address in a network; some machines have none. */
const ownAddress = Object.values(os.networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address
// Other systems than Linux have one address of 127.0.0.0/8 only.
const loopbackHosts = ['127.0.0.1', 'localhost', ...(process.platform === 'linux' ? ['127.0.0.2'] : [])]

describe('serveMetrics', () => {
  /** Starts the metrics on a host, and returns the status of a path at an address; 0 where nothing answers. */
  async function startMetrics(host: string) {
    const server = await serveMetrics(prometheusMeter(), { host, port: 0 })
    onTestFinished(() => server.close())
    const { port } = new URL(server.url)
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

  it.skipIf(ownAddress === undefined)('opens only the address that is set', async () => {
    const getStatus = await startMetrics(ownAddress ?? '')
    expect([await getStatus(ownAddress ?? ''), await getStatus('127.0.0.1')]).toEqual([200, 0])
  })
})

describe('METRICS_HOST', () => {
  const startServer = async (change: object) => {
    const lines: LogLine[] = []
    const options = { ...theOptions('http://127.0.0.1:9'), port: 0, metricsPort: 0, ...change }
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
