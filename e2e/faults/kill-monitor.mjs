/**
 * Kills the monitor with -9 at random moments while sites go down and come back, and counts: each outage must be recorded once,
 * with its beginning and its end, and a site that was always up must never be reported as down.
 *
 *   KILLS (20), SEED (random); `--of-two`: two monitors on a PostgreSQL of their own, else one on SQLite
 */
import { createServer } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../start-postgres.mjs'
import { startMonitor, writeSites } from './parts/monitor.mjs'
import { seededRandom } from './parts/system.mjs'

const kills = Number(process.env.KILLS ?? 20)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

const random = seededRandom(seed)

// --- sites: the first ones go down and come back, the others are always up

const flapping = 4
const down = new Set()
const site = createServer((request, response) => {
  response.writeHead(down.has(request.url) ? 503 : 200).end('Register to vote')
})
await listening(site)
const base = `http://127.0.0.1:${site.address().port}`
const paths = Array.from({ length: 12 }, (_, i) => `/${i}`)

async function listening(server) {
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
}

// --- the monitor, once or twice

const postgres = process.argv.includes('--of-two') ? await startPostgres() : undefined
const sites = writeSites(base, paths)
const storage = postgres
  ? { DATABASE_URL: await postgres.newDatabase() }
  : { DATA_DIR: path.join(sites.folder, 'data') }
const monitors = []

const start = () => startMonitor(sites.file, storage)
for (let count = postgres ? 2 : 1; count > 0; count--) monitors.push(await start())

/** Requests a route from any monitor that responds; `undefined` when none does. */
async function ask(route) {
  for (const monitor of monitors) {
    const answer = await monitor.ask(route)
    if (answer !== undefined) return answer
  }
  return undefined
}

// --- outages

const outages = new Map(paths.map((each) => [base + each, 0]))
const load = { stop: false }

async function until(url, isDown) {
  for (;;) {
    const page = await ask('/sites-down/')
    if (page !== undefined && page.results.some((each) => each.url === url) === isDown) return
    await pause(50)
  }
}

async function flap(each) {
  const url = base + each
  while (!load.stop) {
    await pause(random() * 500)
    down.add(each)
    outages.set(url, outages.get(url) + 1)
    await until(url, true)
    await pause(random() * 500)
    down.delete(each)
    await until(url, false)
  }
}

console.log(`seed ${seed}: ${kills} kills of ${monitors.length} monitor(s) on ${postgres?.version ?? 'SQLite'}`)
const all = paths.slice(0, flapping).map((each) => flap(each))
for (let count = 0; count < kills; count++) {
  await pause(300 + random() * 1_500)
  const place = Math.floor(random() * monitors.length)
  await monitors[place].kill()
  monitors[place] = await start()
}
load.stop = true
await Promise.all(all)

// --- what is written down

const broken = []
let recorded = 0
let checks = 0
const { results: known } = await ask('/sites/?limit=1000')
if (known.length !== paths.length) broken.push(`${known.length} sites instead of ${paths.length}`)
for (const { uuid, url } of known) {
  const { count, results } = await ask(`/sites/${uuid}/downtime/?limit=1000`)
  recorded += count
  if (count !== outages.get(url)) broken.push(`${url} was down ${outages.get(url)} times, and ${count} are recorded`)
  let before = Number.POSITIVE_INFINITY
  for (const { down_check, up_check } of results) {
    const [from, to] = [Date.parse(down_check.created_at), Date.parse(up_check?.created_at ?? '')]
    if (!(from <= to && to <= before)) broken.push(`${url}: from ${from} to ${to}, before ${before}`)
    before = from
  }
  const seen = new Set()
  let total = 0
  for (let offset = 0; ; offset += 100) {
    const page = await ask(`/sites/${uuid}/checks/?offset=${offset}`)
    total = page.count
    for (const check of page.results) seen.add(check.uuid)
    if (page.results.length < 100) break
  }
  checks += total
  // Checks continue while the pages are read: there may be more, but never fewer.
  if (seen.size < total - 20) broken.push(`${url}: ${seen.size} checks on the pages of ${total}`)
}
const { count: inAll } = await ask('/downtime/?limit=1')
if (inAll !== recorded) broken.push(`the list of all has ${inAll} outages, the sites have ${recorded}`)

for (const monitor of monitors) await monitor.kill()
await postgres?.stop()
site.close()
site.closeAllConnections()
sites.remove()

const wanted = [...outages.values()].reduce((sum, each) => sum + each, 0)
console.log(`outages ${wanted}, recorded ${recorded}; checks ${checks}
${broken.length === 0 ? 'No outage lost, doubled or made up.' : `FAILED with seed ${seed}:\n  ${broken.join('\n  ')}`}`)
process.exitCode = broken.length === 0 ? 0 : 1
