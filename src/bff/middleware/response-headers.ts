/** The headers of every answer: nothing is kept, guessed, framed or passed on. */
import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { Env } from '../problem.ts'

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
