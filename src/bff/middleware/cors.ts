/** Which pages may use the BFF: an exact list of origins, compared as text. No patterns, no `null`, no credentials. */
import type { MiddlewareHandler } from 'hono'
import { bffHeaders } from '../../contract/bff-api.ts'
import { answerWith } from '../answer-with.ts'
import { type Env, problem } from '../problem.ts'

const none = {}

/** Answers preflights and says on every answer whether the page may read it (CORS). */
export function cors(allowed: ReadonlySet<string>): MiddlewareHandler<Env> {
  const allowHeaders = `Content-Type, ${bffHeaders.idempotencyKey}, ${bffHeaders.consentVersion}, ${bffHeaders.formVersion}, ${bffHeaders.campaign}, ${bffHeaders.challengeSolution}`
  /** Made once for each of the pages: by the headers that every answer has, and by origin. */
  const made = new Map<Readonly<Record<string, string>>, Map<string | undefined, Readonly<Record<string, string>>>>()
  const headersFor = (always: Readonly<Record<string, string>>, origin: string | undefined) => {
    const byOrigin = made.get(always) ?? new Map<string | undefined, Readonly<Record<string, string>>>()
    made.set(always, byOrigin)
    const headers = byOrigin.get(origin) ?? {
      ...always,
      Vary: 'Origin',
      ...(origin !== undefined && {
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': 'Retry-After',
      }),
    }
    byOrigin.set(origin, headers)
    return headers
  }
  return (c, next) => {
    const origin = c.req.header('origin')
    const known = origin !== undefined && allowed.has(origin)
    c.set('headers', headersFor(c.get('headers') ?? none, known ? origin : undefined))
    if (c.req.method !== 'OPTIONS') return next()
    if (!known) return Promise.resolve(refused(c))
    const preflight = {
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': allowHeaders,
      'Access-Control-Max-Age': '600',
    }
    return Promise.resolve(answerWith(c, null, 204, preflight))
  }
}

/**
 * Refuses a request that does not come from one of the pages; the browser alone cannot be relied on.
 *
 * @param hasOwnPage whether this server serves the form itself: its own origin then counts as well
 */
export function onlyFrom(allowed: ReadonlySet<string>, hasOwnPage = false): MiddlewareHandler<Env> {
  return (c, next) => {
    const origin = c.req.header('origin')
    const mayAsk = origin !== undefined && (allowed.has(origin) || (hasOwnPage && isFromOwnPage(c.req)))
    return mayAsk ? next() : Promise.resolve(refused(c))
  }
}

/**
 * Whether a request comes from a page of this very server. `Sec-Fetch-Site` is the browser's own word, also behind a proxy
 * that changes host and scheme; a browser without it (before 2023) is believed when `Origin` names the host that it asks.
 * A name that an attacker lets lead here is another host: that is what `PUBLIC_HOSTS` is for.
 */
export function isFromOwnPage(request: { url: string; header(name: string): string | undefined }): boolean {
  const site = request.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = request.header('origin')
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === new URL(request.url).host
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
