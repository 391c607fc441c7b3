/** The documentation: the static site that `npm run docs` builds. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

/** Its generator writes inline scripts and styles into the pages. */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Creates the site's routes: `/react` is the page `react.html`, `/react.md` the same page as text.
 *
 * @param folder the folder of the built site; without it the answer says how to build it
 */
export function documentation(folder: string): Hono {
  const docs = new Hono()
  docs.use(async (c, next) => {
    await next()
    c.header('Content-Security-Policy', policy)
    if (c.req.path.endsWith('.md')) c.header('Content-Type', 'text/markdown; charset=utf-8')
  })
  docs.use((c, next) => (existsSync(folder) ? serveStatic({ root: folder, rewriteRequestPath })(c, next) : next()))
  docs.notFound((c) => {
    const page = path.join(folder, '404.html')
    if (existsSync(page)) return c.html(readFileSync(page, 'utf8'), 404)
    return c.text('The documentation is not built here: npm run docs. Its pages are the files in docs.\n', 404)
  })
  return docs
}

/** Returns the file of a page: the site has no endings in its addresses. */
function rewriteRequestPath(asked: string): string {
  const page = asked.replace(/^\/docs\/?/, '') || 'index'
  return /\.\w+$/.test(page) ? page : `${page}.html`
}
