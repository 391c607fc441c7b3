/** Tells the operator of a proxy that the configuration does not know of. */
import type { MiddlewareHandler } from 'hono'
import type { Log } from '../observability/log.ts'
import type { Env } from '../problem.ts'

/** Logs one warning, at the first request with `X-Forwarded-For`. For a server that trusts no proxy. */
export function warnOfForwarded(log: Log): MiddlewareHandler<Env> {
  let isSaid = false
  return async (c, next) => {
    if (!isSaid && c.req.header('x-forwarded-for') !== undefined) {
      isSaid = true
      const message =
        'A request came through a proxy, and TRUST_PROXY_HOPS is 0: all voters behind it count as one address. Set it to the number of your proxies.'
      log({ level: 'warn', code: 'proxy_not_trusted', message })
    }
    await next()
  }
}
