/**
 * Kills the BFF with -9 at random moments under load, and counts what was lost: every press answered with 202 must be at
 * the service or in the outbox, no form may be registered twice, and every registration must have its receipt.
 *
 *   KILLS (50), SEED (random); `--of-two`: two BFFs on a PostgreSQL of their own behind a round robin, else one on SQLite
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../src/contract/testing/free-port.mjs'
import { startPostgres } from '../start-postgres.mjs'
import { registrationRequest } from './parts/registration.mjs'
import { seededRandom } from './parts/seeded-random.mjs'

const kills = Number(process.env.KILLS ?? 50)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const origin = 'https://partner.example'
const cli = path.resolve(import.meta.dirname, '../../node_modules/voter-registration-server/dist/server/cli.js')

const random = seededRandom(seed)

// --- a service that gives every voter an event of its own, and fails now and then

const registered = new Map()
const reported = new Map()
const add = (map, key) => map.set(key, (map.get(key) ?? 0) + 1)

const service = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined)
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (request.url === '/v1/event/track/') {
      if (random() < 0.05) {
        response.writeHead(503, { 'Retry-After': '1' }).end()
        return
      }
      add(reported, body.voter)
      // The service has accepted it, but its response is lost.
      if (random() < 0.05) request.socket.destroy()
      else response.writeHead(201).end()
      return
    }
    const person = Number(/\d+/.exec(body.email)[0])
    add(registered, person)
    const button = { message_text: 'Go on', primary: true, url: 'https://register.state.example/' }
    const answer = { message_markdown: 'x', buttons: [{ ...button, event_tracking: { voter: person } }] }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
})
await new Promise((resolve) => {
  service.listen(0, '127.0.0.1', resolve)
})
const serviceUrl = `http://127.0.0.1:${service.address().port}`

// --- the BFF, once or twice

const postgres = process.argv.includes('--of-two') ? await startPostgres() : undefined
const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-kill-'))
const storage = postgres ? { DATABASE_URL: await postgres.newDatabase() } : { DATA_DIR: path.join(folder, 'data') }
const bffs = []

const accepts = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true) || socket.destroy())
    socket.on('error', () => resolve(false))
  })

async function start(bff) {
  let said = ''
  bff.process = spawn(process.execPath, ['--disable-proto=delete', cli, 'bff'], {
    env: {
      PATH: process.env.PATH,
      UPSTREAM_URL: serviceUrl,
      API_KEY_ID: '00000000-0000-4000-8000-000000000001',
      API_KEY_SECRET: 'secret',
      ALLOWED_ORIGINS: origin,
      PORT: String(bff.port),
      LOG_LEVEL: 'error',
      ...storage,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [bff.process.stdout, bff.process.stderr]) {
    stream.on('data', (text) => {
      said = (said + text).slice(-2_000)
    })
  }
  while (!(await accepts(bff.port))) {
    if (bff.process.exitCode !== null) throw new Error(`The BFF did not start:\n${said}`)
    await pause(20)
  }
}

async function kill(bff) {
  const gone = new Promise((resolve) => {
    bff.process.once('exit', resolve)
  })
  bff.process.kill('SIGKILL')
  await gone
}

for (let count = postgres ? 2 : 1; count > 0; count--) {
  const bff = { port: await freePort() }
  bffs.push(bff)
  await start(bff)
}
let turn = 0
/** Sends a request to the next BFF; it fails when that one is down, and the caller retries. */
const ask = (route, init) => fetch(`http://127.0.0.1:${bffs[turn++ % bffs.length].port}${route}`, init)

// --- voters

const { wording } = await (await ask('/settings', { headers: { origin } })).json()
const accepted = new Set()
let voters = 0
let presses = 0
let unsure = 0
const load = { stop: false }

async function voter() {
  while (!load.stop) {
    const number = ++voters
    const form = registrationRequest(`voter${number}@voter.example`, { origin, consentVersion: wording.en.version })
    // Retries the same form with the same key until the outcome is known, as a widget with an impatient voter.
    let answer
    for (let tries = 0; answer === undefined && tries < 50; tries++) {
      try {
        const response = await ask('/registrations', form)
        const body = await response.json()
        if (response.status === 200) answer = body
        else if (body.outcome === 'may_have_been_sent') answer = { unsure: true }
        else await pause(50)
      } catch {
        await pause(50)
      }
    }
    if (answer?.unsure) unsure++
    const press = answer?.buttons?.[0]?.press
    if (press === undefined) continue
    presses++
    try {
      const body = JSON.stringify({ press })
      const { status } = await ask('/presses', {
        method: 'POST',
        headers: { origin, 'content-type': 'text/plain' },
        body,
      })
      if (status === 202) accepted.add(number)
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
  const bff = bffs[Math.floor(random() * bffs.length)]
  await kill(bff)
  await start(bff)
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

const lostNow = (kept) => [...accepted].filter((number) => !reported.has(number) && !kept.has(number))
const atTheEnd = new Set(inOutbox())
const lost = lostNow(atTheEnd)
// It is not only stored, but also delivered: the lease of a killed process expires after a minute at the latest. One that the
// service has taken without an answer is undecided: it is sent once more a quarter of an hour later.
const until = Date.now() + 100_000
let waiting = atTheEnd.size
let undecided = 0
while (waiting > 0 && Date.now() < until) {
  await pause(1_000)
  const rest = inOutbox()
  waiting = rest.filter((number) => !reported.has(number)).length
  undecided = rest.length - waiting
}
const twice = [...registered].filter(([, times]) => times > 1)
const receipts = lines('consent', 'export', '--json').length

for (const bff of bffs) await kill(bff)
await postgres?.stop()
service.close()
service.closeAllConnections()
rmSync(folder, { recursive: true, force: true })

const missing = Math.max(0, registered.size - receipts)
console.log(`
voters ${voters}, registered ${registered.size}, told "may have been sent" ${unsure}, receipts ${receipts}
presses ${presses}, answered with 202: ${accepted.size}, reported ${reported.size}, of them more than once ${[...reported.values()].filter((times) => times > 1).length}
right after the last kill ${atTheEnd.size} in the outbox; at the end ${waiting} that the service does not have, and ${undecided} undecided
lost presses: ${lost.length}, forms registered twice: ${twice.length}, registrations without a receipt: ${missing}`)
const bad = lost.length + twice.length + missing + waiting
console.log(bad === 0 ? 'Nothing lost.' : `FAILED with seed ${seed}`)
process.exitCode = bad === 0 ? 0 : 1
