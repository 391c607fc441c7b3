/** Simulates a deadline day second by second: how many voters are turned away for now, how long the outbox gets, when it is
 *  empty again. */

/** The BFF's settings. */
export const settings = {
  inFlight: 256,
  queue: 512,
  longestWait: 4.5,
  reportsAtOnce: 256,
  reportDeadline: 45,
  maxTries: 600,
}

const longestPause = (tries) => Math.min(600, 2 ** (tries - 1))

/** Returns a seeded random number generator. */
function chance(from) {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const put = (calendar, second, item) => {
  calendar[second] ??= []
  calendar[second].push(item)
}

/**
 * Simulates the day.
 *
 * @param processes number of processes; each serves `rate` voters a second, has `inFlight` calls in flight and queues `queue`
 * @param arriving number of arriving voters, by second
 * @param latency latency of the service in seconds, by second
 * @param isSlow whether reports of presses fail, by second
 * @param pressed the share of voters who press
 * @param returns whether a voter with the answer "busy" comes back, up to ten times
 */
export function simulate({
  processes,
  rate,
  inFlight = settings.inFlight,
  queue = settings.queue,
  arriving,
  latency,
  isSlow = () => false,
  pressed = 0,
  returns = true,
  seed = 1,
}) {
  const random = chance(seed)
  const coming = []
  const counted = { busy: 0, gaveUp: 0, longestQueue: 0, answered: 0 }
  const outbox = outboxOf(processes, random)
  let backlog = 0
  let carry = 0
  for (let now = 0; now < 4 * 3_600; now++) {
    carry += arriving(now)
    const fresh = Math.floor(carry)
    carry -= fresh
    const all = [...Array.from({ length: fresh }, () => 0), ...(coming[now] ?? [])]
    coming[now] = undefined
    const fits = Math.floor(Math.min(processes * rate, (processes * inFlight) / latency(now)))
    // A voter who would wait longer than allowed is rejected as well.
    const waitingRoom = Math.min(processes * queue, Math.floor(fits * settings.longestWait))
    const room = fits + Math.max(0, waitingRoom - backlog)
    for (const times of all.slice(room)) {
      counted.busy++
      if (times >= 10 || !returns) counted.gaveUp++
      else put(coming, now + 5 + Math.floor(random() * 55), times + 1)
    }
    const taken = Math.min(all.length, room)
    const served = Math.min(backlog + taken, fits)
    backlog += taken - served
    counted.longestQueue = Math.max(counted.longestQueue, backlog)
    counted.answered += served
    for (let each = 0; each < served; each++) if (random() < pressed) outbox.add(now)
    outbox.deliver(now, isSlow(now), latency(now))
    if (arriving(now) === 0 && backlog === 0 && outbox.isEmpty(now) && coming.length <= now + 1) break
  }
  return { ...counted, ...outbox.figures }
}

/** The outbox of presses: each is answered with 202 at once, and delivered when a worker is free. */
function outboxOf(processes, random) {
  const due = []
  const waiting = []
  let first = 0
  let depth = 0
  const figures = { deepest: 0, deepestAt: 0, empty: 0, failed: 0 }
  const { reportsAtOnce, reportDeadline, maxTries } = settings
  return {
    figures,
    isEmpty: (now) => depth === 0 && due.length <= now + 1,
    add: (now) => put(due, now + 5 + Math.floor(random() * 55), 0),
    deliver(now, isSlow, latency) {
      for (const tries of due[now] ?? []) {
        waiting.push(tries)
        if (tries === 0) depth++
      }
      due[now] = undefined
      const hands = Math.floor((processes * reportsAtOnce) / (isSlow ? reportDeadline : latency))
      for (let each = 0; each < hands && first < waiting.length; each++) {
        const tries = waiting[first++] + 1
        if (!isSlow) depth--
        else if (tries === maxTries) {
          figures.failed++
          depth--
        } else put(due, now + reportDeadline + Math.ceil(random() * longestPause(tries)), tries)
      }
      if (depth > figures.deepest) Object.assign(figures, { deepest: depth, deepestAt: now })
      if (depth > processes * reportsAtOnce) figures.empty = now + 1
    },
  }
}
