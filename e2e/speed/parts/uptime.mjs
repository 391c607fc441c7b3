/** What the monitor's history costs: pages of 10,000 sites with more and more checks on disk, in SQLite and in PostgreSQL,
 *  side by side; how many checks a second one process makes; and its memory. The cost of a page must not grow with the
 *  history. `UPTIME_CHECKS` (for example `200000,2000000`) sets the sizes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../../start-postgres.mjs'
import { start } from '../harness/child.mjs'
import { quantile } from '../harness/statistics.mjs'
import { writeHistory } from '../servers/monitor-history.mjs'

const siteCount = 10_000
const engines = ['sqlite', 'postgres']

/** Measures both storages at each size, and then one process that checks real sites. */
export async function measure({ full, log }) {
  const asked = process.env.UPTIME_CHECKS?.split(',').map(Number)
  const sizes = asked ?? (full ? [2e5, 1e6, 1e7] : [2e5])
  const reads = full ? 300 : 60
  const seconds = full ? 30 : 3
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-uptime-'))
  const postgres = await startPostgres()
  const storageOf = async (engine) =>
    engine === 'sqlite'
      ? { dataDir: mkdtempSync(path.join(folder, 'sqlite-')) }
      : { databaseUrl: await postgres.newDatabase() }
  const rows = []
  const live = []
  const worst = { sites: 0, checks: 0, rss: 0, rate: Number.POSITIVE_INFINITY }
  try {
    for (const size of sizes) {
      for (const engine of engines) {
        log(`${size.toLocaleString('en-US')} checks, ${engine}`)
        const storage = await storageOf(engine)
        // A first start creates the tables.
        await (await startMonitor(storage)).stop()
        const disk = await writeHistory(engine, storage, siteCount, size / siteCount)
        const monitor = await startMonitor(storage)
        const cells = await pages(monitor, size / siteCount, reads)
        const rss = await monitor.stop()
        worst.sites = Math.max(worst.sites, cells.sites)
        worst.checks = Math.max(worst.checks, cells.checks)
        worst.rss = Math.max(worst.rss, rss)
        rows.push({ name: `${engine}, ${size.toLocaleString('en-US')}`, ours: true, cells: { ...cells, rss, disk } })
        if (engine === 'sqlite') rmSync(storage.dataDir, { recursive: true, force: true })
      }
    }
    for (const engine of engines) {
      log(`checks a second, ${engine}`)
      const { rate, rss } = await sustained(await storageOf(engine), seconds)
      worst.rate = Math.min(worst.rate, rate)
      worst.rss = Math.max(worst.rss, rss)
      live.push({ name: engine, ours: true, cells: { rate, rss } })
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    title: 'The monitor: pages of 10,000 sites, and checks a second',
    notes: [
      `p95 of ${reads} reads of each page (p50 where it says so), in turns, through the API; checks at offsets from the first to the last page. The history is generated: 90 days, in PostgreSQL in order of time.`,
      `Checks a second: real HTTP to a server of this machine, a new connection for each, written down for good; ${seconds} s.`,
      ...(full || asked ? [] : ['Up to 10⁷ checks with --full.']),
    ],
    tables: [
      {
        title: 'By storage and number of checks',
        columns: [
          { key: 'sites', label: 'sites, ms', digits: 1 },
          { key: 'last', label: 'last page of sites, ms', digits: 1 },
          { key: 'down', label: 'sites down, ms', digits: 1 },
          { key: 'checks', label: 'checks of a site, any offset, ms', digits: 1, chart: true },
          { key: 'downtime', label: 'downtime of all, any offset, ms', digits: 1 },
          { key: 'sitesMiddle', label: 'sites, p50', digits: 1 },
          { key: 'checksMiddle', label: 'checks, p50', digits: 1 },
          { key: 'rss', label: 'memory, MiB', digits: 0 },
          { key: 'disk', label: 'on disk, MiB', digits: 0 },
        ],
        rows,
      },
      {
        title: 'One process that asks and writes',
        columns: [
          { key: 'rate', label: 'checks/s', digits: 0 },
          { key: 'rss', label: 'memory, MiB', digits: 0 },
        ],
        rows: live,
      },
    ],
    figures: [
      { says: 'first page of sites, p95, ms', value: worst.sites, better: 'lower' },
      { says: 'checks of a site at any offset, p95, ms', value: worst.checks, better: 'lower' },
      { says: 'checks made and written, /s', value: worst.rate, better: 'higher' },
      { says: 'memory, MiB', value: worst.rss, better: 'lower' },
    ],
  }
}

async function startMonitor(storage, { sites = siteCount, live = false, origin = 'http://127.0.0.1:9' } = {}) {
  const setup = JSON.stringify({ storage, sites, live, origin })
  const child = await start(['e2e/speed/servers/monitor.mjs', setup], { role: 'subject' })
  return {
    async ask(route) {
      const { took, text } = await child.ask({ ask: `/v1/leouptime${route}` })
      return { took, page: JSON.parse(text) }
    },
    begin: () => child.ask({ begin: true }),
    async stop() {
      const { rss } = await child.ask({ stop: true })
      await child.stop()
      return rss
    },
  }
}

/** Reads pages in turns; checks that every one is complete. Returns the p95 of each in ms. */
async function pages(monitor, perSite, reads) {
  const times = { sites: [], last: [], down: [], checks: [], downtime: [] }
  const first = (await monitor.ask('/sites/?limit=1000')).page
  const outages = (await monitor.ask('/downtime/?limit=1')).page.count
  async function read(name, route, count, length) {
    const { took, page } = await monitor.ask(route)
    if (page.count !== count || page.results.length !== length) {
      throw new Error(`${route}: ${page.results?.length} of ${page.count} instead of ${length} of ${count}`)
    }
    times[name].push(took)
    return page
  }
  for (let i = 0; i < reads; i++) {
    // The sentinel, the newest, has no history.
    const { uuid } = first.results[1 + ((i * 37) % 998)]
    const offset = Math.floor((perSite / reads) * i)
    const sites = await read('sites', '/sites/', siteCount + 1, 100)
    if (sites.results[5].uptime_quarter === 1) throw new Error('The shares know of no outage.')
    await read('last', `/sites/?offset=${siteCount - 99}`, siteCount + 1, 100)
    await read('down', '/sites-down/', 0, 0)
    await read('checks', `/sites/${uuid}/checks/?offset=${offset}`, perSite, Math.min(100, perSite - offset))
    const before = Math.floor(((outages - 100) / reads) * i)
    await read('downtime', `/downtime/?offset=${before}`, outages, 100)
  }
  return {
    ...Object.fromEntries(Object.entries(times).map(([name, list]) => [name, quantile(list, 0.95)])),
    sitesMiddle: quantile(times.sites, 0.5),
    checksMiddle: quantile(times.checks, 0.5),
  }
}

/** Measures how many checks a second are made and stored. */
async function sustained(storage, seconds) {
  const counted = { asked: 0 }
  const site = createServer((_, response) => {
    counted.asked++
    response.end('Register to vote')
  })
  await new Promise((resolve) => {
    site.listen(0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${site.address().port}`
  const monitor = await startMonitor(storage, { sites: 5_000, live: true, origin })
  await monitor.begin()
  for (; counted.asked < 500; ) await pause(20)
  const [before, since] = [counted.asked, performance.now()]
  await pause(seconds * 1_000)
  const rate = ((counted.asked - before) * 1_000) / (performance.now() - since)
  // The oldest come first.
  const { page } = await monitor.ask('/sites/?limit=1000&offset=4000')
  const known = page.results.filter(({ state_up: up }) => up === true).length
  if (known < 100) throw new Error(`Of 1000 sites only ${known} are known: nothing was measured.`)
  const rss = await monitor.stop()
  site.close()
  site.closeAllConnections()
  return { rate, rss }
}
