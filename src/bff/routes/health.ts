/** `GET /healthz`: whether this process takes requests. */
import type { Handler } from 'hono'
import type { Env } from '../problem.ts'
import { version } from '../version.ts'

/** Answers 200 with `ok`, or 503 with `shutting_down`. */
export function healthRoute(isStopping: () => boolean): Handler<Env> {
  return (c) => (isStopping() ? c.json({ status: 'shutting_down', version }, 503) : c.json({ status: 'ok', version }))
}
