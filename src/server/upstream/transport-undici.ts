/** The transport of the BFF: undici's `request()` over pools of connections. */
import { buildConnector, Pool } from 'undici'
import { errorCode, NotSentError, type Transport } from './transport.ts'

/** Timeout for establishing a connection, TLS included, in milliseconds. */
export const connectTimeoutMs = 3_000

/** How long a connection without a request is kept, in milliseconds: shorter than any service's own timeout that we know of. */
const maxIdleMs = 250

/** Maximum number of bytes of an unwanted body that are read to keep the connection; a longer body closes it. */
const maxDiscardedBytes = 16_384

/** To one host; throws for any other origin. `tls`: further options, such as a certificate authority of your own. */
export function undiciTransport(
  base: string,
  tls: { ca?: string; timeout?: number } = {},
): { send: Transport; close(): Promise<void> } {
  const { origin } = new URL(base)
  const connect = buildConnector({ timeout: connectTimeoutMs, ...tls })
  const pool = new Pool(origin, {
    // An error of the connector occurs before a request is written: that makes NotSentError certain.
    connect: (options: buildConnector.Options, done: buildConnector.Callback) =>
      connect(options, (...[error, socket]) =>
        error === null ? done(null, socket) : done(new NotSentError(errorCode(error)), null),
      ),
    // A service may close an idle connection at any time, and a registration that is written just then may or may not have
    // arrived. So connections are reused only within a moment; the rare request after a pause opens a new one.
    keepAliveTimeout: maxIdleMs,
    keepAliveMaxTimeout: maxIdleMs,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    async send({ url, method, headers, body, signal }) {
      if (!url.startsWith(`${origin}/`)) throw new Error(`This transport serves ${origin} only.`)
      const path = url.slice(origin.length)
      const reply = await pool.request({ path, method, headers, signal, ...(method === 'POST' && { body }) })
      return {
        status: reply.statusCode,
        header(name) {
          const value = reply.headers[name]
          return Array.isArray(value) ? value.join(', ') : value
        },
        body: reply.body,
        discard: () => void reply.body.dump({ limit: maxDiscardedBytes }).catch(() => undefined),
      }
    },
    close: () => pool.destroy(),
  }
}

/** Creates a {@link Transport} to any host, with one {@link undiciTransport} for each origin. */
export function undiciTransports(): { send: Transport; close(): Promise<void> } {
  const transports = new Map<string, ReturnType<typeof undiciTransport>>()
  return {
    send(request) {
      const { origin } = new URL(request.url)
      const transport = transports.get(origin) ?? undiciTransport(origin)
      transports.set(origin, transport)
      return transport.send(request)
    },
    async close() {
      await Promise.all([...transports.values()].map((transport) => transport.close()))
    },
  }
}
