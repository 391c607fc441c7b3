import type { Context } from 'hono'
import { isWorkers } from './is-workers.ts'
import type { Env } from './problem.ts'

/**
 * Whether an answer may be compressed: the browser takes this encoding, and the host leaves compressing to us. Workers compress
 * whatever has a `Content-Encoding`, also what is compressed already, and the rest on its way to the browser.
 */
export function acceptsEncoding(c: Context<Env>, encoding: 'br' | 'gzip'): boolean {
  return !isWorkers && new RegExp(`\\b${encoding}\\b`).test(c.req.header('accept-encoding') ?? '')
}
