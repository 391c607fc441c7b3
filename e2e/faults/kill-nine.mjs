/**
 * Kills the BFF with -9 at random moments under load, and counts what was lost: every press answered with 202 must be at
 * the service or in the outbox, no form may be registered twice, and every registration must have its receipt.
 *
 *   KILLS (50), SEED (random); `--of-two`: two BFFs on a PostgreSQL of their own behind a round robin, else one on SQLite
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../start-postgres.mjs'
import { cli, createForm, reportPress, seededRandom, startBff, startCountingService } from './parts/system.mjs'

const kills = Number(process.env.KILLS ?? 50)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const random = seededRandom(seed)

// A service that fails now and then.
const service = await startCountingService({
  answerOther({ request, response, count }) {
    if (random() < 0.05) {
      response.writeHead(503, { 'Retry-After': '1' }).end()
      return true
    }
    if (random() >= 0.05) return false
    // The service has accepted it, but its response is lost.
    count()
    request.socket.destroy()
    return true
  },
})
const { registered, reported } = service

// --- the BFF, once or twice

const postgres = process.argv.includes('--of-two') ? await startPostgres() : undefined
const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-kill-'))
const storage = postgres ? { DATABASE_URL: await postgres.newDatabase() } : { DATA_DIR: path.join(folder, 'data') }
const start = () => startBff(service.url, { LOG_LEVEL: 'error', ...storage })
const bffs = [await start(), ...(postgres ? [await start()] : [])]
let turn = 0
/** The next BFF; a request fails when it is down, and the caller retries. */
const next = () => bffs[turn++ % bffs.length].url

// --- voters

const accepted = new Set()
let voters = 0
let presses = 0
let unsure = 0
const load = { stop: false }

async function voter() {
  while (!load.stop) {
    const person = `voter${++voters}`
    const form = createForm(bffs[0], `${person}@voter.example`)
    // Retries the same form with the same key until the outcome is known, as a widget with an impatient voter.
    let answer
    for (let tries = 0; answer === undefined && tries < 50; tries++) {
      try {
        const response = await fetch(`${next()}/registrations`, form)
        const body = await response.json()
        if (response.status === 200) answer = body
        else if (body.outcome === 'unknown') answer = { unsure: true }
        else await pause(50)
      } catch {
        await pause(50)
      }
    }
    if (answer?.unsure) unsure++
    const press = answer?.buttons?.[0]?.click_token
    if (press === undefined) continue
    presses++
    try {
      if ((await reportPress(next(), press)) === 202) accepted.add(person)
    } catch {
      // Without a response: no response has said that it is stored.
    }
  }
}

console.log(`seed ${seed}: ${kills} kills of ${bffs.length} BFF(s) on ${postgres?.version ?? 'SQLite'}`)
const all = Array.from({ length: 8 }, () => voter())
for (let count = 0; count < kills; count++) {
  // Wait for some presses after the start, then kill at a random moment: a busy machine needs time to warm up.
  const enough = accepted.size + 1 + Math.floor(random() * 30)
  for (const until = Date.now() + 5_000; accepted.size < enough && Date.now() < until; ) await pause(5)
  await pause(random() * 50)
  const which = Math.floor(random() * bffs.length)
  await bffs[which].kill()
  bffs[which] = await start()
}
load.stop = true
await Promise.all(all)

// --- what is where

/** Returns the output lines of a CLI command. */
function lines(...args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [cli, ...args], {
    env: { PATH: process.env.PATH, ...storage },
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return stdout
    .trimEnd()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const inOutbox = () =>
  lines('outbox', 'export')
    .filter(({ state: at }) => at !== 'delivered')
    .map(({ event }) => JSON.parse(event).voter)

const lostNow = (kept) => [...accepted].filter((person) => !reported.has(person) && !kept.has(person))
const atTheEnd = new Set(inOutbox())
const lost = lostNow(atTheEnd)
// It is not only stored, but also delivered: the lease of a killed process expires after a minute at the latest. One that the
// service has taken without a response is unknown: it is sent once more a quarter of an hour later.
const until = Date.now() + 100_000
let waiting = atTheEnd.size
let unknown = 0
while (waiting > 0 && Date.now() < until) {
  await pause(1_000)
  const rest = inOutbox()
  waiting = rest.filter((person) => !reported.has(person)).length
  unknown = rest.length - waiting
}
const twice = [...registered].filter(([, times]) => times > 1)
const receipts = lines('consent', 'export', '--json').length

for (const bff of bffs) await bff.kill()
await postgres?.stop()
service.close()
rmSync(folder, { recursive: true, force: true })

const missing = Math.max(0, registered.size - receipts)
console.log(`
voters ${voters}, registered ${registered.size}, told "may have been sent" ${unsure}, receipts ${receipts}
presses ${presses}, answered with 202: ${accepted.size}, reported ${reported.size}, of them more than once ${[...reported.values()].filter((times) => times > 1).length}
right after the last kill ${atTheEnd.size} in the outbox; at the end ${waiting} that the service does not have, and ${unknown} unknown
lost presses: ${lost.length}, forms registered twice: ${twice.length}, registrations without a receipt: ${missing}`)
const bad = lost.length + twice.length + missing + waiting
console.log(bad === 0 ? 'Nothing lost.' : `FAILED with seed ${seed}`)
process.exitCode = bad === 0 ? 0 : 1
