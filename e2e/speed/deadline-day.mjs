/**
 * A deadline day on paper: 1.1 million registrations in an hour, and a service that is slow for ten minutes of it. Measures
 * first what one BFF process does here (RATE=… skips that), then simulates the hour second by second for several numbers of
 * processes: how many voters are told to wait, how deep the outbox gets, when it is empty again.
 *
 *   VOTERS (1100000), RATE, SERVICE_MS (400), SLOW_MS (10000), SLOW_MINUTES (10), PRESSED (0.7), SEED (1), SECONDS (10)
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import os, { cpus, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'

const number = (name, standard) => Number(process.env[name] ?? standard)
const voters = number('VOTERS', 1_100_000)
const usual = number('SERVICE_MS', 400) / 1000
const slow = number('SLOW_MS', 10_000) / 1000
const slowFrom = 1_200
const slowTo = slowFrom + number('SLOW_MINUTES', 10) * 60
const pressed = number('PRESSED', 0.7)
const seconds = number('SECONDS', 10)

/** As the BFF has them. */
const inFlight = 32
const queue = 64
const reportsAtOnce = 32
const reportDeadline = 5
const maxTries = 8
const longestPause = (tries) => Math.min(300, 2 ** (tries - 1))

let state = number('SEED', 1)
function random() {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
}

/** Registrations a second, each followed by a press, that one process with a database on disk gets through here. */
async function measure() {
  const button = {
    message_text: 'Go on',
    primary: true,
    url: 'https://register.state.example/',
    event_tracking: { a: 1 },
  }
  const answer = JSON.stringify({ message_markdown: 'x', buttons: [button] })
  const service = createServer((request, response) => {
    request.resume().on('end', () => {
      response
        .writeHead(request.url === '/v1/event/track/' ? 201 : 200, { 'content-type': 'application/json' })
        .end(answer)
    })
  })
  await new Promise((resolve) => {
    service.listen(0, '127.0.0.1', resolve)
  })
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-day-'))
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const origin = 'https://partner.example'
  const cli = path.resolve(import.meta.dirname, '../../dist/cli.js')
  const bff = spawn(process.execPath, ['--disable-proto=delete', cli, 'bff'], {
    env: {
      PATH: process.env.PATH,
      UPSTREAM_URL: `http://127.0.0.1:${service.address().port}`,
      API_KEY_ID: '6f1ed002-ab5f-4b7e-9d6b-4d3f3a2b1c0d',
      API_KEY_SECRET: 'secret',
      ALLOWED_ORIGINS: origin,
      PORT: String(port),
      DATA_DIR: folder,
      LOG_LEVEL: 'error',
    },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  let settings
  for (let tries = 0; settings === undefined && tries < 300; tries++) {
    settings = await fetch(`${url}/settings`).then(
      (response) => response.json(),
      () => pause(100),
    )
  }
  const pool = new Pool(url, { connections: 64 })
  const post = async (route, headers, body) => {
    const reply = await pool.request({ path: route, method: 'POST', headers: { origin, ...headers }, body })
    return { status: reply.statusCode, text: await reply.body.text() }
  }
  let done = 0
  const until = Date.now() + 2_000 + seconds * 1000
  const one = async (client) => {
    for (let form = 0; Date.now() < until; form++) {
      const body = JSON.stringify({
        first_name: 'Sample',
        last_name: 'Voter',
        date_of_birth: '1990-01-02',
        email: `v${client}-${form}@voter.example`,
        address1: '1 Sample Street',
        city: 'Sampletown',
        state: 'OH',
        zipcode: '43004',
        sms_opt_in: true,
      })
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        'consent-version': settings.wording.en.version,
      }
      const answered = await post('/registrations', headers, body)
      if (answered.status !== 200) continue
      const { press } = JSON.parse(answered.text).buttons[0]
      await post('/presses', { 'content-type': 'text/plain' }, JSON.stringify({ press }))
      done++
    }
  }
  const clients = Array.from({ length: 32 }, (_, client) => one(client))
  await pause(2_000)
  const before = done
  await Promise.all(clients)
  const rate = (done - before) / seconds
  await pool.close()
  bff.kill('SIGTERM')
  service.close()
  service.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
  return rate
}

/** The hour with so many processes. Voters who are told that the service is busy come back up to ten times. */
function simulate(processes, rate) {
  const perSecond = voters / 3_600
  const coming = []
  const due = []
  const put = (calendar, second, item) => {
    calendar[second] ??= []
    calendar[second].push(item)
  }
  let backlog = 0
  const told = { busy: 0, gaveUp: 0, longestQueue: 0, answered: 0 }
  const box = { depth: 0, deepest: 0, deepestAt: 0, empty: 0, failed: 0, tries: 0 }
  const waiting = []
  let first = 0
  let carry = 0
  for (let now = 0; now < 4 * 3_600; now++) {
    const isSlow = now >= slowFrom && now < slowTo
    const latency = isSlow ? slow : usual
    // Registrations: new ones, and those who come back.
    carry += now < 3_600 ? perSecond : 0
    const fresh = Math.floor(carry)
    carry -= fresh
    const back = coming[now] ?? []
    const fits = Math.floor(Math.min(processes * rate, (processes * inFlight) / latency))
    const all = [...Array.from({ length: fresh }, () => 0), ...back]
    const room = fits + Math.max(0, processes * queue - backlog)
    for (const times of all.slice(room)) {
      told.busy++
      if (times >= 10) told.gaveUp++
      else put(coming, now + 5 + Math.floor(random() * 55), times + 1)
    }
    const taken = Math.min(all.length, room)
    const served = Math.min(backlog + taken, fits)
    backlog = Math.min(backlog + taken - served, processes * queue)
    told.longestQueue = Math.max(told.longestQueue, backlog)
    told.answered += served
    for (let each = 0; each < served; each++) {
      if (random() < pressed) put(due, now + 5 + Math.floor(random() * 55), 0)
    }
    // Presses: each answered with 202 at once, and delivered when there is a hand free.
    for (const tries of due[now] ?? []) {
      waiting.push(tries)
      if (tries === 0) box.depth++
    }
    due[now] = undefined
    coming[now] = undefined
    const hands = Math.floor((processes * reportsAtOnce) / (isSlow ? reportDeadline : usual))
    for (let each = 0; each < hands && first < waiting.length; each++) {
      const tries = waiting[first++] + 1
      box.tries++
      if (!isSlow) box.depth--
      else if (tries === maxTries) {
        box.failed++
        box.depth--
      } else put(due, now + reportDeadline + Math.ceil(random() * longestPause(tries)), tries)
    }
    if (box.depth > box.deepest) Object.assign(box, { deepest: box.depth, deepestAt: now })
    if (box.depth > processes * reportsAtOnce) box.empty = now + 1
    if (now > 3_600 && box.depth === 0 && backlog === 0 && coming.length <= now + 1) break
  }
  return { ...told, ...box }
}

const rate = process.env.RATE === undefined ? await measure() : Number(process.env.RATE)
const clock = (second) => `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`
console.log(
  `${voters} registrations in an hour (${(voters / 3_600).toFixed(0)} a second), the service takes ${usual} s and, from minute ${slowFrom / 60} to ${slowTo / 60}, ${slow} s.
One process: ${rate.toFixed(0)} registrations a second, each with a press; ${inFlight} under way, ${queue} in its queue.

Where the figures come from: the rate of a process was ${
    process.env.RATE === undefined
      ? `measured here in ${seconds} s (${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0].toFixed(1)}), with a service that answers at once`
      : 'given (RATE)'
  };
${inFlight}, ${queue}, 8 tries and ${reportDeadline} s for a report are the BFF's settings; voters, the times of the service and the share of voters who press
(${pressed}) are assumptions; everything below is computed from these, and was not measured.\n`,
)
const enough = (latency) => Math.ceil(voters / 3_600 / Math.min(rate, inFlight / latency))
const wanted = new Set([1, 3, enough(usual), 10, 30, enough(slow)])
const rows = [...wanted].sort((a, b) => a - b)
console.log('processes  told to wait   gave up   answered  longest queue  outbox at most   at  small again  failed')
for (const processes of rows) {
  const { busy, gaveUp, answered, longestQueue, deepest, deepestAt, empty, failed } = simulate(processes, rate)
  const cells = [processes, busy, gaveUp, answered, longestQueue, deepest, clock(deepestAt), clock(empty), failed]
  const widths = [9, 13, 9, 10, 14, 15, 6, 12, 7]
  console.log(cells.map((cell, place) => String(cell).padStart(widths[place])).join(' '))
}
console.log(`
Needed: ${enough(usual)} while the service is well; ${enough(slow)} so that nobody is told to wait while it is slow.
"Small again": the minute after which the outbox holds no more than what is being delivered. "Failed" ones are kept: outbox retry --all.`)
