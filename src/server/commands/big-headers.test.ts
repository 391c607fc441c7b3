import { connect } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { hostedPage } from '../../form/hosted/hosted-page.tsx'
import { headersTooLarge } from '../headers-too-large.ts'
import { serve } from '../serve.ts'
import { realOptions, theOptions } from '../testing/bff-requests.ts'

const official = 'https://official.example/'
const options = { ...theOptions('http://127.0.0.1:9'), ...realOptions(), dataDir: 'none', port: 0 }
const server = await serve(options, { log: () => undefined, page: hostedPage() })
afterAll(() => server.close(0))

const browser =
  'Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\nAccept-Language: es-MX,es;q=0.9\r\nAccept-Encoding: identity\r\n'

/** Sends the bytes in parts, as a network does, and returns all that is received. */
function talk(text: string, partSize = 16_384): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      for (let at = 0; at < text.length; at += partSize) socket.write(text.slice(at, at + partSize))
    })
    socket.setEncoding('utf8').on('data', (part: string) => {
      heard += part
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      heard += `[${error.code}]`
    })
    socket.on('close', () => resolve(heard))
  })
}

const cookies = (kilobytes: number) =>
  `Cookie: ${Array.from({ length: Math.ceil((kilobytes * 1024) / 1024) }, (_, index) => `c${String(index).padStart(3, '0')}=${'x'.repeat(1_017)}`).join('; ')}\r\n`

const ask = (path: string, headers: string, method = 'GET') =>
  `${method} ${path} HTTP/1.1\r\nHost: bff.test\r\n${headers}Connection: close\r\n\r\n`

/** A summary of the answer: status, media type, whether the official site is linked, and whether the connection broke. */
async function seen(text: string) {
  const answer = await talk(text)
  return [
    /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1],
    /^content-type: ([^;\r]+)/im.exec(answer)?.[1],
    answer.includes(`<a href="${official}"`),
    answer.includes('[E'),
  ].join(' ')
}

it('opens the form with 32 KB of cookies; beyond what it can read, a person reads a sentence and a link', async () => {
  const form = '200 text/html false false'
  const sorry = '431 text/html true false'
  const cases: Record<string, readonly [string, string]> = {
    'no cookie': [ask('/form', browser), form],
    ...Object.fromEntries(
      [1, 4, 8, 9, 12, 15, 16, 17, 24, 31, 32].map((kb) => [`${kb} KB`, [ask('/form', browser + cookies(kb)), form]]),
    ),
    '33 KB': [ask('/form', browser + cookies(33)), form],
    ...Object.fromEntries(
      [41, 48, 64, 65, 80, 128, 256].map((kb) => [`${kb} KB`, [ask('/form', browser + cookies(kb)), sorry]]),
    ),
    '64 KB before the other headers': [ask('/form', cookies(64) + browser), sorry],
    'a long address': [ask(`/form?q=${'a'.repeat(45_000)}`, browser), sorry],
    'a program that takes anything': [ask('/form', `Accept: */*\r\n${cookies(64)}`), sorry],
    'a post': [ask('/form', browser + cookies(64), 'POST'), sorry],
    'settings with 32 KB': [ask('/settings', `Accept: */*\r\n${cookies(32)}`), '200 application/json false false'],
  }
  const found = await Promise.all(Object.entries(cases).map(async ([name, [text]]) => [name, await seen(text)]))
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(cases).map(([name, [, expected]]) => [name, expected])),
  )
})

it('answers a program that asks for JSON with JSON, where its headers arrive together', async () => {
  // One write, and less than the server reads at once: of what came before, it would know nothing.
  const answer = await talk(ask('/settings', `Accept: application/json\r\n${cookies(41)}`), Number.POSITIVE_INFINITY)
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(answer).toMatch(/^content-type: application\/problem\+json/im)
})

it('answers everything else that it cannot read with the status alone, as Node does', async () => {
  const found = await Promise.all(
    ['GET /a b HTTP/1.1\r\nHost: x\r\n\r\n', 'nonsense\r\n\r\n'].map((text) => talk(text)),
  )
  expect(found).toEqual(Array.from({ length: 2 }, () => 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'))
})

it('reads at most 1 MB of a request that it has refused, and for at most 2 seconds', async () => {
  let parts = 0
  const answer = await new Promise<string>((resolve) => {
    let heard = ''
    const to = { port: Number(new URL(server.url).port), host: '127.0.0.1', allowHalfOpen: true }
    const socket = connect(to, () => socket.write(ask('/form', browser).slice(0, -2) + cookies(64)))
    socket.setEncoding('utf8').on('data', (part: string) => {
      heard += part
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(heard))
    // It never stops sending.
    const timer = setInterval(() => {
      if (!socket.writable) return clearInterval(timer)
      socket.write('x'.repeat(1_000))
      parts++
    }, 50)
  })
  expect(answer).toContain(' 431 ')
  // Forty are written in 2 seconds; Node itself closes the connection after six.
  expect(parts).toBeLessThan(80)
})

it('says it in the language of the address, of the browser, or in English, as far as the request has arrived', () => {
  const answer = headersTooLarge(options)
  const received: Record<string, string> = {
    [`GET /form?locale=fr HTTP/1.1\r\n${browser}`]: 'fr',
    'GET /form?a=1&lang=zh-Hans HTTP/1.1\r\n': 'zh-Hans',
    [`GET /form HTTP/1.1\r\n${browser}`]: 'es',
    'rest of a cookie\r\naccept-language:vi': 'vi',
    xxxxx: 'en',
    '': 'en',
  }
  const found = Object.keys(received).map((text) => [text, answer(text).language])
  expect(Object.fromEntries(found)).toEqual(received)
})
