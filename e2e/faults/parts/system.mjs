/** Starts the processes that the fault scripts watch, and sends the BFF the same requests as the widget. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { freePort } from '../../../src/contract/testing/free-port.mjs'

export const origin = 'https://partner.example'
export const secret = 'KEYCANARY-0f2d4c'
export const cli = path.resolve(
  import.meta.dirname,
  '../../../node_modules/voter-registration-server/dist/server/cli.js',
)

/** Starts a slow service: it responds to every registration after `ms` milliseconds. */
export async function startSlowService(ms) {
  const answer = JSON.stringify({
    message_markdown: '# A way to register',
    buttons: [{ message_text: 'Register online', primary: true, url: 'https://register.state.example/' }],
  })
  let heard = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      heard++
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end(answer), ms)
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    heard: () => heard,
    close: () => server.close() && server.closeAllConnections(),
  }
}

/**
 * Starts a service that counts registrations and reports by voter, whose event is the local part of the address.
 *
 * @param answerOther answers a report, or a GET, in its own way when it returns true; `count` counts the report
 */
export async function startCountingService({ delayMs = 0, answerOther = () => false } = {}) {
  const registered = new Map()
  const reported = new Map()
  const add = (map, key) => map.set(key, (map.get(key) ?? 0) + 1)
  const server = createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined)
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}')
      const isReport = request.url === '/v1/event/track/'
      const count = () => add(reported, body.voter)
      if (body.email === undefined && answerOther({ request, response, count })) return
      if (isReport) {
        count()
        response.writeHead(201).end()
        return
      }
      const person = body.email.split('@')[0]
      add(registered, person)
      const button = { message_text: 'Go on', primary: true, url: 'https://register.state.example/' }
      const answer = { message_markdown: 'x', buttons: [{ ...button, event_tracking: { voter: person } }] }
      const send = () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      setTimeout(send, delayMs)
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    registered,
    reported,
    close: () => server.close() && server.closeAllConnections(),
  }
}

/** Starts the BFF as an operator runs it, on free ports. */
export async function startBff(upstreamUrl, change = {}) {
  let output = ''
  const [port, metricsPort] = [await freePort(), await freePort()]
  const child = spawn(
    process.execPath,
    ['--disable-proto=delete', '--max-old-space-size=384', '--max-semi-space-size=16', cli, 'bff'],
    {
      env: {
        PATH: process.env.PATH,
        UPSTREAM_URL: upstreamUrl,
        API_KEY_ID: '00000000-0000-4000-8000-000000000001',
        API_KEY_SECRET: secret,
        ALLOWED_ORIGINS: origin,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        ...change,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    if (child.exitCode !== null || tries > 300) throw new Error(`The BFF did not start:\n${output}`)
    if (
      await fetch(`${url}/healthz`)
        .then((response) => response.ok)
        .catch(() => false)
    )
      break
    await pause(100)
  }
  const settings = await (await fetch(`${url}/settings`)).json()
  const end = async (signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    return gone
  }
  return {
    url,
    port,
    output: () => output,
    pid: child.pid,
    alive: () => child.exitCode === null && child.signalCode === null,
    /** Resident memory in MiB. */
    memory: async () => (await metric(metricsPort, 'process_resident_memory_bytes')) / 2 ** 20,
    /** Returns a metric's value by its name without the common prefix, with its labels if it has any. */
    metric: (name) => metric(metricsPort, name),
    metrics: (...names) => metrics(metricsPort, names),
    headers: () => ({
      origin,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'consent-version': settings.wording.en.version,
    }),
    stop: () => end('SIGTERM'),
    /** Kills it at once, like a failing machine. */
    kill: () => end('SIGKILL'),
  }
}

async function metrics(port, names) {
  // A keep-alive connection may be closed just as it is reused.
  const headers = { connection: 'close' }
  const lines = (await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()).split('\n')
  return names.map((name) => {
    const start = `voter_registration_${name} `
    return Number(lines.find((line) => line.startsWith(start))?.slice(start.length))
  })
}

const metric = async (port, name) => (await metrics(port, [name]))[0]

let voters = 0
/** Returns a new fictional voter each time. */
export const voter = (email = `piicanary${++voters}@example.org`) =>
  JSON.stringify({
    first_name: 'PIICANARY',
    last_name: 'Sample',
    date_of_birth: '1990-04-12',
    email,
    address1: '10 Test Street',
    city: 'Boston',
    state: 'MA',
    zipcode: '02108',
    sms_opt_in: true,
  })

/** Returns the request that registers a voter, with its own idempotency key: sent again, it is the same registration. */
export const createForm = (bff, email) => ({ method: 'POST', headers: bff.headers(), body: voter(email) })

/** Reports the press of an answer's button; returns the response's status. */
export async function reportPress(url, press) {
  const headers = { origin, 'content-type': 'text/plain' }
  return (await fetch(`${url}/choices`, { method: 'POST', headers, body: JSON.stringify({ click_token: press }) }))
    .status
}

/** Returns a function that sends one registration and returns status and milliseconds. */
export function registrar(bff, connections) {
  const pool = new Pool(bff.url, { connections })
  return {
    async send() {
      const began = performance.now()
      const reply = await pool.request({
        path: '/registrations',
        method: 'POST',
        headers: bff.headers(),
        body: voter(),
      })
      await reply.body.dump()
      return { status: reply.statusCode, ms: performance.now() - began, retryAfter: reply.headers['retry-after'] }
    },
    close: () => pool.destroy(),
  }
}

export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

/** Returns how long a script runs, in seconds: `--seconds=60` or `--seconds 60`, else `SECONDS`, else the given default. */
export function secondsOr(usual) {
  const { values } = parseArgs({ options: { seconds: { type: 'string' } } })
  const seconds = Number(values.seconds ?? process.env.SECONDS ?? usual)
  if (Number.isFinite(seconds) && seconds > 0) return seconds
  console.error(`--seconds is a number above 0, got "${values.seconds ?? process.env.SECONDS}".`)
  return process.exit(2)
}

/** Prefix of the line that programs read. */
export const resultMark = 'RESULT '

/** Prints which claims hold; the process exits with 1 when one does not. `undefined`: this machine is too busy to decide,
 *  or the run too short. With figures it also prints a line of JSON for programs. */
export function verdict(claims, figures) {
  if (figures !== undefined) console.log(resultMark + JSON.stringify({ ...figures, claims: spoken(claims) }))
  for (const [claim, holds] of Object.entries(claims)) {
    console.log(
      `  ${holds === undefined ? 'not judged (a busy machine, or too short a run):' : holds ? 'holds ' : 'BROKEN'} ${claim}`,
    )
  }
  if (Object.values(claims).includes(false)) process.exitCode = 1
}

const spoken = (claims) =>
  Object.fromEntries(
    Object.entries(claims).map(([claim, holds]) => [claim, holds === undefined ? 'not judged' : holds]),
  )

/** Whether a text leaks a secret or a voter's data. */
export const leaks = (text) => [secret, btoa(secret), 'PIICANARY', 'piicanary'].some((canary) => text.includes(canary))

/**
 * Mulberry32: the same seed gives the same faults in the same order.
 *
 * @param seed 32 bits
 * @returns a function that returns the next number, from 0 up to 1
 */
export function seededRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
