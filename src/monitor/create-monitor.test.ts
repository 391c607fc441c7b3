/** The whole monitor: two monitors that share the work, stops and starts. */
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { uptimePath } from '../contract/routes.ts'
import { freePort } from '../contract/testing/free-port.mjs'
import { sharedPostgres } from '../server/testing/shared-postgres.ts'
import { temporaryFolders } from '../server/testing/temporary-folder.ts'
import type { CheckResult } from './check.ts'
import { createMonitor, type Monitor, type MonitorDependencies } from './create-monitor.ts'
import type { MonitorOptions } from './options.ts'
import { createUuid } from './store/rows.ts'
import { openStore } from './store/sql-store.ts'
import type { MonitorLogLine } from './store/store.ts'
import { startOddSite } from './testing/misbehaving-site.ts'

const day = 86_400_000
const newFolder = temporaryFolders()
const postgres = sharedPostgres()

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function aMonitor(options: Partial<MonitorOptions>, dependencies: MonitorDependencies = {}): Promise<Monitor> {
  const monitor = await createMonitor({ sites: [], hostGapSeconds: 0, dataDir: ':memory:', ...options }, dependencies)
  open.unshift(monitor)
  return monitor
}

const result = (up: boolean): CheckResult => ({
  outcome: up ? 'up' : 'down',
  loadUs: 250_000,
  status: up ? 200 : undefined,
  error: up ? undefined : 'timeout',
  redirects: [],
})

const aSite = (name: string) => ({ url: `https://${name}.state.example/`, description: `MA ${name}` })
const read = async (monitor: Monitor, address: string) =>
  (await monitor.fetch(new Request(`https://uptime.example${address}`))).json()

describe('a monitor with real sites', () => {
  const local = { allowedNetworks: ['127.0.0.0/8'], confirmAfterSeconds: 0, timeoutSeconds: 20 }

  it('sees one site go down and up, and another one stay up', async () => {
    const site = await startOddSite()
    open.push(site)
    const lines: MonitorLogLine[] = []
    let now = Date.UTC(2026, 10, 3)
    const sites = ['/', '/503', '/once'].map((each) => ({ url: site.url + each, description: `MA ${each}` }))
    const monitor = await aMonitor({ ...local, sites }, { clock: { now: () => now }, log: (line) => lines.push(line) })
    await monitor.checkDue()
    const states = async () =>
      (await read(monitor, uptimePath('sites'))).results.map((each: { state_up: boolean }) => each.state_up)
    expect(await states()).toEqual([true, false, true])
    now += 20 * 60_000
    await monitor.checkDue()
    expect(lines.filter(({ code }) => code !== 'no_sentinel')).toEqual([
      { level: 'warn', code: 'site_down', url: `${site.url}/503`, cause: 'HTTP 503' },
    ])
    const checks = await read(monitor, uptimePath('siteChecks', { uuid: createUuid('site', `${site.url}/503`) }))
    expect(checks.results.map(({ status }: { status: number }) => status)).toEqual([503, 503, 503])
  })

  it('checks the sites of a host one by one, with a pause between', async () => {
    const site = await startOddSite()
    open.push(site)
    const sites = Array.from({ length: 4 }, (_, i) => ({ url: `${site.url}/?${i}`, description: `MA ${i}` }))
    let together = 0
    let most = 0
    let hasPaused = true
    const pauses: boolean[] = []
    const monitor = await aMonitor(
      { ...local, sites, hostGapSeconds: 0.1 },
      {
        check: async () => {
          pauses.push(hasPaused)
          most = Math.max(most, ++together)
          await new Promise((resolve) => setTimeout(resolve, 20))
          together--
          // Node runs the shorter of two timers first, however busy it is.
          hasPaused = false
          setTimeout(() => {
            hasPaused = true
          }, 90)
          return result(true)
        },
      },
    )
    await monitor.checkDue()
    expect(most).toBe(1)
    expect(pauses).toEqual([true, true, true, true])
  })

  it('limits concurrent checks', async () => {
    let together = 0
    let most = 0
    const sites = Array.from({ length: 30 }, (_, i) => aSite(`s${i}`))
    const monitor = await aMonitor(
      { sites, concurrency: 7 },
      {
        check: async () => {
          most = Math.max(most, ++together)
          await expect.poll(() => most).toBe(7)
          together--
          return result(true)
        },
      },
    )
    await monitor.checkDue()
    expect(most).toBe(7)
    expect(
      (await read(monitor, `${uptimePath('sites')}?limit=30`)).results.every(
        ({ state_up }: { state_up: boolean }) => state_up,
      ),
    ).toBe(true)
  })

  it('starts by itself, checks again after the interval, and immediately on request', async () => {
    const site = await startOddSite()
    open.push(site)
    const monitor = await aMonitor({
      ...local,
      sites: [{ url: `${site.url}/`, description: 'MA' }],
      intervalSeconds: 1,
    })
    monitor.start()
    await expect.poll(() => site.requestCount()).toBeGreaterThanOrEqual(3)
    const rare = await startOddSite()
    open.push(rare)
    const other = await aMonitor({ ...local, sites: [{ url: `${rare.url}/`, description: 'MA' }] })
    other.start()
    await expect.poll(() => rare.requestCount()).toBe(1)
    await other.checkSoon([`${rare.url}/`, 'https://unknown.example/'])
    await expect.poll(() => rare.requestCount()).toBe(2)
  })
})

it('a restarted monitor opens no outage for the time it was stopped, and continues one that lasts', async () => {
  const dataDir = newFolder()
  const sites = [aSite('well'), aSite('ill')]
  let now = Date.UTC(2026, 10, 1)
  const dependencies = {
    clock: { now: () => now },
    check: async ({ url }: { url: string }) => result(url.includes('well')),
  }
  const options = { sites, dataDir, confirmAfterSeconds: 0, hostGapSeconds: 0 }
  const before = await createMonitor(options, dependencies)
  await before.checkDue()
  await before.close()
  now += 3 * day
  const after = await aMonitor(options, dependencies)
  await after.checkDue()
  const { count, results } = await read(after, uptimePath('downtime'))
  expect(count).toBe(1)
  expect(results[0]).toMatchObject({ site: createUuid('site', aSite('ill').url), up_check: null })
  const well = await read(after, uptimePath('site', { uuid: createUuid('site', aSite('well').url) }))
  expect(well).toMatchObject({ state_up: true, uptime_day: 1, uptime_quarter: 1 })
})

it('two monitors on one database share the work without checking a site twice', async () => {
  const databaseUrl = await postgres.newDatabase()
  const sites = Array.from({ length: 60 }, (_, i) => aSite(`s${i}`))
  const requests: string[] = []
  const now = Date.UTC(2026, 10, 3)
  const dependencies = (name: string): MonitorDependencies => ({
    clock: { now: () => now },
    check: async ({ url }) => {
      requests.push(`${name} ${url}`)
      // None has done all of it before the other begins.
      await expect.poll(() => new Set(requests.map((each) => each.slice(0, 1))).size).toBe(2)
      return result(true)
    },
  })
  const both = await Promise.all(
    ['a', 'b'].map((name) =>
      createMonitor({ sites, databaseUrl, hostGapSeconds: 0, concurrency: 5 }, dependencies(name)),
    ),
  )
  await Promise.all(both.map((monitor) => monitor.checkDue()))
  expect(new Set(requests.map((each) => each.slice(2))).size).toBe(60)
  expect(requests).toHaveLength(60)
  expect(new Set(requests.map((each) => each.slice(0, 1))).size).toBe(2)
  await Promise.all(both.map((monitor) => monitor.close()))
})

describe('invalid monitor options', () => {
  const wrong = (options: Partial<MonitorOptions>) =>
    createMonitor({ sites: [aSite('one')], dataDir: ':memory:', ...options }).then(
      (monitor) => monitor.close().then(() => 'no error'),
      (error: Error) => error.message,
    )

  it('are all named together, without a secret', async () => {
    const says = await wrong({
      dataDir: undefined,
      intervalSeconds: 0,
      concurrency: 1.5,
      proxies: ['https://user:CANARY@proxy.example'],
      sentinel: 'http://10.0.0.1/',
      allowedNetworks: ['10.0.0.0/99'],
      webhookUrl: 'http://pager.example/',
      webhookSecret: 'CANARY',
      publicUrl: 'uptime',
    })
    const expected = [
      'intervalSeconds (MONITOR_INTERVAL_SECONDS) is not a number from 1 to 86400, got 0. Set it to the seconds from one check of a site to the next',
      'concurrency (MONITOR_CONCURRENCY) is not a whole number',
      'proxies (MONITOR_PROXIES) has a route that cannot be read',
      'sentinel (MONITOR_SENTINEL) cannot be used: "http://10.0.0.1/" is not on the public network. To check it anyway, add its network to MONITOR_ALLOWED_NETWORKS',
      'which is not a network',
      'dataDir (DATA_DIR) is missing',
      'webhookUrl (MONITOR_WEBHOOK_URL) is not an https: address',
      'webhookSecret (MONITOR_WEBHOOK_SECRET) has fewer than 16 characters',
      'publicUrl (MONITOR_PUBLIC_URL) is not an address without query',
    ]
    for (const part of expected) expect(says).toContain(part)
    expect(says).not.toContain('CANARY')
  })

  it('include unknown options, by their names', async () => {
    const misspelt = { concurrency: 1, intervalSecond: 60, webHookUrl: '' }
    const says = await wrong(misspelt)
    expect(says).toContain('- intervalSecond is not known. Did you mean intervalSeconds?')
    expect(says).toContain('- webHookUrl is not known. Did you mean webhookUrl?')
  })

  it('include a folder that another monitor uses', async () => {
    const dataDir = newFolder()
    await aMonitor({ dataDir })
    expect(await wrong({ dataDir })).toContain('Another monitor uses the folder')
  })
})

it('a missing database at the start is waited for, and the sites are checked when it comes', async () => {
  const url = new URL(await postgres.newDatabase())
  const behind = Number(url.port)
  url.port = String(await freePort())
  const monitor = await aMonitor(
    { dataDir: undefined, databaseUrl: url.href, sites: [aSite('one')] },
    { check: async () => result(true) },
  )
  monitor.start()
  await expect(monitor.ready()).rejects.toThrow('ECONNREFUSED')
  const list = () => monitor.fetch(new Request('http://monitor.example/v1/leouptime/sites/'))
  expect((await list()).status).toBe(503)
  const sockets: Socket[] = []
  const front = createServer((socket) => {
    const other = connect(behind, '127.0.0.1')
    sockets.push(socket, other)
    socket.on('error', () => other.destroy()).pipe(other)
    other.on('error', () => socket.destroy()).pipe(socket)
  })
  await new Promise<void>((resolve) => void front.listen(Number(url.port), '127.0.0.1', resolve))
  const states = async () => {
    const answer = await list()
    return answer.ok ? (await answer.json()).results.map((site: { state_up: boolean }) => site.state_up) : answer.status
  }
  await expect.poll(states).toEqual([true])
  await monitor.ready()
  await monitor.close()
  for (const socket of sockets) socket.destroy()
  front.close()
})

it('a visitor reads the records while the monitor runs, and creates none if there are none', async () => {
  const dataDir = newFolder()
  await expect(openStore({ dataDir }, 'visitor')).rejects.toThrow('Is DATA_DIR the folder of the running monitor?')
  const monitor = await aMonitor({ dataDir, sites: [aSite('one')] }, { check: async () => result(true) })
  await monitor.checkDue()
  const visitor = await openStore({ dataDir }, 'visitor')
  open.unshift(visitor)
  expect((await visitor.sites({ limit: 9, offset: 0 }, Date.now())).items).toMatchObject([{ up: true }])
})
