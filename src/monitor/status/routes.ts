/** The status page: all sites for people, and the same as JSON. */
import { type Context, Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { LRUCache } from 'lru-cache'
import { statusPaths } from '../../contract/routes.ts'
import type { ShownSite, ShownSites } from '../../contract/shown-sites.ts'
import { isStateCode } from '../../contract/states.ts'
import { acceptsEncoding, gzip } from '../../server/compression.ts'
import type { Store } from '../store/store.ts'
import { createKnownSites, type KnownSites, type StatusSite } from './known-sites.ts'
import { type StatusFilter, statusHtml } from './status-html.ts'
import { statusStyle } from './status-style.ts'

/** What the page needs. */
export interface StatusOptions {
  store: Store
  now: () => number
  /** From one check of a site to the next, in milliseconds. */
  interval: number
  /** The address at which browsers reach the monitor; over TLS it sends `Strict-Transport-Security`. */
  publicUrl: string | undefined
}

/** What is known, and as of when. */
interface Known extends KnownSites {
  asOf: number
  stale: boolean
}

/** Creates the routes. Nothing is read before the first request. */
export function statusRoutes({ store, now, interval, publicUrl }: StatusOptions): Hono {
  const ask = createKnownSites({ store, now, maxCheckAge: Math.max(60 * 60_000, 4 * interval) })
  const known = async (): Promise<Known> => {
    const kept = await ask()
    return kept.type === 'failed'
      ? { sites: [], asOf: now(), stale: true }
      : { ...kept.value, asOf: kept.asOf, stale: kept.stale }
  }
  const app = new Hono()
  for (const path of Object.values(statusPaths)) app.use(path, securityHeaders(publicUrl))
  app.get('/', (c) => c.redirect(statusPaths.page.slice(1)))
  app.get(statusPaths.page, showPage(known))
  app.get(statusPaths.json, async (c) => {
    const { sites, stale } = await known()
    const shown: ShownSites = { sites: shownSites(sites, filterOf(c)), stale }
    c.header('Cache-Control', 'public, max-age=10')
    return send(c, JSON.stringify(shown), 'application/json')
  })
  app.get(statusPaths.style, showFile(statusStyle, 'text/css'))
  return app
}

/** Only the page's own files; nothing inline, no frames. */
const securityHeaders = (publicUrl: string | undefined) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ['data:'],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
    strictTransportSecurity: publicUrl?.startsWith('https:') === true && 'max-age=31536000',
    // Of Hono's headers those that today's browsers use; `frame-ancestors` covers the second.
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
    originAgentCluster: false,
  })

/** Maximum number of pages that are kept until something new is known: a filter is arbitrary text. */
const maxPages = 1_000

/** Shows the page. Each is rendered and compressed once for what is known, by filter. */
function showPage(known: () => Promise<Known>) {
  const pages = new LRUCache<string, { html: Promise<string>; gzip?: Promise<ArrayBuffer> }>({ max: maxPages })
  let latest: string | undefined
  return async (c: Context) => {
    const { sites, asOf, stale } = await known()
    if (latest !== `${asOf} ${stale}`) pages.clear()
    latest = `${asOf} ${stale}`
    const filter = filterOf(c)
    const make = async () => {
      const choices = {
        states: new Set(sites.flatMap(({ state }) => (isStateCode(state) ? [state] : []))),
        tools: [...new Set(sites.map(({ tool }) => tool))].sort(),
      }
      const [shown, isKnown] = [shownSites(sites, filter), sites.length > 0]
      return String(await statusHtml({ sites: shown, choices, isKnown, stale, filter, now: asOf }))
    }
    const name = JSON.stringify(filter)
    const page = pages.get(name) ?? { html: make() }
    pages.set(name, page)
    c.header('Cache-Control', 'no-cache')
    c.header('Vary', 'Accept-Encoding')
    if (!acceptsEncoding(c, 'gzip')) return c.html(await page.html)
    page.gzip ??= page.html.then(gzip)
    c.header('Content-Encoding', 'gzip')
    return c.body(await page.gzip, 200, { 'Content-Type': 'text/html; charset=UTF-8' })
  }
}

function showFile(text: string, type: string) {
  return (c: Context) => {
    c.header('Cache-Control', 'public, max-age=300')
    return send(c, text, type)
  }
}

/** Responds with a text, compressed where the client accepts it. */
async function send(c: Context, text: string, type: string): Promise<Response> {
  c.header('Content-Type', `${type}; charset=utf-8`)
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (!acceptsEncoding(c, 'gzip')) return c.body(text)
  c.header('Content-Encoding', 'gzip')
  return c.body(await gzip(text))
}

/** Parses the filter from the query; a malformed value counts as missing. */
function filterOf(c: Context): StatusFilter {
  const state = c.req.query('state')
  const tool = c.req.query('tool')?.slice(0, 200)
  return {
    state: isStateCode(state) ? state : undefined,
    tool: tool === '' ? undefined : tool,
    down: c.req.query('down') === '1',
  }
}

function passes({ state: its, tool: does, up }: ShownSite, { state, tool, down }: StatusFilter): boolean {
  return (state === undefined || its === state) && (tool === undefined || does === tool) && (!down || up === false)
}

/** Returns the sites that pass the filter. The last checks are shown of one state's sites, and of sites that are not known to
 *  be up: of all sites together they would be most of the response. */
function shownSites(sites: readonly StatusSite[], filter: StatusFilter): StatusSite[] {
  return sites
    .filter((site) => passes(site, filter))
    .map((site) => {
      if (filter.state !== undefined || site.up !== true) return site
      const { checks: _, ...history } = site.history
      return { ...site, history }
    })
}
