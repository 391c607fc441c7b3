/** What holds browsers to the rules: the headers of every answer, which pages may use the BFF, and under which names it may be
 *  reached. The lists are exact and compared as text: no patterns, no `null`, no credentials. */
import type { Context, MiddlewareHandler } from 'hono'
import { cors as honoCors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { bffHeaders } from '../../contract/bff-api.ts'
import type { Partners } from '../partners/partners.ts'
import { type Env, problem } from '../problem.ts'

/** Hono's headers where they say something to a browser of today; the others are off by name, as Hono turns them on. */
const always: Parameters<typeof secureHeaders>[0] = {
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  // The pages are on other sites; what they may read is decided by the list of origins.
  crossOriginResourcePolicy: 'cross-origin',
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  // `frame-ancestors` says it, and the page with the form has one of its own.
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  overwrite: false,
}

const plain = secureHeaders(always)
const overTls = secureHeaders({ ...always, strictTransportSecurity: 'max-age=31536000' })

/** Sets them, where a route does not say otherwise; over TLS also that the host is to be reached over TLS only. */
export const answerHeaders: MiddlewareHandler<Env> = async (c, next) => {
  await (c.req.url.startsWith('https:') ? overTls : plain)(c, next)
  if (!c.res.headers.has('cache-control')) c.res.headers.set('Cache-Control', 'no-store')
}

/**
 * Answers preflights (Hono's CORS middleware) and says on every answer whether the page may read it: a page of the partner
 * that the address names; where it names none, or an unknown one, a page of any.
 *
 * Hono's middleware answers preflights only: it copies every other answer into a stream to add the last header, 0.5 ms of
 * processor time more for each registration at 100 a second (2.2 ms without).
 */
export function cors(partners: Partners): MiddlewareHandler<Env> {
  const preflight = honoCors({
    // Only for one that is on the list.
    origin: (origin) => origin,
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Content-Type', ...Object.values(bffHeaders)],
    exposeHeaders: ['Retry-After'],
    maxAge: 600,
  })
  return async (c, next) => {
    const origin = c.req.header('origin')
    const chosen = c.req.query('partner') === undefined ? undefined : c.get('partner')
    const allowed = chosen?.partner.allowedOrigins ?? partners.origins()
    const isKnown = origin !== undefined && allowed.has(origin)
    if (c.req.method === 'OPTIONS') return isKnown ? preflight(c, next) : refused(c, { Vary: 'Origin' })
    await next()
    c.res.headers.append('Vary', 'Origin')
    if (!isKnown) return
    c.res.headers.set('Access-Control-Allow-Origin', origin)
    c.res.headers.set('Access-Control-Expose-Headers', 'Retry-After')
  }
}

/**
 * Refuses a request that does not come from one of the partner's pages; the browser alone cannot be relied on.
 *
 * @param hasOwnPage whether this server serves the form itself: its own origin then counts as well
 */
export function onlyFrom(hasOwnPage = false): MiddlewareHandler<Env> {
  return (c, next) => {
    const allowed = c.get('partner')?.partner.allowedOrigins ?? new Set()
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

/**
 * What receipts and limits call a page: its origin where that is on the list or at one of our names. Else it is the server's
 * own page, of which the browser says so: what a program writes there names nothing, and makes no new count.
 */
export function namedOrigin(origin: string, allowed: ReadonlySet<string>, publicHosts: readonly string[]): string {
  if (allowed.has(origin)) return origin
  const { protocol = '', host = '' } = URL.canParse(origin) ? new URL(origin) : {}
  const isOurs = /^https?:$/.test(protocol) && publicHosts.some((name) => name.toLowerCase() === host)
  return isOurs ? `${protocol}//${host}` : 'own page'
}

function refused(c: Context<Env>, headers: Record<string, string> = {}): Response {
  return problem(c, {
    headers,
    status: 403,
    code: 'origin_refused',
    outcome: 'not_sent',
    detail:
      'The Origin of this request is not in ALLOWED_ORIGINS. Add the origin of your page, exactly as the browser sends it.',
  })
}

/**
 * Refuses requests for any other name, so that a foreign name that leads to this address gets nothing (DNS rebinding).
 *
 * @param hosts names with their port where it is unusual
 */
export function onlyHosts(hosts: readonly string[]): MiddlewareHandler<Env> {
  const known = new Set(hosts.map((host) => host.toLowerCase()))
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
