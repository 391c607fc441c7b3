/** Notes every call of the service's APIs among what was received, also one that is refused or never answered. */
import type { MiddlewareHandler } from 'hono'
import type { Env, World } from './context.ts'
import { seenHeaders } from './request-journal.ts'

/** The status in the list is 0 until there is an answer. */
export function noteCalls(world: World): MiddlewareHandler<Env> {
  return async (c, next) => {
    const call = {
      method: c.req.method,
      path: c.req.path,
      status: 0,
      at: new Date(world.clock()).toISOString(),
      headers: seenHeaders(c.req.raw.headers),
    }
    world.received.add('calls', call)
    await next()
    const scenario = c.get('scenario')
    const outcome = {
      status: c.req.raw.signal.aborted ? 499 : c.res.status,
      ...(scenario !== undefined && { scenario }),
    }
    Object.assign(call, outcome)
  }
}
