/**
 * Stops, freezes and fails over the PostgreSQL of two BFFs and a monitor under load, and ends their connections one by one.
 * No process may end; no form may be registered twice or wrongly called "not sent"; no press that was answered with 202 may be
 * lost; each outage must be recorded once, and detected within a minute.
 *
 *   RESTARTS (20), FREEZES (3), FAILOVERS (3), TERMINATIONS (100), MINUTES (30, after which it is given up), SEED (random)
 *   STANDBY_LAG (milliseconds): no COMMIT waits for the standby, which is this far behind at each failover. What that loses is
 *   counted and not judged: nothing can save it, and the log must have warned about it
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findPostgres, startCluster } from './parts/cluster.mjs'
import { startMonitor, writeSites } from './parts/monitor.mjs'
import {
  cli,
  voter as createVoter,
  origin,
  seededRandom,
  startBff,
  startCountingService,
  verdict,
} from './parts/system.mjs'

const number = (name, usual) => Number(process.env[name] ?? usual)
const wanted = {
  restart: number('RESTARTS', 20),
  freeze: number('FREEZES', 3),
  failOver: number('FAILOVERS', 3),
  terminate: number('TERMINATIONS', 100),
}
const minutes = number('MINUTES', 30)
const seed = number('SEED', Math.floor(Math.random() * 2 ** 31))

const random = seededRandom(seed)

const seconds = () => Math.round(performance.now() / 1_000)
let done = 'nothing'
setTimeout(() => {
  console.error(`Given up after ${minutes} minutes, seed ${seed}. Done: ${done}.`)
  process.exit(1)
}, minutes * 60_000).unref()

const bin = findPostgres()
if (bin === undefined) {
  console.log('not judged: there is no PostgreSQL with pg_basebackup here (Debian: apt-get install postgresql).')
  process.exit(0)
}

// --- a service that counts what it gets, and a site for the monitor that is down now and then

const down = new Set()
const world = await startCountingService({
  delayMs: 30,
  answerOther({ request, response }) {
    if (request.method !== 'GET') return false
    response.writeHead(down.has(request.url) ? 503 : 200).end('Register to vote')
    return true
  },
})
const { registered, reported, url: worldUrl } = world

// --- two BFFs and a monitor

const lag = process.env.STANDBY_LAG === undefined ? undefined : Number(process.env.STANDBY_LAG)
const cluster = await startCluster(bin, { lag })
const level = lag === undefined ? 'error' : 'warn'
const storage = { DATA_DIR: '', DATABASE_URL: cluster.url, RATE_LIMITS: 'off', BOT_CHECK: 'off', LOG_LEVEL: level }
const bffs = [await startBff(worldUrl, storage), await startBff(worldUrl, storage)]
const sites = writeSites(worldUrl, ['/a', '/b'])
const monitor = await startMonitor(sites.file, { DATABASE_URL: cluster.url })
process.once('exit', () => {
  for (const each of [...bffs, monitor]) if (each.alive()) process.kill(each.pid, 'SIGKILL')
})

// --- load: 24 voters, and an outage after the other

const load = { stop: false }
const told = { answered: 0, unsure: 0, notSent: 0 }
/** Presses answered with 202, with the number of attempts of each. */
const accepted = new Map()
const wrong = []
let voters = 0
/** Codes that mean that the BFF has looked the key up; any other "not sent" is about one request. As in the widget. */
const ofKey = ['overloaded', 'upstream_busy', 'upstream_contract', 'upstream_circuit_open', 'upstream_unreachable']

async function post(bff, route, headers, body) {
  try {
    const signal = AbortSignal.timeout(20_000)
    const response = await fetch(bff.url + route, { method: 'POST', headers, body, signal })
    return { status: response.status, body: await response.json().catch(() => ({})) }
  } catch {
    return undefined
  }
}

async function voter(which) {
  while (!load.stop) {
    const person = `voter${++voters}`
    const body = createVoter(`${person}@voter.example`)
    const headers = { ...bffs[0].headers(), 'idempotency-key': randomUUID() }
    let press
    let isInDoubt = false
    for (let tries = 0; tries < 60; tries++) {
      const answer = await post(bffs[(which + tries) % 2], '/registrations', headers, body)
      if (answer?.status === 200) {
        told.answered++
        press = answer.body.buttons[0].click_token
        if (!registered.has(person)) wrong.push(`${person}: answered, and the service has nothing`)
        break
      }
      if (answer?.body.outcome === 'unknown') {
        told.unsure++
        break
      }
      if (answer === undefined) isInDoubt = true
      else if (!isInDoubt || ofKey.includes(answer.body.code)) {
        told.notSent++
        if (registered.has(person)) wrong.push(`${person}: ${answer.body.code} at try ${tries + 1}`)
      }
      await pause(200)
    }
    if (press === undefined) continue
    for (let tries = 0; tries < 60; tries++) {
      const report = await post(
        bffs[which % 2],
        '/choices',
        { origin, 'content-type': 'text/plain' },
        JSON.stringify({ click_token: press }),
      )
      if (report?.status === 202) {
        accepted.set(person, tries + 1)
        break
      }
      await pause(200)
    }
  }
}

let outages = 0
/** Longest time until the monitor detected a change of the site, in milliseconds. */
let blind = 0
async function flap() {
  const until = async (isDown) => {
    const began = performance.now()
    // The last outage must end after the load: a turn's lease lasts two minutes at most.
    while (monitor.alive() && performance.now() - began < 180_000) {
      const page = await monitor.ask('/sites-down/')
      if (page !== undefined && page.results.some(({ url }) => url === `${worldUrl}/a`) === isDown) break
      await pause(50)
    }
    blind = Math.max(blind, performance.now() - began)
  }
  while (!load.stop && monitor.alive()) {
    down.add('/a')
    outages++
    await until(true)
    down.delete('/a')
    await until(false)
  }
}

console.log(`seed ${seed}: ${JSON.stringify(wanted)} of ${cluster.version}, 2 BFFs, 1 monitor, 24 voters`)
const all = [flap(), ...Array.from({ length: 24 }, (_, which) => voter(which))]
const faults = {
  restart: () => cluster.restart(random() < 0.5 ? 'SIGINT' : 'SIGQUIT', random() * 1_500),
  freeze: () => cluster.freeze(2_000 + random() * 6_000),
  failOver: () => cluster.failOver(),
  terminate: () => cluster.terminate(random()),
}
const plan = Object.entries(wanted).flatMap(([fault, count]) => Array.from({ length: count }, () => fault))
const count = plan.length
for (let left = count; left > 0; left--) {
  const [fault] = plan.splice(Math.floor(random() * left), 1)
  await pause(fault === 'terminate' ? random() * 300 : 1_000 + random() * 2_000)
  await faults[fault]()
  done = `${count - left + 1} of ${count} faults, the last a ${fault}`
  if (fault !== 'terminate' || left % 20 === 1)
    console.log(`${seconds()} s: ${done}; ${voters} voters, ${outages} outages`)
}
await pause(2_000)
load.stop = true
await Promise.all(all)

// --- what is where

/** Returns the output lines of a CLI command. Not `spawnSync`: the connection to the database goes through this process. */
async function lines(...args) {
  const env = { PATH: process.env.PATH, DATABASE_URL: cluster.url }
  // A command does not retry by itself, and PostgreSQL may just have lost its primary.
  for (let tries = 0; ; tries++) {
    try {
      const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args], { env, maxBuffer: 2 ** 30 })
      return stdout.split('\n').filter(Boolean)
    } catch (error) {
      if (tries === 10) throw error
      await pause(1_000)
    }
  }
}
/** Returns the presses in the outbox that are not delivered yet: pending ones, and those given up after eight attempts. */
async function undelivered() {
  const rows = (await lines('outbox', 'export')).map((line) => JSON.parse(line))
  return rows
    .filter(({ state }) => state !== 'delivered')
    .map(({ state, event }) => ({ state, person: JSON.parse(event).voter }))
}
let left = await undelivered()
// On a busy machine the service may respond too late eight times in a row: this is what an operator does then.
const failed = left.filter(({ state }) => state === 'failed').length
if (failed > 0) await lines('outbox', 'retry', '--all')
// Waits while presses are being delivered, however slow the machine is; the longest backoff of the eight attempts is 64 s.
for (let since = Date.now(); left.length > 0 && Date.now() - since < 150_000; await pause(1_000)) {
  const now = await undelivered()
  if (now.length < left.length) since = Date.now()
  left = now
}
const receipts = (await lines('consent', 'export', '--json')).length
const kept = new Set(left.map(({ person }) => person))
const unreported = [...accepted.keys()].filter((person) => !reported.has(person))
const gone = unreported.filter((person) => !kept.has(person))
const lost = gone.length
const twice = [...registered.values()].filter((times) => times > 1).length
const again = [...reported.values()].filter((times) => times > 1).length
const isWarned = bffs.every((bff) => bff.output().includes('failover_may_lose_data'))
const exits = [...bffs, monitor].filter((each) => !each.alive()).length
let recorded
let made
for (let tries = 0; recorded === undefined && tries < 100; tries++) {
  const page = await monitor.ask('/downtime/?limit=1000')
  recorded = page?.count
  made = page?.results.filter(({ up_check }) => up_check === null).length
  await pause(100)
}

for (const bff of bffs) await bff.stop()
await monitor.kill()
sites.remove()
await cluster.close()
world.close()

console.log(`voters ${voters}, registered ${registered.size}, told ${JSON.stringify(told)}, receipts ${receipts}
registered twice ${twice}, wrongly told ${wrong.length}, accepted presses lost ${lost}, still in the outbox ${unreported.length - lost}, failed and tried again ${failed}
presses answered with 202: ${accepted.size}, reported ${reported.size}, of them more than once ${again}; outages ${outages}, recorded ${recorded}, open ${made}, seen after ${Math.round(blind / 1_000)} s at most`)
for (const each of wrong.slice(0, 10)) console.log(`  ${each}`)
for (const person of gone.slice(0, 10))
  console.log(`  press of ${person}: gone, accepted at try ${accepted.get(person)}`)
verdict(
  {
    'no process ended': exits === 0,
    ...(lag === undefined
      ? {
          'no form registered twice': twice === 0,
          'no form wrongly called "not sent", none wrongly answered': wrong.length === 0,
          'every registration has its receipt': receipts >= registered.size,
          'no accepted press lost': lost === 0,
          'every accepted press reported at the end': unreported.length === 0,
          'each outage recorded once, with its end': recorded === outages && made === 0,
        }
      : { 'each BFF warns at its start': isWarned }),
    // A frozen PostgreSQL, a query timeout, and a pause; on a busy machine more than once.
    'the monitor blind for less than a minute': blind < 60_000,
    'there was something to lose': told.answered > 100 && accepted.size > 100,
  },
  {
    seed,
    ...wanted,
    ...(lag !== undefined && { lag }),
    voters,
    registered: registered.size,
    ...told,
    exits,
    twice,
    lost,
    unreported: unreported.length,
    failed,
    again,
    outages,
    recorded,
    blind: Math.round(blind),
  },
)
