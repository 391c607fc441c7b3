/** Warns the operator about a proxy that may be missing from the configuration. */
import type { MiddlewareHandler } from 'hono'
import type { Log } from '../observability/log.ts'
import type { Env } from '../problem.ts'

/** Middleware that logs one warning, at the first request with `X-Forwarded-For`. For a server that trusts no proxy. */
export function warnAboutForwarded(log: Log): MiddlewareHandler<Env> {
  let isSaid = false
  return async (c, next) => {
    if (!isSaid && c.req.header('x-forwarded-for') !== undefined) {
      isSaid = true
      const message =
        'A request has X-Forwarded-For while TRUST_PROXY_HOPS is 0. If you run a proxy, all voters behind it count as one IP address: set TRUST_PROXY_HOPS to the number of your proxies. If you run none, do nothing: a framework such as Next.js adds the header itself.'
      log({ level: 'warn', code: 'proxy_not_trusted', message })
    }
    await next()
  }
}
