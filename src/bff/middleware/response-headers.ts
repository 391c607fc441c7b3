/** The headers of every answer: nothing is kept, guessed, framed or passed on. */
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../problem.ts'

const always: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  // The pages are on other sites; what they may read is decided by the list of origins.
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

const overTls = { ...always, 'Strict-Transport-Security': 'max-age=31536000' }

/** Sets them, where a route does not say otherwise; over TLS also that the host is to be reached over TLS only. */
export const answerHeaders: MiddlewareHandler<Env> = async (c, next) => {
  c.set('headers', c.req.url.startsWith('https:') ? overTls : always)
  await next()
  // There are none left when `answerWith()` has made the answer.
  for (const [name, value] of Object.entries(c.get('headers') ?? {})) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}
