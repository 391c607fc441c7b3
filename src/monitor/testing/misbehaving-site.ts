/** A misbehaving state's site: a real local server that responds, hangs, resets or redirects in circles. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { createServer as createTcpServer, type Server } from 'node:net'
import { gzipSync } from 'node:zlib'
import { listenOnFreePort } from '../../contract/testing/listen-on-free-port.ts'

/** A running server. */
export interface OddSite {
  url: string
  port: number
  /** The number of requests so far. */
  requestCount(): number
  /** The headers of the last request. */
  lastHeaders(): IncomingMessage['headers']
  close(): Promise<void>
}

const page = '<!doctype html><title>Register to vote</title><h1>Register to vote</h1>'

/** The behavior of each path. */
const behaviors: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  '/': (_, response) => void response.end(page),
  '/gzip': (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(page)),
  '/latin1': (_, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html; charset=iso-8859-1' })
      .end(Buffer.from('R\xe9gister', 'latin1')),
  '/hang': () => undefined,
  '/hang-in-body': (_, response) => void response.writeHead(200, { 'content-length': '99' }).write('<!doctype'),
  '/reset': (request) => request.socket.resetAndDestroy(),
  '/close': (request) => request.socket.end(),
  '/cut': (request, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('<!doctype', () => request.socket.resetAndDestroy())
  },
  '/503': (_, response) => void response.writeHead(503).end('Service Unavailable'),
  '/404': (_, response) => void response.writeHead(404).end(),
  '/403': (_, response) => void response.writeHead(403).end('Are you a robot?'),
  '/429': (_, response) => void response.writeHead(429).end(),
  '/once': (_, response) => void response.writeHead(302, { location: '/' }).end(),
  '/circle': (_, response) => void response.writeHead(302, { location: '/circle-2' }).end(),
  '/circle-2': (_, response) => void response.writeHead(301, { location: '/circle#x' }).end(),
  '/spiral': (request, response) => {
    const step = Number(new URL(request.url ?? '', 'http://x').searchParams.get('step') ?? 0)
    response.writeHead(307, { location: `/spiral?step=${step + 1}` }).end()
  },
  // As on many sites: a client without a cookie is redirected to get one.
  '/cookie': (request, response) => {
    if (request.headers.cookie?.includes('seen=1')) response.end(page)
    else response.writeHead(302, { location: '/cookie', 'set-cookie': 'seen=1; Path=/; HttpOnly' }).end()
  },
  '/nowhere': (_, response) => void response.writeHead(302, { location: 'http://[' }).end(),
  '/to-file': (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/to-metadata': (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest/' }).end(),
  '/endless': (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  },
}

/** Starts a site on a free port of this machine. */
export function startOddSite(tls?: { key: string; cert: string }): Promise<OddSite> {
  let requestCount = 0
  let last: IncomingMessage['headers'] = {}
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    requestCount++
    last = request.headers
    response.on('error', () => undefined)
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    const behave = behaviors[pathname]
    if (behave === undefined) response.writeHead(404).end()
    else behave(request, response)
  }
  const server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer)
  return listening(server, tls === undefined ? 'http' : 'https', {
    requestCount: () => requestCount,
    lastHeaders: () => last,
  })
}

/** Starts a server that is not HTTP: it sends something else, or nothing at all. */
export function startWrongServer(says: 'nonsense' | 'nothing'): Promise<OddSite> {
  let requestCount = 0
  const server = createTcpServer((socket) => {
    requestCount++
    socket.on('error', () => undefined)
    if (says === 'nonsense') socket.once('data', () => socket.end('220 mail.example ESMTP\r\n'))
  })
  return listening(server, 'http', { requestCount: () => requestCount, lastHeaders: () => ({}) })
}

async function listening(
  server: Server,
  protocol: string,
  seen: Pick<OddSite, 'requestCount' | 'lastHeaders'>,
): Promise<OddSite> {
  const { port, close } = await listenOnFreePort(server)
  return { url: `${protocol}://127.0.0.1:${port}`, port, ...seen, close }
}
