/** The names under which this server may be reached, where the options list them. */
import type { MiddlewareHandler } from 'hono'
import { type Env, problem } from '../problem.ts'

/**
 * Refuses requests for any other name, so that a foreign name that leads to this address gets nothing (DNS rebinding).
 *
 * @param hosts names with their port where it is unusual; empty: any name
 */
export function onlyHosts(hosts: readonly string[]): MiddlewareHandler<Env> {
  const known = new Set(hosts.map((host) => host.toLowerCase()))
  if (known.size === 0) return (_, next) => next()
  return async (c, next) => {
    // The adapter has put the Host header, or what HTTP/2 has in its place, into the address.
    if (known.has(new URL(c.req.url).host)) return next()
    return problem(c, {
      status: 421,
      code: 'host_refused',
      outcome: 'not_sent',
      detail: 'The Host of this request is not in PUBLIC_HOSTS.',
    })
  }
}
