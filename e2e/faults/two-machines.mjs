/**
 * Two BFF processes behind a round robin, with one PostgreSQL: rate limits and idempotency keys work across both, also while
 * one of them is killed with -9 under load. `kill-nine.mjs --of-two` counts the presses that survive.
 *
 *   STORMS (1000) forms, each sent five times at once; KILLS (5); SEED
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { startPostgres } from '../start-postgres.mjs'
import { leaks, startBff, startSlowService, verdict, voter } from './parts/system.mjs'

const storms = Number(process.env.STORMS ?? 1_000)
const kills = Number(process.env.KILLS ?? 5)

const postgres = await startPostgres()
const service = await startSlowService(20)
const settings = {
  DATA_DIR: '',
  DATABASE_URL: await postgres.newDatabase(),
  RATE_LIMITS: 'on',
  BOT_CHECK: 'off',
  TRUST_PROXY_HOPS: '1',
  LOG_LEVEL: 'error',
}
const machines = []
const pools = []
let written = ''

async function start(place) {
  machines[place] = await startBff(service.url, settings)
  pools[place] = new Pool(machines[place].url, { connections: 64 })
}
await Promise.all([start(0), start(1)])

let turns = 0
/** Sends one request to the next machine; an error when that one is down, and the caller uses the other. */
async function send({ body, key, address, place = turns++ % 2 }) {
  const headers = { ...machines[place].headers(), 'idempotency-key': key, 'x-forwarded-for': `6.6.6.6, ${address}` }
  const reply = await pools[place].request({ path: '/registrations', method: 'POST', headers, body })
  return { status: reply.statusCode, answer: await reply.body.json() }
}
async function sendUntilAnswered(form) {
  for (let tries = 0; tries < 200; tries++) {
    try {
      return await send(form)
    } catch {
      await pause(20)
    }
  }
  return { status: 0 }
}
const withPhone = (phone) => JSON.stringify({ ...JSON.parse(voter()), phone })

try {
  // The same phone from 50 addresses, one after the other: the machines share the count.
  const before = service.heard()
  const many = []
  for (let index = 0; index < 50; index++) {
    many.push(await send({ body: withPhone('+16175551234'), key: randomUUID(), address: `198.51.100.${index}` }))
  }
  const phones = service.heard() - before
  const refused = many.filter(({ status }) => status === 429).length

  // Storms, while one machine after the other is killed and restarts.
  const beforeStorms = service.heard()
  const statuses = {}
  const load = { sent: 0, done: false }
  const storm = async () => {
    while (load.sent < storms) {
      const number = load.sent++
      const form = { body: voter(), key: randomUUID(), address: `10.${number >> 8}.${number & 255}.1` }
      for (const { status, answer } of await Promise.all(Array.from({ length: 5 }, () => sendUntilAnswered(form)))) {
        const what = status === 200 ? '200' : `${status} ${answer?.outcome ?? ''} ${answer?.code ?? ''}`.trim()
        statuses[what] = (statuses[what] ?? 0) + 1
      }
    }
  }
  const killing = (async () => {
    for (let count = 0; count < kills; count++) {
      const isTime = () => load.done || load.sent >= ((count + 0.5) / kills) * storms
      while (!isTime()) await pause(10)
      const place = count % 2
      written += machines[place].output()
      process.kill(machines[place].pid, 'SIGKILL')
      while (machines[place].alive()) await pause(5)
      await pools[place].destroy()
      await start(place)
    }
  })()
  await Promise.all(Array.from({ length: 16 }, storm))
  load.done = true
  await killing
  const upstream = service.heard() - beforeStorms
  const inDoubt = Object.entries(statuses).filter(([what]) => what.includes('may_have_been_sent'))
  const doubts = inDoubt.reduce((sum, [, times]) => sum + times, 0)
  for (const machine of machines) written += machine.output()
  console.log(`
PostgreSQL ${postgres.version}; two processes behind a round robin
the same phone from 50 addresses: ${phones} upstream, ${refused} refused
${storms} forms × 5 at once, ${kills} kill -9 meanwhile: ${upstream} upstream; answers ${JSON.stringify(statuses)}`)
  verdict({
    'the same phone reaches the service at most twice': phones === 2 && refused === 48,
    'no form reaches the service twice': upstream <= storms,
    'each form gets an answer, or word that it was too much at once; in doubt only where a process was killed':
      Object.keys(statuses).every((what) => /^200$|may_have_been_sent|not_sent overloaded/.test(what)) &&
      doubts <= kills * 16 * 5,
    'nothing leaks into the log': !leaks(written),
  })
} finally {
  for (const pool of pools) await pool.destroy()
  for (const machine of machines) await machine?.stop()
  service.close()
  await postgres.stop()
}
