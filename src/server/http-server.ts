/** The `node:http` server of the BFF: strict about HTTP, with timeouts against clients that are slow on purpose. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { type Address, getCounterName, parseAddress } from './middleware/client-address.ts'
import { StartError } from './options/option.ts'

/** Limits for a slow or greedy client; times in milliseconds, size in bytes. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  // Browsers send every cookie of the partner's domain: 32 KiB of them, and 8 KiB for the rest.
  maxHeaderSize: 40 * 1024,
  insecureHTTPParser: false,
} as const

/** Keep-alive timeout, in milliseconds. A load balancer keeps its connections for about a minute and must not find one
 *  closed. A browser needs one only for the files of one page: a voter submits the form after a minute or two, and a
 *  connection that closed long ago is better than one that closes just then. */
const keepAliveTimeouts = { behindProxy: 65_000, bare: 5_000 }

/** Idle timeout of a connection, without a byte in either direction, in milliseconds: more than the service's timeout. */
const idleTimeoutMs = 30_000

/** Does not listen yet. `behindProxy`: a load balancer or another proxy in front gets a longer keep-alive timeout. */
export function createHttpServer(
  listener: RequestListener,
  { behindProxy = false }: { behindProxy?: boolean } = {},
): Server {
  const keepAliveTimeout = behindProxy ? keepAliveTimeouts.behindProxy : keepAliveTimeouts.bare
  const server = createServer({ ...limits, keepAliveTimeout }, listener)
  server.maxConnections = 10_000
  if (!behindProxy) limitConnections(server)
  server.maxRequestsPerSocket = 1_000
  server.setTimeout(idleTimeoutMs)
  return server
}

/** Whether a request can be answered that Node's parser accepts. Node also accepts two hosts, a host that no URL can have
 *  (`1.2.3.4.5`), a URL in place of the path, and unknown transfer encodings. */
export function isReadable({ rawHeaders, headers, httpVersion, url = '' }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  const encoding = headers['transfer-encoding']
  const isKnown = encoding === undefined || encoding.toLowerCase() === 'chunked'
  // HTTP/1.0 and HTTP/2 need no Host header.
  const hasOneHost = hosts.length === 1 || (hosts.length === 0 && /^[12]\.0$/.test(httpVersion))
  return hasOneHost && URL.canParse(`http://${headers.host || 'localhost'}`) && isKnown && url.startsWith('/')
}

/** Returns a listener that answers 400 to every request that is not {@link isReadable}. */
export function createStrictListener(listener: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    if (isReadable(incoming)) listener(incoming, outgoing)
    else outgoing.writeHead(400, { Connection: 'close' }).end()
  }
}

export function isFromElsewhere(address: Address): boolean {
  const range = address.isIPv4MappedAddress() ? address.toIPv4Address().range() : address.range()
  return range !== 'loopback'
}

/** Maximum number of connections of one address (IPv6: one /64) that wait for their client. */
const maxPerAddress = 50

/** Closes the oldest connection of an address beyond its maximum: one that waits for its client, that is without a request,
 *  or with one that has not arrived whole. So idle connections lock no one out, not even others behind the same address: a
 *  new one is never refused, and a request that is being worked on is never cut off. Connections from this machine are not
 *  counted: they come from a proxy or a test. */
export function limitConnections(server: Server, isCounted: (address: Address) => boolean = isFromElsewhere): void {
  const socketsByAddress = new Map<string, Set<Socket>>()
  /** The request of each connection that is being answered, or arriving. */
  const requests = new WeakMap<Socket, IncomingMessage>()
  const isWaiting = (socket: Socket) => requests.get(socket)?.complete !== true

  server.on('connection', (socket) => {
    const address = parseAddress(socket.remoteAddress ?? '')
    if (address === undefined || !isCounted(address)) return
    const name = getCounterName(address)
    const sockets = socketsByAddress.get(name) ?? new Set()
    if (sockets.size >= maxPerAddress) {
      const waiting = [...sockets].filter(isWaiting)
      if (waiting.length >= maxPerAddress) waiting[0]?.destroy()
    }
    socketsByAddress.set(name, sockets.add(socket))
    socket.once('close', () => {
      sockets.delete(socket)
      if (sockets.size === 0 && socketsByAddress.get(name) === sockets) socketsByAddress.delete(name)
    })
  })
  server.on('request', (request, response) => {
    requests.set(request.socket, request)
    response.once('close', () => {
      if (requests.get(request.socket) === request) requests.delete(request.socket)
    })
  })
}

/** Where a server listens. `hostVariable` and `portVariable` are those that set it, for errors. */
export interface ListenOptions {
  host: string
  port: number
  hostVariable?: string
  portVariable?: string
}

/** @returns such as `http://127.0.0.1:8787`. @throws StartError with `code: 'EADDRINUSE'` when the port is taken */
export async function startListening(server: Server, options: ListenOptions): Promise<string> {
  const { host, port } = options
  const listening = once(server, 'listening')
  server.listen(port, host)
  await listening.catch(({ code = 'unknown' }: NodeJS.ErrnoException) => {
    throw new StartError(explainListenError(code, options), code)
  })
  const address = server.address()
  const actual = typeof address === 'object' && address !== null ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`
}

function explainListenError(
  code: string,
  { host, port, hostVariable = 'HOST', portVariable = 'PORT' }: ListenOptions,
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use: set ${portVariable} to another.`
    case 'EACCES':
      return `Port ${port} may not be used by this user: set ${portVariable} to one above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${hostVariable} is not an address of this machine, got "${host}": set it to 127.0.0.1 or 0.0.0.0.`
    default:
      return `Cannot listen on port ${port} of "${host}" (${code}).`
  }
}
