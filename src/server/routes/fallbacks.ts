/** Fallback responses when no route matches: wrong method, unknown path, internal error. */
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { bffPaths } from '../../contract/routes.ts'
import { type Env, outcomeProblem, problem } from '../problem.ts'

/** Mounts the fallbacks; all other routes must be mounted before. */
export function mountFallbacks(
  app: Hono<Env>,
  { basePath, hasOwnPage }: { basePath: string; hasOwnPage: boolean },
): void {
  if (hasOwnPage) {
    // Relative, and no permanent redirect: a proxy in front may have removed a prefix and TLS.
    const redirect = (c: Context) => c.redirect(relativePath(c, basePath + bffPaths.page) + new URL(c.req.url).search)
    for (const path of ['/', `${basePath}/`, `${basePath}${bffPaths.page}/`]) app.get(path, redirect)
  }
  const methods = new Map<string, Set<string>>()
  for (const { path, method } of app.routes) {
    // Middleware is mounted for all methods.
    if (method !== 'ALL') methods.set(path, (methods.get(path) ?? new Set()).add(method))
  }
  for (const [path, allowedMethods] of methods) {
    const allow = [
      ...(allowedMethods.has('GET') ? ['GET', 'HEAD'] : []),
      ...(allowedMethods.has('POST') ? ['POST'] : []),
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
  const routes = [...methods.keys()].map((path) => path.slice(basePath.length).replaceAll(/:(\w+)/g, '{$1}')).join(', ')
  app.notFound((c) => {
    if (!hasOwnPage || c.req.header('accept')?.includes('text/html') !== true)
      return problem(c, { status: 404, code: 'not_found', detail: `The routes are ${routes}.` })
    c.get('addLogFields')({ code: 'not_found' })
    return c.html(notFoundPage(relativePath(c, basePath + bffPaths.page)), 404)
  })
  app.onError((error, c) => {
    c.get('addLogFields')({ cause: /^[A-Za-z]{1,40}$/.test(error.name) ? error.name : 'unknown' })
    const detail = 'This is a bug in the server, not in the request. See the log line with this reference.'
    return problem(c, outcomeProblem('failed', detail))
  })
}

const notFoundPage = (form: string) => html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Page not found</title>
<h1>There is nothing at this address</h1>
<p><a href="${form}">Go to the form</a></p>
</html>
`

/** Returns a path relative to the requested one. It begins with a dot, so that it never names another host. */
function relativePath(c: Context, path: string): string {
  const depth = c.req.path.split('/').length - 2
  return (depth <= 0 ? './' : '../'.repeat(depth)) + path.slice(1)
}
