/** Sites that browsers open and programs stumble over. The responses are raw bytes from a real server. */
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { listenOnFreePort } from '../contract/testing/listen-on-free-port.ts'
import { check } from './check.ts'
import { direct } from './egress-route.ts'
import { ssrfGuard } from './ssrf-guard.ts'
import { type Answer, checkAll, chunked, hex, length, page, type Row, raw, said, sitePage } from './testing/raw-site.ts'
import { asCompatible } from './user-agent.ts'

/** On this machine: nothing leaves it. */
const localCheck = {
  timeout: 20_000,
  mayAsk: ssrfGuard(['127.0.0.0/8']),
  userAgent: asCompatible('monitor-test/1 (test@state.example)'),
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
}

/** What only our parser refuses: browsers show the page. */
const oddHttp: readonly Row[] = [
  ['up', '60 KB of headers', raw(`X-Policy: ${'a'.repeat(60_000)}`, length)],
  ['up', 'a length beside chunks', ['HTTP/1.1 200 OK', length, 'Transfer-Encoding: chunked', '', chunked].join('\r\n')],
  [
    'up',
    'chunks beside a length',
    ['HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'Content-Length: 3', '', chunked].join('\r\n'),
  ],
  ['up', 'an encoding that changes nothing', raw('Transfer-Encoding: identity', length)],
  ['up', 'a control byte in a header', raw('X-Trace: a\x01b', length)],
  ['up', 'a delete byte in a header', raw('X-Trace: a\x7fb', length)],
  ['up', 'a space in a header’s name', raw('X Powered By: us', length)],
  ['up', 'a space before the colon', raw('Server : us', length)],
  ['up', 'a header without a colon', raw('broken', length)],
  ['up', 'a header without a name', raw(': x', length)],
  ['up', 'a header in Latin-1', raw('X-Régister: é', length)],
  ['up', 'a folded header', raw('X-Long: a', ' b', length)],
  ['up', 'bare line feeds', raw('X: y', length).replaceAll('\r\n', '\n')],
  ['up', 'line feeds in part', `HTTP/1.1 200 OK\r\nX: y\n${length}\r\n\n${sitePage}`],
  ['up', 'the same length twice', raw(length, length)],
  ['up', 'the same length twice in one header', raw(`${length}, ${sitePage.length}`)],
  ['up', 'a length that is no number', raw('Content-Length: -1')],
  ['up', 'an empty length', raw('Content-Length:')],
  [
    'up',
    'spaces after a chunk’s size',
    ['HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', '', `${hex}  \r\n${sitePage}\r\n0\r\n\r\n`].join('\r\n'),
  ],
  ['up', 'chunks with bare line feeds', `HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n${hex}\n${sitePage}\n0\n\n`],
  ['up', 'an unknown version', raw(length).replace('1.1', '1.2')],
  ['up', 'no reason and no minor version', raw(length).replace('HTTP/1.1 200 OK', 'HTTP/2 200')],
  ['up', 'a status line in small letters', raw(length).replace('HTTP/1.1 200 OK', 'http/1.1 200 ok')],
  [
    'up',
    'early hints before a bare line feed',
    `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\n${length}\n\n${sitePage}`,
  ],
  [
    'up',
    'a cookie that cannot be sent back',
    (request) =>
      /cookie: seen=1/i.test(request)
        ? raw(length)
        : 'HTTP/1.1 302 Found\r\nLocation: ?again\r\nSet-Cookie: odd=☃\r\nSet-Cookie: seen=1\r\nContent-Length: 0\r\n\r\n',
  ],
  [
    'up',
    'a redirect with a control byte',
    (request) =>
      request.includes('?there')
        ? raw(length)
        : 'HTTP/1.1 302 Found\r\nX: \x01\r\nLocation: ?there\r\nContent-Length: 0\r\n\r\n',
  ],
  ['down: HTTP 503', 'an error with a control byte', raw('X: \x01', length).replace('200 OK', '503 No')],
  ['down: answer is not HTTP', 'lengths that contradict each other', raw(length, 'Content-Length: 3', 'X: \x01')],
  ['down: answer is not HTTP', 'a NUL byte in a header', raw('X: a\0b', length)],
  [
    'down: answer cut short',
    'chunks that are none',
    ['HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'X: \x01', '', sitePage].join('\r\n'),
  ],
  ['down: answer is not HTTP', 'a mail server', '220 mail.example ESMTP\r\n250 HTTP\r\n'],
  ['down: headers too long', '300 KB of headers', raw(`X: ${'a'.repeat(300_000)}`, length)],
  [
    'down: redirect without an address',
    'two places',
    'HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n',
  ],
]

/** Served to programs only, unless they ask as a browser does and say who they are. */
const needs =
  (pattern: RegExp, status: string): Answer =>
  (request) =>
    pattern.test(request) ? raw(length) : page(status, 'No')
const pickySites: readonly Row[] = [
  ['up', '400 without a language', needs(/^accept-language: en/im, '400 Bad Request')],
  ['up', '406 without a language', needs(/^accept-language: /im, '406 Not Acceptable')],
  ['up', '406 unless HTML is accepted', needs(/^accept: text\/html/im, '406 Not Acceptable')],
  ['up', '500 for an agent that it cannot read', needs(/^user-agent: Mozilla\/\d/im, '500 Error')],
  ['up', '400 unless compression is accepted', needs(/^accept-encoding: gzip/im, '400 Bad Request')],
  ['up', '400 without upgrade-insecure-requests', needs(/^upgrade-insecure-requests: 1/im, '400 Bad Request')],
  ['up', '405 unless it navigates', needs(/^sec-fetch-mode: navigate/im, '405 Not Allowed')],
  ['up', '400 without a browser’s engine', needs(/^user-agent: .*Chrome\/\d/im, '400 Bad Request')],
  ['up', '503 without a browser’s engine', needs(/^user-agent: .*AppleWebKit/im, '503 Unavailable')],
  [
    'up',
    '500 for every agent that does not say who it is',
    needs(/^user-agent: .*monitor-test\/1; test@state\.example/im, '500 Error'),
  ],
  ['unclear: keeps programs out (HTTP 405)', '405 always', page('405 Not Allowed', 'Not allowed')],
  ['unclear: keeps programs out (HTTP 406)', '406 always', page('406 Not Acceptable', 'Not acceptable')],
  ['unclear: keeps programs out (HTTP 451)', '451 always', page('451 Unavailable For Legal Reasons', 'Not here')],
  ['down: HTTP 400', '400 always', page('400 Bad Request', 'Bad request')],
  [
    'down: HTTP 503',
    '503, and 403 for a browser’s engine',
    (request) => page(/Chrome/.test(request) ? '403 No' : '503 No', 'No'),
  ],
]

it('the monitor reads what only a strict parser refuses', async () => {
  const { found, expected } = await checkAll(oddHttp, (site) => check(site, direct, localCheck))
  expect(found).toEqual(expected)
})

it('the monitor is let in where a browser is, and says who it is', async () => {
  const { found, expected } = await checkAll(pickySites, (site) => check(site, direct, localCheck))
  expect(found).toEqual(expected)
})

it('a server without secure renegotiation gets no worse answer than from a browser', async () => {
  // ServerHello of TLS 1.2 without extensions, ECDHE-RSA-AES128-GCM-SHA256; then the connection ends.
  const hello = Buffer.concat([
    Buffer.from('160303002a020000260303', 'hex'),
    Buffer.alloc(32, 7),
    Buffer.from('00c02f00', 'hex'),
  ])
  const old = await listenOnFreePort(
    createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(hello))
    }),
  )
  const result = await check({ url: `https://good.state.example:${old.port}/` }, direct, localCheck)
  expect(said(result)).toMatch(/^down: connection (reset|closed)$/)
  await old.close()
})
