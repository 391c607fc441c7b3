/**
 * Generates the load with autocannon, in a separate process.
 *
 * autocannon's `overallRate` sends the requests of a second at its beginning, as one burst, and its correction for
 * coordinated omission treats the interval as milliseconds. A server that batches its work looks too good in a burst. So a
 * fixed rate consists of connections with one voter a second each that start one after the other: evenly spaced, and no
 * voter waits for another one's response.
 */
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { quantile } from './statistics.mjs'
import { workOnTasks } from './task-worker.mjs'
import { nextVoter } from './voters.mjs'

/** Minimum number of responses in a run. */
const enough = 50

/** One of this many responses is checked. */
const readOneIn = 200

/** What a response must contain: `events` as the service sends them, or `tokens` as the BFF encrypts them. */
const checks = {
  events: ({ buttons }) => buttons?.length === 2 && buttons[0].event_tracking !== undefined,
  tokens: ({ buttons, reference }) => buttons?.length === 2 && buttons[0].press !== undefined && reference.length > 8,
}

/** Returns autocannon's requests for one connection: a registration of a new voter each time; with `pressPath` each is followed
 *  by a press of the answer's first button. */
function requestsOf({ path, headers, key, check, pressPath }, found) {
  let sent = 0
  const registration = {
    method: 'POST',
    path,
    setupRequest(request) {
      const voter = nextVoter()
      const own = { 'x-forwarded-for': voter.address, ...(key && { [key]: voter.idempotencyKey }) }
      return { ...request, body: voter.body, headers: { ...headers, ...own } }
    },
    onResponse(status, body, context) {
      if (status !== 200) return
      if (sent++ % readOneIn === 0 && !checks[check](JSON.parse(body))) found.wrong ??= body
      if (pressPath) context.press = JSON.stringify({ press: JSON.parse(body).buttons[0].press })
    },
  }
  if (pressPath === undefined) return [registration]
  const press = {
    method: 'POST',
    path: pressPath,
    // Without a response there is nothing to press: autocannon continues with the next registration.
    setupRequest: (request, { press: body }) =>
      body && { ...request, body, headers: { ...headers, 'content-type': 'text/plain' } },
  }
  return [registration, press]
}

/**
 * Makes one run.
 *
 * @param request `path`, `headers`, `check`, `key` (the header of the idempotency key), `pressPath`
 * @param rate voters a second, regardless of responses; without it each connection continues when it has its response
 * @returns how many were `answered` (200), `statuses`, the first `wrong` response, how many connections were `broken`,
 *   `perSecond`, `p50` and `p99` of the answered in ms
 */
async function run({ port, request, connections, seconds, rate }) {
  const times = []
  const statuses = {}
  const found = { wrong: undefined }
  let broken = 0
  const start = (options) => {
    const instance = autocannon({
      url: `http://127.0.0.1:${port}`,
      requests: requestsOf(request, found),
      sampleInt: 100,
      // A server may close a connection after many requests; autocannon would then count one request too few.
      reconnectRate: 500,
      ...options,
    })
    instance.on('response', (_client, status, _bytes, took) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 200) times.push(took)
    })
    instance.on('reqError', () => broken++)
    return instance
  }
  const began = performance.now()
  if (rate === undefined) {
    // For a machine that stays very busy: a few responses are not meaningful.
    for (let tries = 0; times.length < enough && tries < 20; tries++) await start({ connections, duration: seconds })
  } else {
    const requests = request.pressPath === undefined ? 1 : 2
    const all = []
    for (let each = 0; each < rate; each++) {
      const due = began + (each * 1000) / rate
      if (due > performance.now()) await pause(due - performance.now())
      all.push(start({ connections: 1, connectionRate: requests, amount: seconds * requests }))
    }
    await Promise.all(all)
  }
  const took = (performance.now() - began) / 1000
  return {
    answered: times.length,
    statuses,
    wrong: found.wrong,
    broken,
    perSecond: times.length / took,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}

workOnTasks(run)
