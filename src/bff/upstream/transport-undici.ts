/** The transport of the node door: undici with a pool of connections, three times as fast as Node's `fetch`. */
import { buildConnector, Pool } from 'undici'
import { errorCode, NotSent, type Transport } from './transport.ts'
import { replyHandler } from './undici-reply.ts'

/** How long a connection may take, encryption included, in milliseconds. */
export const connectTimeout = 3_000

/**
 * A {@link Transport} to one host.
 *
 * @param base the service's base address; requests to any other origin are a programmer's mistake and throw
 * @param tls further options for the connection, for example a certificate authority of your own
 */
export function undiciTransport(
  base: string,
  tls: { ca?: string; timeout?: number } = {},
): { send: Transport; close(): Promise<void> } {
  const { origin } = new URL(base)
  const connect = buildConnector({ timeout: connectTimeout, ...tls })
  const pool = new Pool(origin, {
    // Whatever fails in here fails before a request is written: that is what makes NotSent certain.
    connect: (options: buildConnector.Options, done: buildConnector.Callback) =>
      connect(options, (...[error, socket]) =>
        error === null ? done(null, socket) : done(new NotSent(errorCode(error)), null),
      ),
    // The caller's signal is the deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return {
    async send(request) {
      const { url, method, headers, body } = request
      if (!url.startsWith(`${origin}/`)) throw new Error(`This transport serves ${origin} only.`)
      const path = url.slice(origin.length)
      return new Promise((resolve, reject) => {
        const handler = replyHandler(request, resolve, reject)
        pool.dispatch({ path, method, headers, ...(method === 'POST' && { body }) }, handler)
      })
    },
    close: () => pool.destroy(),
  }
}
