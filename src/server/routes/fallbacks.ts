/** Fallback responses when no route matches: wrong method, unknown path, internal error. */
import type { Hono } from 'hono'
import { type Env, problem } from '../problem.ts'

/** Mounts the fallbacks; all other routes must be mounted before. */
export function mountFallbacks(app: Hono<Env>, basePath: string): void {
  const methods = new Map<string, Set<string>>()
  for (const { path, method } of app.routes) {
    // Middleware is mounted for all methods.
    if (method !== 'ALL') methods.set(path, (methods.get(path) ?? new Set()).add(method))
  }
  for (const [path, known] of methods) {
    const allow = [
      ...(known.has('GET') ? ['GET', 'HEAD'] : []),
      ...(known.has('POST') ? ['POST'] : []),
      'OPTIONS',
    ].join(', ')
    const answer = {
      status: 405,
      code: 'method_not_allowed',
      detail: `Use ${allow} here.`,
      headers: { Allow: allow },
    } as const
    app.all(path, (c) => problem(c, answer))
  }
  const here = [...methods.keys()].map((path) => path.slice(basePath.length).replaceAll(/:(\w+)/g, '{$1}')).join(', ')
  app.notFound((c) => problem(c, { status: 404, code: 'not_found', detail: `The routes are ${here}.` }))
  app.onError((error, c) => {
    c.get('note')({ cause: /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'unknown' })
    const detail =
      'This is a bug in the server, not in the request. The log of the server has a line with this reference.'
    return problem(c, { status: 500, code: 'internal', detail, outcome: 'may_have_been_sent' })
  })
}
