/**
 * A deadline day on paper: 1.1 million registrations in an hour, and a service that is slow for ten minutes of it. Measures
 * first what one BFF process does here (RATE=… skips that), then simulates the hour second by second for several numbers of
 * processes: how many voters are refused for now, how deep the outbox gets, when it is empty again.
 *
 *   VOTERS (1100000), RATE, SERVICE_MS (400), SLOW_MS (10000), SLOW_MINUTES (10), PRESSED (0.7), SEED (1)
 */
import { bffPaths } from 'voter-registration/contract'
import { measuring, warmUp } from '../harness/measure-run.mjs'
import { startBff, startLoad, startUpstream } from '../servers/start-servers.mjs'

const number = (name, standard) => Number(process.env[name] ?? standard)
const voters = number('VOTERS', 1_100_000)
const usual = number('SERVICE_MS', 400) / 1000
const slow = number('SLOW_MS', 10_000) / 1000
const slowFrom = 1_200
const slowTo = slowFrom + number('SLOW_MINUTES', 10) * 60
const pressed = number('PRESSED', 0.7)
const seed = number('SEED', 1)

/** As the BFF has them. */
const inFlight = 32
const queue = 64
const reportsAtOnce = 32
const reportDeadline = 5
const maxTries = 8
const longestPause = (tries) => Math.min(300, 2 ** (tries - 1))

/** Simulates the day for several numbers of processes. */
export async function measure({ full, log }) {
  const seconds = full ? 10 : 3
  const rate = process.env.RATE === undefined ? await ratePerProcess(seconds, log) : Number(process.env.RATE)
  const perSecond = voters / 3_600
  const enough = (latency) => Math.ceil(perSecond / Math.min(rate, inFlight / latency))
  const counts = [...new Set([1, 3, enough(usual), 10, 30, enough(slow)])].sort((a, b) => a - b)
  const rows = counts.map((processes) => {
    const { deepestAt, empty, ...cells } = simulate(processes, rate)
    return {
      name: `${processes} process${processes === 1 ? '' : 'es'}`,
      ours: true,
      cells: { ...cells, deepestAt: deepestAt / 60, empty: empty / 60 },
    }
  })
  return {
    title: `A deadline day: ${voters.toLocaleString('en-US')} registrations in an hour, ${perSecond.toFixed(0)} a second`,
    notes: [
      `One process here: ${rate.toFixed(0)} voters a second who register and press (${process.env.RATE === undefined ? `measured in ${seconds} s with a service that answers at once` : 'given as RATE'}). Everything in the table is computed from that and was not measured: the service takes ${usual} s and, from minute ${slowFrom / 60} to ${slowTo / 60}, ${slow} s; ${pressed * 100} % press; ${inFlight} in flight, ${queue} in the queue, ${maxTries} tries and ${reportDeadline} s for a report are the BFF's settings. SEED=${seed}.`,
      `Needed: ${enough(usual)} while the service is well; ${enough(slow)} so that nobody is refused while it is slow. "Small again" is the minute after which the outbox holds no more than what is being delivered. Failed ones are kept: outbox retry --all.`,
    ],
    tables: [
      {
        title: 'The hour, by the number of processes',
        columns: [
          { key: 'busy', label: 'answered "busy"', digits: 0 },
          { key: 'gaveUp', label: 'gave up', digits: 0 },
          { key: 'answered', label: 'answered', digits: 0 },
          { key: 'longestQueue', label: 'longest queue', digits: 0 },
          { key: 'deepest', label: 'deepest outbox', digits: 0 },
          { key: 'deepestAt', label: 'at minute', digits: 0 },
          { key: 'empty', label: 'small again at minute', digits: 0 },
          { key: 'failed', label: 'failed presses', digits: 0 },
        ],
        rows,
      },
    ],
    bars: [],
  }
}

/** Voters a second, each registering and pressing, that one process with a database on disk gets through here. */
async function ratePerProcess(seconds, log) {
  const upstream = await startUpstream()
  const load = await startLoad()
  const bff = await startBff(upstream)
  try {
    const server = { ...bff, request: { ...bff.request, pressPath: bffPaths.presses } }
    log('what one process does')
    await warmUp(load, server, { requests: 3_000, seconds: 5 })
    return (await measuring(load, upstream)(server, { connections: 32, seconds })).perSecond
  } finally {
    await bff.stop()
    await load.stop()
    await upstream.stop()
  }
}

/** Chance that can be repeated. */
function chance(from) {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The hour with so many processes. Voters who are answered "busy" come back up to ten times. */
function simulate(processes, rate) {
  const random = chance(seed)
  const perSecond = voters / 3_600
  const coming = []
  const due = []
  const put = (calendar, second, item) => {
    calendar[second] ??= []
    calendar[second].push(item)
  }
  let backlog = 0
  const counted = { busy: 0, gaveUp: 0, longestQueue: 0, answered: 0 }
  const box = { depth: 0, deepest: 0, deepestAt: 0, empty: 0, failed: 0 }
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
      counted.busy++
      if (times >= 10) counted.gaveUp++
      else put(coming, now + 5 + Math.floor(random() * 55), times + 1)
    }
    const taken = Math.min(all.length, room)
    const served = Math.min(backlog + taken, fits)
    backlog = Math.min(backlog + taken - served, processes * queue)
    counted.longestQueue = Math.max(counted.longestQueue, backlog)
    counted.answered += served
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
  return { ...counted, ...box }
}
