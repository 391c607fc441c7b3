/** The `node:http` server of the BFF: strict about HTTP, and patient with nobody who is slow on purpose. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { type Address, countedAs, readAddress } from './middleware/client-address.ts'

/** What a slow or greedy client may take; times in milliseconds. */
const limits = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8 * 1024,
  insecureHTTPParser: false,
} as const

/** How long a connection is kept for a further request. A balancer keeps its own for about a minute and must not find one
 *  closed. A browser by itself needs it for the files of one page only: a voter who fills a form in comes back after a minute or
 *  two, and is better off with a connection that closed long ago than with one that closes just then. */
const kept = { behindProxy: 65_000, bare: 5_000 }

/** So long may a connection be without a byte in either direction: more than the service has, less than for ever. */
const idle = 30_000

/**
 * A server that does not listen yet.
 *
 * @param behindProxy whether a balancer or another proxy stands in front: it gets more time between two requests
 */
export function createHttpServer(
  listener: RequestListener,
  { behindProxy = false }: { behindProxy?: boolean } = {},
): Server {
  const keepAliveTimeout = behindProxy ? kept.behindProxy : kept.bare
  const server = createServer({ ...limits, keepAliveTimeout }, listener)
  server.maxConnections = 10_000
  if (!behindProxy) limitConnections(server)
  server.maxRequestsPerSocket = 1_000
  server.setTimeout(idle)
  return server
}

/** Whether an address is that of another machine. */
function isFromElsewhere(address: Address): boolean {
  const range = address.isIPv4MappedAddress() ? address.toIPv4Address().range() : address.range()
  return range !== 'loopback'
}

/** So many connections may one address (IPv6: one /64) have at once. */
const maxPerAddress = 50

/**
 * Closes what one address opens beyond its share, so that idle connections keep nobody out. Connections from this machine
 * are not counted: they are a proxy's, or a test's.
 */
export function limitConnections(server: Server, isCounted: (address: Address) => boolean = isFromElsewhere): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = readAddress(socket.remoteAddress ?? '')
    if (address === undefined || !isCounted(address)) return
    const name = countedAs(address)
    const count = (open.get(name) ?? 0) + 1
    if (count > maxPerAddress) {
      socket.destroy()
      return
    }
    open.set(name, count)
    socket.once('close', () => {
      const left = (open.get(name) ?? 1) - 1
      if (left === 0) open.delete(name)
      else open.set(name, left)
    })
  })
}

/**
 * Listens.
 *
 * @returns where, for example `http://127.0.0.1:8787`
 * @throws a Node error with `code: 'EADDRINUSE'` when the port is taken
 */
export async function listening(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  const actual = typeof address === 'object' && address !== null ? address.port : port
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`
}
