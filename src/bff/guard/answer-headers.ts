/** The headers of every answer: nothing is kept, guessed, framed or passed on. */
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../problem.ts'

const headers: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  // The pages are on other sites; what they may read is decided by the list of origins.
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Sets them; over TLS also that the host is to be reached over TLS only. */
export const answerHeaders: MiddlewareHandler<Env> = async (c, next) => {
  for (const name in headers) c.header(name, headers[name])
  if (c.req.url.startsWith('https:')) c.header('Strict-Transport-Security', 'max-age=31536000')
  await next()
}
