/** The demo's site: the built pages, their configuration, and the feed of exchanges. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { proxy } from 'hono/proxy'
import { hostPages } from './hosts.ts'
import { scriptFiles } from './script-files.ts'
import type { SiteConfig } from './site-config.ts'
import type { Wire } from './wire.ts'

interface SiteOptions {
  folder: string
  docs?: string
  before?: string | undefined
  config: SiteConfig
  wire?: Wire
}

/**
 * Creates the site.
 *
 * @param folder the folder of the built pages
 * @param docs the folder of the built documentation
 * @param before the folder of the built pages of another commit, for the gallery
 * @param wire absent when BFF and sandbox run elsewhere: then `/wire` returns 204, after which a browser does not reconnect
 */
export function createSite({ folder, docs = '', before, config, wire }: SiteOptions) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${new URL(config.bff).origin} ${new URL(config.sandbox).origin}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-src 'self' ${new URL(config.bff).origin}`,
    "frame-ancestors 'self'",
  ].join('; ')
  const site = new Hono()
  // The wire is an event stream, which must not be buffered.
  site.use(compress())
  site.use(async (c, next) => {
    await next()
    // The frames of the QA page show the BFF's responses unchanged.
    if (c.req.path.startsWith('/frame/')) return
    // The pages of third-party sites have their own policies, or none.
    const isHost = /^\/on\/./.test(c.req.path) && c.req.path !== '/on/list.css'
    if (!isHost && !c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', policy)
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'no-referrer')
    if (c.res.headers.get('Cache-Control') !== null) return
    // These files have a content hash in their names.
    const lasting = /^\/(docs\/)?assets\//.test(c.req.path) && c.res.ok
    c.header('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
  })
  site.get('/config.json', (c) => c.json(config))
  // The QA page fills in and reads the hosted page in a frame: only pages of one origin may.
  site.all('/frame/*', (c) => {
    const { pathname, search } = new URL(c.req.url)
    const to = config.bff + pathname.slice('/frame'.length) + search
    return proxy(to, { raw: c.req.raw, redirect: 'manual' })
  })
  site.route('/on', hostPages(config))
  site.get('/wire', (c) => wire?.feed(c.req.raw) ?? c.body(null, 204))
  site.route('/element', scriptFiles(folder))
  site.get('/docs', (c) => c.redirect('/docs/'))
  site.mount('/docs', documentation(docs).fetch, { replaceRequest: (request) => request })
  site.get('*', serveStatic({ root: folder }))
  if (before !== undefined) {
    site.get(
      '/before/*',
      serveStatic({ root: before, rewriteRequestPath: (requestPath) => requestPath.slice('/before'.length) }),
    )
    // Its pages name them from the root; a name has a hash of the content.
    site.get('/assets/*', serveStatic({ root: before }))
  }
  site.notFound((c) =>
    c.text(
      'Page not found. The QA page is at /, the documentation at /docs, the gallery at /gallery.html, snippets at /tools/builder.html, the form on other sites at /on, the election center at /election-center.html, the state sites at /status.html.\n',
      404,
    ),
  )
  return site
}

/** The generator of the documentation writes inline scripts and styles into the pages. */
const documentationPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'self'; font-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Creates the routes of the documentation, which `npm run docs` builds: `/react` is the page `react.html`, `/react.md` the same page as text.
 *
 * @param folder the folder of the built site; without it the answer says how to build it
 */
function documentation(folder: string): Hono {
  const docs = new Hono()
  docs.use(async (c, next) => {
    await next()
    c.header('Content-Security-Policy', documentationPolicy)
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
function rewriteRequestPath(requestPath: string): string {
  const page = requestPath.replace(/^\/docs\/?/, '') || 'index'
  return /\.\w+$/.test(page) ? page : `${page}.html`
}
