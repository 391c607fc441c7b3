/** `GET /healthz`: whether this process takes requests; `GET /readyz`: whether a balancer should send it any, and if not, what
 *  is missing. */
import type { Handler } from 'hono'
import type { Env } from '../problem.ts'
import { version } from '../version.ts'
import { withinTime } from '../within-time.ts'

/** Answers 200 with `ok`, or 503 with `shutting_down`. */
export function healthRoute(isStopping: () => boolean): Handler<Env> {
  return (c) => (isStopping() ? c.json({ status: 'shutting_down', version }, 503) : c.json({ status: 'ok', version }))
}

/** Says whether one thing is ready; may reject instead of saying no. */
export type Check = () => Promise<boolean>

/** How long a check may take, in milliseconds. */
const longest = 2_000

/**
 * Answers 200 with `ready`, or 503 with the names of what is not. A registration service that is down is no reason: it is
 * down for every process, and one must be left to answer the voters.
 *
 * @param checks by name
 */
export function readyRoute(checks: Readonly<Record<string, Check>>): Handler<Env> {
  return async (c) => {
    const asked = Object.entries(checks).map(async ([name, check]) => {
      // A check without types may return or throw at once.
      const passed = await withinTime(Promise.resolve().then(check), longest).catch(() => false)
      return passed === true ? [] : [name]
    })
    const missing = (await Promise.all(asked)).flat()
    return missing.length === 0
      ? c.json({ status: 'ready' })
      : c.json({ status: 'not_ready', not_ready: missing }, 503, { 'Retry-After': '5' })
  }
}
