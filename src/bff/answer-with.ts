/** Makes an answer with all its headers at once. */
import type { Context } from 'hono'
import type { Env } from './problem.ts'

/**
 * An answer with the headers that every answer has, and its own.
 *
 * Headers stay a plain object on the way: a `Headers` that grows one by one and is then read out again, sorted, costs more
 * than the whole routing.
 *
 * @param headers win over those that every answer has, when they are spelled the same
 */
export function answerWith(
  c: Context<Env>,
  body: string | null,
  status: number,
  headers?: Readonly<Record<string, string>>,
): Response {
  const whole = { ...c.get('headers'), ...headers }
  c.set('headers', undefined)
  return new Response(body, { status, headers: whole })
}
