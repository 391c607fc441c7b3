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
import { nextVoter, workOnTasks } from './voters.mjs'

/** One of this many responses is checked. */
const readOneIn = 200

/** What a response must contain: `events` as the service sends them, or `tokens` as the BFF encrypts them. */
const checks = {
  events: ({ buttons }) => buttons?.length === 2 && buttons[0].event_tracking !== undefined,
  tokens: ({ buttons, reference }) =>
    buttons?.length === 2 && buttons[0].click_token !== undefined && reference.length > 8,
}

/** Returns autocannon's request for one connection: a registration of a new voter each time. */
function createRequest({ path, headers, key, check }, found) {
  let count = 0
  return {
    method: 'POST',
    path,
    setupRequest(request) {
      const voter = nextVoter()
      const own = { 'x-forwarded-for': voter.address, ...(key && { [key]: voter.idempotencyKey }) }
      return { ...request, body: voter.body, headers: { ...headers, ...own } }
    },
    onResponse(status, body) {
      if (status === 200 && count++ % readOneIn === 0 && !checks[check](JSON.parse(body))) found.wrong ??= body
    },
  }
}

/**
 * Makes one run.
 *
 * @param request `path`, `headers`, `check`, `key` (the header of the idempotency key)
 * @param rate voters a second, regardless of responses; without it each connection continues when it has its response
 * @returns how many were `answered` (200), `statuses`, the first `wrong` response, how many connections were `broken`,
 *   `perSecond`, `p50` and `p99` of the answered in ms
 */
async function run({ port, request, connections, seconds, rate }) {
  const times = []
  const statuses = {}
  const found = { wrong: undefined }
  let broken = 0
  const begin = (options) => {
    const instance = autocannon({
      url: `http://127.0.0.1:${port}`,
      requests: [createRequest(request, found)],
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
  if (rate === undefined) await begin({ connections, duration: seconds })
  else {
    const all = []
    for (let each = 0; each < rate; each++) {
      const due = began + (each * 1000) / rate
      if (due > performance.now()) await pause(due - performance.now())
      all.push(begin({ connections: 1, connectionRate: 1, amount: seconds }))
    }
    await Promise.all(all)
  }
  const perSecond = (times.length * 1000) / (performance.now() - began)
  const { wrong } = found
  const quantiles = { p50: quantile(times, 0.5), p99: quantile(times, 0.99) }
  return { answered: times.length, statuses, wrong, broken, perSecond, ...quantiles }
}

workOnTasks(run)
