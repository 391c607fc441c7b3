/** `GET /readyz`: whether a balancer should send this process requests, and if not, what is missing. */
import type { Handler } from 'hono'
import type { Env } from '../problem.ts'

/** Says whether one thing is ready; may reject instead of saying no. */
export type Check = () => boolean | Promise<boolean>

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
    const asked = Object.entries(checks).map(async ([name, check]) => ((await passes(check)) ? [] : [name]))
    const missing = (await Promise.all(asked)).flat()
    return missing.length === 0
      ? c.json({ status: 'ready' })
      : c.json({ status: 'not_ready', not_ready: missing }, 503, { 'Retry-After': '5' })
  }
}

async function passes(check: Check): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), longest)
  })
  try {
    return await Promise.race([check(), tooLong])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
