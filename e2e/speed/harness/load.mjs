/** The load: a program of its own on bare sockets, so that it costs less than the fastest subject. Every answer is counted
 *  by its status, and every 500th is read and checked. */
import { connect } from 'node:net'
import { quantile } from './statistics.mjs'

/** A voter's body with room for a number that keeps the e-mail addresses apart. */
const number = '000000000000'
const voter = JSON.stringify({
  title: 'Ms',
  first_name: 'Ada',
  middle_name: 'Sample',
  last_name: 'Voter',
  suffix: 'Jr',
  date_of_birth: '1990-04-12',
  email: `v${number}@example.org`,
  phone: '+16175551234',
  address1: '10 Test Street',
  address2: 'Apt 4',
  city: 'Boston',
  state: 'MA',
  zipcode: '02108',
  sms_opt_in: true,
})
/** The key of the form: a UUID that ends with the same number. */
const key = `00000000-0000-4000-8000-${number}`

/** So many answers a run must have. */
const least = 100

let counter = Math.floor(Math.random() * 1e9) * 100

/** Makes requests from a template. With `bodies` or `paths` each request has the next of them; else headers and body have a number of
 *  their own for every request. */
function requests({ bodies, paths, ...template }) {
  if (bodies === undefined && paths === undefined) return numbered(template)
  const wholes =
    paths?.map((path) => numbered({ ...template, path })) ?? bodies.map((body) => numbered({ ...template, body }))
  let at = 0
  return () => wholes[at++ % wholes.length]()
}

function numbered({ method = 'POST', path, headers, body = voter }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.replace('{key}', key)}`)
  const length = body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]
  const whole = Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, ...length, '', body].join('\r\n'))
  const places = []
  for (let at = whole.indexOf(number); at >= 0; at = whole.indexOf(number, at + 1)) places.push(at)
  return () => {
    const copy = Buffer.from(whole)
    const text = String(++counter).padStart(12, '0')
    for (const place of places) copy.latin1Write(text, place)
    return copy
  }
}

/** What every answer must hold. */
const checks = {
  bytes: (text) => JSON.parse(text).buttons?.length === 2 && text.includes('event_tracking'),
  sealed: (text) => {
    const { buttons, reference } = JSON.parse(text)
    return buttons?.length === 2 && buttons.every(({ press }) => press?.startsWith('v1.')) && reference?.length === 18
  },
  facts: (text) => JSON.parse(text) !== null && text.length > 1_000,
  none: () => true,
}

/**
 * One run against one subject.
 *
 * @param rate requests a second, whatever comes back (open loop); without it each connection asks again when it has its answer
 * @param harvest collects so many presses out of the answers
 */
async function run({ port, template, check, expect = 200, connections, seconds, rate, harvest = 0 }) {
  const next = requests(template)
  const times = []
  const statuses = {}
  const waiting = []
  const idle = []
  const sockets = new Set()
  const presses = []
  let answered = 0
  let wrong = 0
  let broken = 0
  let over = false
  const began = performance.now()
  const until = began + seconds * 1000

  function open() {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const one = { socket, since: 0, rest: undefined }
    sockets.add(one)
    socket.on('data', (chunk) => {
      one.rest = one.rest === undefined ? chunk : Buffer.concat([one.rest, chunk])
      const read = answerIn(one.rest)
      if (read === undefined) return
      one.rest = undefined
      const now = performance.now()
      statuses[read.status] = (statuses[read.status] ?? 0) + 1
      if (read.status === expect) {
        if (!over) {
          times.push(now - one.since)
          answered++
        }
        if (times.length % 500 === 1 && !checks[check](read.text())) wrong++
        if (presses.length < harvest) for (const { press } of JSON.parse(read.text()).buttons) presses.push(press)
      }
      if (over) socket.destroy()
      else if (read.closes) {
        sockets.delete(one)
        socket.destroy()
        open()
      } else ready(one)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (!sockets.delete(one)) return
      if (over) return
      // A server may close a connection that it has used often enough; while it is asked it must not.
      if (one.since !== 0) broken++
      open()
    })
    socket.on('connect', () => ready(one))
  }

  function ready(one) {
    one.since = 0
    if (rate === undefined) return send(one, performance.now())
    const due = waiting.shift()
    if (due === undefined) idle.push(one)
    else send(one, due)
  }

  function send(one, since) {
    one.since = since
    one.socket.write(next())
  }

  /** Waits for the time, and on a machine that is very busy for longer: a few answers say nothing. */
  async function enough() {
    await new Promise((resolve) => void setTimeout(resolve, seconds * 1000))
    const isThin = () => answered < least
    for (let more = 0; isThin() && more < 40; more++) await new Promise((resolve) => void setTimeout(resolve, 250))
  }

  for (let each = 0; each < connections; each++) open()
  let asked = 0
  if (rate !== undefined) {
    while (performance.now() < until) {
      const now = performance.now()
      for (; asked < ((now - began) / 1000) * rate; asked++) {
        let one = idle.pop()
        while (one?.socket.destroyed) one = idle.pop()
        if (one === undefined) waiting.push(now)
        else send(one, now)
      }
      await new Promise((resolve) => void setTimeout(resolve, 1))
    }
  } else await enough()
  const took = (performance.now() - began) / 1000
  over = true
  const left = waiting.length
  // What is under way is answered before the next subject begins.
  await new Promise((resolve) => void setTimeout(resolve, 50))
  for (const { socket } of sockets) socket.destroy()
  return {
    answered,
    asked,
    left,
    statuses,
    wrong,
    broken,
    presses,
    perSecond: answered / took,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  }
}

/** An answer once it is there whole: its status, its text, and whether the server closes the connection after it. */
function answerIn(bytes) {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = bytes.latin1Slice(0, end)
  const status = Number(head.slice(9, 12))
  const closes = /\r\nconnection: close/i.test(head)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length !== undefined || status === 204) {
    const size = Number(length ?? 0)
    if (bytes.length < end + 4 + size) return undefined
    return { status, closes, text: () => bytes.utf8Slice(end + 4, end + 4 + size) }
  }
  if (!bytes.subarray(-7).equals(lastChunk) && !bytes.subarray(end).equals(emptyChunks)) return undefined
  return { status, closes, text: () => dechunked(bytes.utf8Slice(end + 4)) }
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n')
const emptyChunks = Buffer.from('\r\n\r\n0\r\n\r\n')

function dechunked(text) {
  let body = ''
  for (let rest = text; ; ) {
    const line = rest.indexOf('\r\n')
    const size = Number.parseInt(rest.slice(0, line), 16)
    if (!(size > 0)) return body
    body += rest.slice(line + 2, line + 2 + size)
    rest = rest.slice(line + 4 + size)
  }
}

process.on('message', (task) => {
  run(task).then(
    (result) => process.send(result),
    (error) => process.send({ error: String(error?.stack ?? error) }),
  )
})
process.once('disconnect', () => process.exit())
process.send('ready')
