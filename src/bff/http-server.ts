/** The `node:http` server of the BFF: strict about HTTP, and patient with nobody who is slow on purpose. */
import { createServer, type RequestListener, type Server } from 'node:http'

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
  server.maxConnections = 2_000
  server.maxRequestsPerSocket = 1_000
  server.setTimeout(idle)
  return server
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
