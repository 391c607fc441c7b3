/** `GET /healthz`: whether this process takes requests; `GET /readyz`: whether a balancer should send it any, and if not, what
 *  is missing. */
import type { Handler } from 'hono'
import type { Env } from '../problem.ts'
import { version } from '../version.ts'
import { withTimeout } from '../with-timeout.ts'

/** Answers 200 with `ok`, or 503 with `shutting_down`. */
export function healthRoute(isStopping: () => boolean): Handler<Env> {
  return (c) => (isStopping() ? c.json({ status: 'shutting_down', version }, 503) : c.json({ status: 'ok', version }))
}

/** Says whether one thing is ready; may reject instead of saying no. */
export type Check = () => Promise<boolean>

/** How long a check may take, in milliseconds. */
const maxCheckTime = 2_000

/** How long a judgement holds, in milliseconds: a write for each question would let anybody load the database. */
const judgedFor = 1_000

/**
 * Answers 200 with `ready`, or 503 with the names of what is not. A registration service that is down is no reason: it is
 * down for every process, and one must be left to answer the voters.
 *
 * @param checks by name; asked at most once a second
 * @param clock milliseconds that never go back
 */
export function readyRoute(
  checks: Readonly<Record<string, Check>>,
  clock: () => number = () => performance.now(),
): Handler<Env> {
  let judged: { at: number; missing: Promise<string[]> } | undefined
  return async (c) => {
    const at = clock()
    if (judged === undefined || at - judged.at >= judgedFor) judged = { at, missing: missingOf(checks) }
    const missing = await judged.missing
    return missing.length === 0
      ? c.json({ status: 'ready' })
      : c.json({ status: 'not_ready', not_ready: missing }, 503, { 'Retry-After': '5' })
  }
}

/** The names of the checks that do not pass. Never rejects. */
async function missingOf(checks: Readonly<Record<string, Check>>): Promise<string[]> {
  const asked = Object.entries(checks).map(async ([name, check]) => {
    // A check without types may return or throw at once.
    const passed = await withTimeout(Promise.resolve().then(check), maxCheckTime).catch(() => false)
    return passed === true ? [] : [name]
  })
  return (await Promise.all(asked)).flat()
}
