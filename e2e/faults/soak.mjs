/**
 * A long ordinary day: 20 registrations a second, each with its press, of which one in twenty gets a fault (an error, an
 * HTML page, a reset, half a response, a late response, a browser that disconnects). Memory must not grow.
 *
 *   --seconds (1800); SEED
 *
 * Growth is judged over the second half of a run of at least 25 minutes: what the process remembers on purpose (outcomes of
 * forms for 15 minutes, at most 10 000) fills up in the first. Resident memory is a sawtooth: garbage
 * accumulates until V8 collects its old objects, at this rate about every two minutes. Part of one tooth is not meaningful,
 * so that half needs at least three; what is left after each collection is judged as well.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { leaks, quantile, secondsOr, seededRandom, startBff, verdict, voter } from './parts/system.mjs'

const seconds = secondsOr(1_800)
const perSecond = 20
const faultShare = 0.05
const MiB = 2 ** 20
const seed = Number(process.env.SEED ?? Date.now() & 0x7fffffff)
const random = seededRandom(seed)

let events = 0
const reported = new Set()
const answer = () =>
  JSON.stringify({
    message_markdown: '# A way to register\n\nYou are not registered yet.',
    buttons: [
      { message_text: 'Go on', primary: true, url: 'https://register.state.example/', event_tracking: { n: ++events } },
    ],
  })
const json = { 'content-type': 'application/json' }
/** The faults of the service. */
const faults = [
  (response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<h1>Server Error (500)</h1>'),
  (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  (response) => response.writeHead(429, { 'retry-after': '1' }).end(),
  (response) => response.destroy(),
  (response) => {
    const text = answer()
    response.writeHead(200, { ...json, 'content-length': text.length })
    response.write(text.slice(0, 40))
    setTimeout(() => response.destroy(), 10)
  },
  (response) => void setTimeout(() => response.writeHead(200, json).end(answer()), 16_000),
]
const service = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined)
  request.on('end', () => {
    response.on('error', () => undefined)
    const fails = random() < faultShare
    if (request.url === '/v1/event/track/') {
      if (!fails) reported.add(JSON.parse(Buffer.concat(chunks).toString()).n)
      response.writeHead(fails ? 503 : 201, fails ? { 'retry-after': '1' } : {}).end()
    } else if (fails) faults[Math.floor(random() * faults.length)](response)
    else response.writeHead(200, json).end(answer())
  })
})
await new Promise((resolve) => service.listen(0, '127.0.0.1', resolve))

const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-soak-'))
const bff = await startBff(`http://127.0.0.1:${service.address().port}`, {
  DATA_DIR: path.join(folder, 'data'),
})
const pool = new Pool(bff.url, { connections: 64 })
const statuses = {}
const times = []
const accepted = []
const samples = []

async function oneVoter() {
  const leaving = random() < 0.01 ? new AbortController() : undefined
  if (leaving) setTimeout(() => leaving.abort(), 2)
  const began = performance.now()
  const { statusCode, body } = await pool.request({
    path: '/registrations',
    method: 'POST',
    headers: bff.headers(),
    body: voter(),
    ...(leaving && { signal: leaving.signal }),
  })
  const text = await body.text()
  statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
  if (statusCode !== 200) return
  times.push(performance.now() - began)
  if (times.length > 20_000) times.shift()
  const { click_token: press } = JSON.parse(text).buttons[0]
  const reply = await pool.request({
    path: '/choices',
    method: 'POST',
    headers: { origin: 'https://partner.example', 'content-type': 'text/plain' },
    body: JSON.stringify({ click_token: press }),
  })
  await reply.body.dump()
  if (reply.statusCode === 202) accepted.push(1)
}

/** Returns the growth of memory per hour: the median of the slopes between all pairs of samples (Theil and Sen). */
function growth(points) {
  const slopes = points.flatMap((a, index) => points.slice(index + 1).map((b) => (b.memory - a.memory) / (b.at - a.at)))
  return quantile(slopes, 0.5) * 3_600
}

console.log(`seed ${seed}: ${perSecond} registrations a second for ${seconds} s, ${faultShare * 100} % faults`)
try {
  const began = Date.now()
  const all = new Set()
  let nextSample = 0
  for (let sent = 0; sent < perSecond * seconds; sent++) {
    const due = began + (sent * 1000) / perSecond
    if (due > Date.now()) await pause(due - Date.now())
    const one = oneVoter()
      .catch((error) => {
        const what = error.name === 'AbortError' ? 'left' : 'broken'
        statuses[what] = (statuses[what] ?? 0) + 1
      })
      .finally(() => all.delete(one))
    all.add(one)
    const at = (Date.now() - began) / 1000
    if (at < nextSample) continue
    nextSample = at + Math.min(10, seconds / 20)
    const [resident, handles, old, collections] = await bff.metrics(
      'process_resident_memory_bytes',
      'nodejs_active_handles_total',
      'nodejs_heap_space_size_used_bytes{space="old"}',
      'nodejs_gc_duration_seconds_count{kind="major"}',
    )
    samples.push({ at, memory: resident / MiB, handles, old: old / MiB, collections })
    if (samples.length % 30 === 0)
      console.log(
        `  ${Math.round(at)} s: ${(resident / MiB).toFixed(1)} MiB, old objects ${(old / MiB).toFixed(1)}, ${collections} collections of them, ${handles} handles`,
      )
  }
  await Promise.all(all)
  const until = Date.now() + 30_000
  while ((await bff.metric('outbox_waiting')) > 0 && Date.now() < until) await pause(500)
  const waiting = await bff.metric('outbox_waiting')
  const half = samples.filter(({ at }) => at > seconds / 2)
  const slope = growth(half)
  const left = samples.filter(
    (sample, index) => sample.at > seconds / 2 && sample.collections > samples[index - 1].collections,
  )
  const leftSlope = growth(left.map(({ at, old }) => ({ at, memory: old })))
  const peak = Math.max(...samples.map(({ memory }) => memory))
  const handles =
    quantile(
      half.map((sample) => sample.handles),
      0.5,
    ) -
    quantile(
      samples.slice(2, 2 + half.length).map((sample) => sample.handles),
      0.5,
    )
  const p99 = quantile(times, 0.99)
  console.log(`
answers ${JSON.stringify(statuses)}; p99 of those that went well ${p99.toFixed(0)} ms
presses accepted ${accepted.length}, reported ${reported.size}, waiting ${waiting}
memory: first ${samples[0].memory.toFixed(0)}, last ${samples.at(-1).memory.toFixed(0)}, most ${peak.toFixed(0)} MiB; ${slope.toFixed(1)} MiB an hour in the second half; handles ${handles >= 0 ? '+' : ''}${handles}
old objects after each collection of that half: ${left.map(({ old }) => old.toFixed(1)).join(', ')} MiB; ${leftSlope.toFixed(1)} MiB an hour`)
  const longEnough = seconds >= 1_500 && left.length >= 3
  const claims = {
    'memory grows by less than 5 MiB an hour': longEnough ? slope < 5 : undefined,
    'what is left after a collection grows by less than 5 MiB an hour': longEnough ? leftSlope < 5 : undefined,
    'resident memory stays below 200 MiB': peak < 200,
    'no more is open at the end than at the beginning': seconds >= 300 ? handles <= 8 : undefined,
    'no request breaks off that the browser did not break off': (statuses.broken ?? 0) === 0,
    'every press that was accepted is reported, or waits': reported.size + waiting >= accepted.length,
    'the process lives and stops in order': bff.alive() && (await bff.stop()) === 0,
    'nothing leaks into the log': !leaks(bff.output()),
  }
  verdict(claims, { seconds, perSecond, seed, slope, leftSlope, peak, p99, handles, accepted: accepted.length })
} finally {
  await pool.destroy()
  await bff.stop()
  service.close()
  service.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
}
