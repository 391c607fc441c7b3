/** Security headers, allowed origins (CORS) and host names. Allowlists are compared exactly: no patterns, no `null`. */
import type { Context, MiddlewareHandler } from 'hono'
import { cors as honoCors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { bffHeaders } from '../../contract/bff-api.ts'
import { scriptsPath } from '../../contract/routes.ts'
import type { Log } from '../observability/log.ts'
import type { Partners } from '../partners/partners.ts'
import { type Env, outcomeProblem, problem } from '../problem.ts'

/** Hono's security headers that today's browsers use; the others are turned off by name, since Hono turns them on. */
const baseHeaders: Parameters<typeof secureHeaders>[0] = {
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  // The pages are on other sites; the allowlist of origins decides what they may read. Hosted page: allowSameOriginOnly.
  crossOriginResourcePolicy: 'cross-origin',
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  // `frame-ancestors` covers it, and the page with the form has its own.
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  overwrite: false,
}

const securityHeaders = secureHeaders(baseHeaders)
const httpsSecurityHeaders = secureHeaders({ ...baseHeaders, strictTransportSecurity: 'max-age=31536000' })

export interface ProxyOptions {
  trustProxyHops: number
}

/** Whether a request came over TLS, to us or to a proxy of ours, whose `X-Forwarded-Proto` alone is read: anyone can write it. */
export function isHttps(
  request: { url: string; header(name: string): string | undefined },
  { trustProxyHops }: ProxyOptions,
): boolean {
  if (request.url.startsWith('https:')) return true
  if (trustProxyHops === 0) return false
  // Some proxies append their own value, others pass on or replace that of the first.
  const entries = (request.header('x-forwarded-proto') ?? '').split(',')
  return (entries.at(-trustProxyHops) ?? entries[0])?.trim().toLowerCase() === 'https'
}

/** Middleware that sets these headers unless a route has set them; over TLS also `Strict-Transport-Security`. */
export function setSecurityHeaders(proxy: ProxyOptions): MiddlewareHandler<Env> {
  return async (c, next) => {
    await (isHttps(c.req, proxy) ? httpsSecurityHeaders : securityHeaders)(c, next)
    if (!c.res.headers.has('cache-control')) c.res.headers.set('Cache-Control', 'no-store')
  }
}

/** Middleware for what only this server's own page loads, or what shows a voter's data: no other site may embed it. */
export const allowSameOriginOnly: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  c.res.headers.set('Cross-Origin-Resource-Policy', 'same-origin')
}

/** CORS middleware. It answers preflights (with Hono's middleware) and marks on every response whether the page may read it:
 *  a page of the partner that the URL names; if it names none, or an unknown one, a page of any partner. Hono's middleware
 *  answers preflights only: it copies every other response into a stream to add the last header, 0.5 ms of processor time
 *  more for each registration at 100 a second (2.2 ms without). */
export function cors(deps: { partners: Partners; warnAboutOrigin: WarnAboutOrigin }): MiddlewareHandler<Env> {
  const { partners, warnAboutOrigin: warn } = deps
  const options: Parameters<typeof honoCors>[0] = {
    // Only called for an origin on the allowlist.
    origin: (origin) => origin,
    allowMethods: ['GET', 'POST'],
    // Monitoring scripts add headers and credentials to every request of a page. This API reads neither.
    credentials: true,
    exposeHeaders: ['Retry-After'],
    maxAge: 86_400,
  }
  const preflight = honoCors({ ...options, allowHeaders: ['Content-Type', ...Object.values(bffHeaders)] })
  // Without a list of its own, Hono allows the headers that the browser asks for.
  const echoingPreflight = honoCors(options)
  return async (c, next) => {
    const origin = c.req.header('origin')
    const selection = c.req.query('partner') === undefined ? undefined : c.get('partner')
    const allowed = selection?.partner.allowedOrigins ?? partners.origins()
    const isAllowed = origin !== undefined && allowed.has(origin)
    // The script files allow every page.
    if (!isAllowed && !c.req.path.includes(`${scriptsPath}/`) && !isFromOwnPage(c.req)) warn(origin, allowed)
    if (c.req.method === 'OPTIONS') {
      if (!isAllowed) return rejectOrigin(c, { Vary: 'Origin' })
      return (canEcho(c.req.header('access-control-request-headers')) ? echoingPreflight : preflight)(c, next)
    }
    await next()
    c.res.headers.append('Vary', 'Origin')
    if (!isAllowed) return
    c.res.headers.set('Access-Control-Allow-Origin', origin)
    c.res.headers.set('Access-Control-Expose-Headers', 'Retry-After')
    // What shows a voter's data is for this server's own page alone.
    if (c.res.headers.get('Cross-Origin-Resource-Policy') === 'same-origin') return
    c.res.headers.set('Access-Control-Allow-Credentials', 'true')
  }
}

/** Whether a preflight asks for a list of header names (tokens of RFC 9110, 1 kB at most). */
function canEcho(headerNames = ''): boolean {
  return headerNames.length <= 1024 && /^[\w!#$%&'*+.^`|~-]+([ \t]*,[ \t]*[\w!#$%&'*+.^`|~-]+)*$/.test(headerNames)
}

export interface OriginCheckDeps {
  /** Whether this server serves the form itself: its own origin then counts as well. */
  hasOwnPage: boolean
  warnAboutOrigin: WarnAboutOrigin
}

/** Middleware that rejects a request from any page but the partner's; the browser's own check cannot be relied on. */
export function allowPartnerPages({ hasOwnPage, warnAboutOrigin: warn }: OriginCheckDeps): MiddlewareHandler<Env> {
  return function onlyAllowedPages(c, next) {
    const allowed = c.get('partner')?.partner.allowedOrigins ?? new Set<string>()
    const origin = c.req.header('origin')
    const isAllowed = origin !== undefined && (allowed.has(origin) || (hasOwnPage && isFromOwnPage(c.req)))
    if (isAllowed) return next()
    warn(origin, allowed)
    return Promise.resolve(rejectOrigin(c))
  }
}

/** Whether a request comes from a page of this server itself. The browser sets `Sec-Fetch-Site`, also behind a proxy that
 *  changes host and scheme; a browser without it (before 2023) is trusted when `Origin` names the requested host.
 *  `PUBLIC_HOSTS` protects against a name that an attacker points at this server (DNS rebinding). */
export function isFromOwnPage(request: { url: string; header(name: string): string | undefined }): boolean {
  const site = request.header('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = request.header('origin')
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === new URL(request.url).host
}

/** Names a page in receipts and rate limits: by its origin if that is allowed or a public host of ours, else as the server's
 *  own page. An origin that a program makes up creates no new name or count. */
export function getSiteName(origin: string, allowed: ReadonlySet<string>, publicHosts: readonly string[]): string {
  if (allowed.has(origin)) return origin
  const { protocol = '', host = '' } = URL.canParse(origin) ? new URL(origin) : {}
  const isPublicHost = /^https?:$/.test(protocol) && publicHosts.some((name) => name.toLowerCase() === host)
  return isPublicHost ? `${protocol}//${host}` : 'own page'
}

function rejectOrigin(c: Context<Env>, headers: Record<string, string> = {}): Response {
  const detail =
    'The Origin header of this request is not in ALLOWED_ORIGINS. Add the origin of your page, exactly as the browser sends it.'
  return problem(c, outcomeProblem('origin_not_allowed', detail, { headers }))
}

/** Middleware that rejects requests for any other host, so that a third-party name pointed at this address gets nothing (DNS
 *  rebinding). @param hosts host names, with the port unless it is the default one. @param healthPaths their status is for
 *  every host: probes and load balancers use an IP address */
export function allowHosts(hosts: readonly string[], healthPaths: readonly string[]): MiddlewareHandler<Env> {
  const publicHosts = new Set(hosts.map((host) => new URL(`http://${host}`).host))
  return async (c, next) => {
    // The adapter has put the Host header, or its HTTP/2 equivalent, into the URL.
    const { host } = new URL(c.req.url)
    if (publicHosts.has(host)) return next()
    if (healthPaths.includes(c.req.path) && /^(GET|HEAD)$/.test(c.req.method)) {
      await next()
      const { status }: { status: unknown } = await c.res.json()
      c.res = new Response(JSON.stringify({ status }), c.res)
      return
    }
    c.get('addLogFields')({ host: host.replaceAll(/[^a-z0-9.:[\]-]/gi, '').slice(0, 100) })
    const detail = 'The Host header of this request is not in PUBLIC_HOSTS. If this name is yours, add it there.'
    return problem(c, outcomeProblem('host_not_allowed', detail))
  }
}

/** Maximum number of origins that one process logs: anyone can send any number of them. */
const maxOrigins = 20

const originFix =
  'If the page is yours, add its origin, which its browser console shows, to ALLOWED_ORIGINS, or to allowed_origins of its partner. Otherwise do nothing.'
const originMessages = {
  unknown: `This server rejects a page whose origin is not in ALLOWED_ORIGINS. ${originFix}`,
  similar: `This server rejects a page whose origin differs from the allowed one in "site" only in http:, the port or www. ${originFix}`,
} as const

export type WarnAboutOrigin = (origin: string | undefined, allowed: ReadonlySet<string>) => void

/** Warns once for each rejected origin, at most 20, with their number. Never with the origin, into which a program can put any
 *  text: `site` is the allowed origin that it resembles, if there is one. */
export function warnAboutOrigins(log: Log): WarnAboutOrigin {
  const origins = new Set<string>()
  return (origin, allowed) => {
    if (origin === undefined || origin.length > 300 || origins.size >= maxOrigins || origins.has(origin)) return
    origins.add(origin)
    const host = findHost(origin)
    const site = host === undefined ? undefined : [...allowed].find((candidate) => findHost(candidate) === host)
    const message = originMessages[site === undefined ? 'unknown' : 'similar']
    log({
      level: 'warn',
      code: 'origin_not_allowed',
      count: origins.size,
      ...(site !== undefined && { site }),
      message,
    })
  }
}

/** Returns the host name of an origin, without `www.`; `undefined` when it is not one of a web page. */
function findHost(origin: string): string | undefined {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) ? url.hostname.replace(/^www\./, '') : undefined
}
