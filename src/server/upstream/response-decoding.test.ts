import { createServer, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Server } from 'node:net'
import zlib from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { joinUrl } from '../../contract/routes.ts'
import { listenOnFreePort } from '../../contract/testing/listen-on-free-port.ts'
import { toOutcome } from './outcome.ts'
import { answerLimit, getJson, readJson } from './read-reply.ts'
import type { Transport, TransportReply } from './transport.ts'
import { undiciTransport } from './transport-undici.ts'

const answer = JSON.stringify({ message_markdown: '# Très bien – ok', buttons: [] })
const json = { 'content-type': 'application/json' }

const opened: { close(): unknown }[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()))
})

async function listenWith(server: Server): Promise<string> {
  const listening = await listenOnFreePort(server)
  opened.push(listening)
  return `http://127.0.0.1:${listening.port}`
}

const serving = (respond: (response: ServerResponse) => void) =>
  listenWith(
    createServer((request, response) => {
      request.resume()
      request.on('end', () => respond(response))
    }),
  )

function transportTo(url: string): Transport {
  const transport = undiciTransport(url)
  opened.push(transport)
  return transport.send
}

const post = (transport: Transport, url: string) =>
  transport({ url: joinUrl(url, '/'), method: 'POST', headers: json, body: '{}', signal: AbortSignal.timeout(20_000) })

/** A reply without a network. */
function replyOf(body: Uint8Array | string, headers: Record<string, string> = json, status = 200): TransportReply {
  async function* chunks() {
    const bytes = Buffer.from(body)
    for (let from = 0; from < bytes.length; from += 1_000) yield bytes.subarray(from, from + 1_000)
  }
  return { status, header: (name) => headers[name], body: chunks(), discard: () => undefined }
}

const latin1 = (text: string) => Buffer.from(text.replaceAll('–', '-'), 'latin1')

/** Bodies that hold the whole answer, and what their headers say. */
const whole: Record<string, readonly [body: Uint8Array | string, headers: Record<string, string>]> = {
  'as the specification has it': [answer, json],
  'no type': [answer, {}],
  'an empty type': [answer, { 'content-type': '' }],
  'text/json': [answer, { 'content-type': 'text/json' }],
  'text/html': [answer, { 'content-type': 'text/html; charset=utf-8' }],
  'text/plain': [answer, { 'content-type': 'text/plain' }],
  '+json': [answer, { 'content-type': 'application/vnd.api+json' }],
  'hal+json in capitals': [answer, { 'content-type': 'APPLICATION/HAL+JSON; version=1' }],
  'a quoted charset': [answer, { 'content-type': 'application/json; charset="utf-8"' }],
  'an unknown charset': [answer, { 'content-type': 'application/json; charset=x-none' }],
  octets: [answer, { 'content-type': 'application/octet-stream' }],
  JavaScript: [answer, { 'content-type': 'application/javascript' }],
  'a byte order mark': [`\uFEFF${answer}`, json],
  'white space around': [`\r\n\t ${answer}\n\n`, json],
  'UTF-16 with a mark': [
    Buffer.from(`\uFEFF${answer}`, 'utf16le'),
    { 'content-type': 'application/json; charset=utf-16' },
  ],
  gzip: [zlib.gzipSync(answer), { ...json, 'content-encoding': 'gzip' }],
  'gzip in capitals': [zlib.gzipSync(answer), { ...json, 'content-encoding': 'GZIP' }],
  'x-gzip': [zlib.gzipSync(answer), { ...json, 'content-encoding': 'x-gzip' }],
  'gzip without a header': [zlib.gzipSync(answer), json],
  'gzip without a header, as a file': [zlib.gzipSync(answer), { 'content-type': 'application/gzip' }],
  'gzip in two members': [
    Buffer.concat([zlib.gzipSync(answer.slice(0, 9)), zlib.gzipSync(answer.slice(9))]),
    { 'content-encoding': 'gzip' },
  ],
  deflate: [zlib.deflateSync(answer), { ...json, 'content-encoding': 'deflate' }],
  'deflate at the lowest level': [zlib.deflateSync(answer, { level: 0 }), { ...json, 'content-encoding': 'deflate' }],
  'deflate without a header': [zlib.deflateSync(answer), json],
  'raw deflate': [zlib.deflateRawSync(answer), { ...json, 'content-encoding': 'deflate' }],
  br: [zlib.brotliCompressSync(answer), { ...json, 'content-encoding': 'br' }],
  'br, with text/html': [zlib.brotliCompressSync(answer), { 'content-type': 'text/html', 'content-encoding': 'Br' }],
  identity: [answer, { ...json, 'content-encoding': 'identity' }],
  'a header of gzip, and nothing compressed': [answer, { ...json, 'content-encoding': 'gzip' }],
  'a header of br, and nothing compressed': [answer, { ...json, 'content-encoding': 'br' }],
  'an unknown coding, and nothing compressed': [answer, { ...json, 'content-encoding': 'utf-8' }],
  'gzip twice': [zlib.gzipSync(zlib.gzipSync(answer)), { ...json, 'content-encoding': 'gzip, gzip' }],
  'gzip twice, named once': [zlib.gzipSync(zlib.gzipSync(answer)), { ...json, 'content-encoding': 'gzip' }],
  'br, then gzip': [zlib.gzipSync(zlib.brotliCompressSync(answer)), { ...json, 'content-encoding': 'br, gzip' }],
  'gzip and something behind it': [
    Buffer.concat([zlib.gzipSync(answer), Buffer.alloc(20)]),
    { 'content-encoding': 'gzip' },
  ],
  'Latin-1, named': [latin1(answer), { 'content-type': 'application/json; charset=ISO-8859-1' }],
}

describe('a whole answer of the service', () => {
  it('is read with any coding, media type and charset', async () => {
    const cases = Object.entries(whole)
    const outcomes = await Promise.all(
      cases.map(async ([name, [body, headers]]) => [name, (await toOutcome(replyOf(body, headers), 'http://x/')).type]),
    )
    expect(outcomes).toEqual(cases.map(([name]) => [name, 'answered']))
  })

  it('keeps the messages of a 400 as well, and the lists of the other APIs', async () => {
    const errors = JSON.stringify({ zipcode: ['Zip codes are 5 digits'] })
    const codings = { gzip: zlib.gzipSync, deflate: zlib.deflateSync, br: zlib.brotliCompressSync }
    for (const [coding, compress] of Object.entries(codings)) {
      const headers = { 'content-type': 'text/plain', 'content-encoding': coding }
      expect(await toOutcome(replyOf(compress(errors), headers, 400), 'http://x/')).toMatchObject({
        type: 'invalid',
      })
      const transport: Transport = async () => replyOf(compress('[1]'), headers)
      const reading = { transport, url: 'http://x', timeoutMs: 1_000, maxBytes: 100 }
      expect(await getJson('/v2/election/field/', reading)).toEqual({ type: 'got', value: [1] })
    }
  })
})

it('a response that is no answer is rejected with one word for the log', async () => {
  const cases: Record<string, readonly [Uint8Array | string, Record<string, string>, string]> = {
    HTML: ['<h1>Hello</h1>', { 'content-type': 'text/html' }, 'not_json'],
    'HTML as JSON': ['<!doctype html>', json, 'not_json'],
    'compressed HTML': [zlib.gzipSync('<h1>Hello</h1>'), { 'content-encoding': 'gzip' }, 'not_json'],
    nothing: ['', json, 'not_json'],
    'half of it': [answer.slice(0, 20), json, 'not_json'],
    'half of a gzip': [zlib.gzipSync(answer).subarray(0, 30), { 'content-encoding': 'gzip' }, 'cut'],
    'half of a br': [zlib.brotliCompressSync(answer).subarray(0, 20), { 'content-encoding': 'br' }, 'cut'],
    'a damaged gzip': [Buffer.from(zlib.gzipSync(answer)).fill(7, 12, 20), { 'content-encoding': 'gzip' }, 'cut'],
    'an unknown coding': [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00]), { 'content-encoding': 'zstd' }, 'encoded'],
    'not UTF-8': [Buffer.from([0x22, 0xff, 0x22]), json, 'not_json'],
    'too much': [' '.repeat(answerLimit + 1), json, 'too_large'],
    'too much, compressed': [zlib.gzipSync(' '.repeat(answerLimit + 1)), json, 'too_large'],
  }
  const found = await Promise.all(
    Object.entries(cases).map(async ([name, [body, headers]]) => {
      const read = await readJson(replyOf(body, headers))
      return [name, read.type === 'read' ? 'read' : read.reason]
    }),
  )
  expect(found).toEqual(Object.entries(cases).map(([name, [, , why]]) => [name, why]))
})

describe('a gzip bomb', () => {
  const bombs = {
    gzip: zlib.gzipSync(Buffer.alloc(200 * 1024 * 1024, 32), { level: 9 }),
    br: zlib.brotliCompressSync(Buffer.alloc(64 * 1024 * 1024, 32), {
      params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 },
    }),
  }
  it('is rejected in bounded memory', async () => {
    for (const [coding, body] of Object.entries(bombs)) {
      const url = await serving((response) => {
        response.on('error', () => undefined)
        response.writeHead(200, { ...json, 'content-encoding': coding }).end(body)
      })
      const reply = await post(transportTo(url), url)
      const before = process.memoryUsage.rss()
      const read = await readJson(reply)
      expect(read).toEqual({ type: 'unreadable', reason: 'too_large' })
      expect(process.memoryUsage.rss() - before).toBeLessThan(48 * 1024 * 1024)
    }
  })
})

it('the upstream client opens a new connection after a pause, so that a closing one loses no registration', async () => {
  // It answers on a kept connection, and resets one on which a further request arrives after a pause: the worst moment.
  const counts = { connections: 0 }
  let pause = 0
  const url = await listenWith(
    createTcpServer((socket) => {
      counts.connections++
      let isUsed = false
      socket.on('error', () => undefined)
      socket.on('data', () => {
        if (isUsed && pause > 0) {
          socket.resetAndDestroy()
          return
        }
        isUsed = true
        socket.write(
          `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(answer)}\r\n\r\n${answer}`,
        )
      })
    }),
  )
  const transport = transportTo(url)
  const outcomes: string[] = []
  for (pause of [0, 0, 300, 400, 500, 700, 900, 1_000, 1_100]) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    outcomes.push((await toOutcome(await post(transport, url), `${url}/`)).type)
  }
  expect(outcomes).toEqual(outcomes.map(() => 'answered'))
  expect(counts.connections).toBeGreaterThan(5)
})
