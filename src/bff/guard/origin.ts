/** Which pages may use the BFF: an exact list of origins, compared as text. No patterns, no `null`, no credentials. */
import type { MiddlewareHandler } from 'hono'
import { bffHeaders } from '../../contract/between.ts'
import { type Env, problem } from '../problem.ts'

/** Answers preflights and says on every answer whether the page may read it (CORS). */
export function cors(allowed: ReadonlySet<string>): MiddlewareHandler<Env> {
  const allowHeaders = `Content-Type, ${bffHeaders.idempotencyKey}, ${bffHeaders.consentVersion}, ${bffHeaders.formVersion}, ${bffHeaders.campaign}, ${bffHeaders.challengeSolution}`
  return async (c, next) => {
    const origin = c.req.header('origin')
    c.header('Vary', 'Origin')
    const known = origin !== undefined && allowed.has(origin)
    if (known) {
      c.header('Access-Control-Allow-Origin', origin)
      c.header('Access-Control-Expose-Headers', 'Retry-After')
    }
    if (c.req.method !== 'OPTIONS') return next()
    if (!known) return refused(c)
    c.header('Access-Control-Allow-Methods', 'GET, POST')
    c.header('Access-Control-Allow-Headers', allowHeaders)
    c.header('Access-Control-Max-Age', '600')
    return c.body(null, 204)
  }
}

/** Refuses a request that does not come from one of the pages; the browser alone cannot be relied on. */
export function onlyFrom(allowed: ReadonlySet<string>): MiddlewareHandler<Env> {
  return async (c, next) => {
    const origin = c.req.header('origin')
    return origin !== undefined && allowed.has(origin) ? next() : refused(c)
  }
}

function refused(c: Parameters<MiddlewareHandler<Env>>[0]): Response {
  return problem(c, {
    status: 403,
    code: 'origin_refused',
    outcome: 'not_sent',
    detail:
      'The Origin of this request is not in ALLOWED_ORIGINS. Add the origin of your page, exactly as the browser sends it.',
  })
}
