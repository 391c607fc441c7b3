/** The status page: all sites for people, and the same as JSON. */
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { secureHeaders } from 'hono/secure-headers'
import type { Clock } from '../../contract/clock.ts'
import { statusPaths } from '../../contract/routes.ts'
import type { SiteDetailsList } from '../../contract/sites.ts'
import { isStateCode, type StateCode } from '../../contract/states.ts'
import type { MonitorStore } from '../store/store.ts'
import { createStatusSites, type StatusSite } from './known-sites.ts'
import { renderStatusPage } from './status-html.ts'
import { statusStyle } from './status-style.ts'

export interface StatusOptions {
  store: MonitorStore
  clock: Clock
  intervalMs: number
  /** The address at which browsers reach the monitor; over TLS it sends `Strict-Transport-Security`. */
  publicUrl: string | undefined
}

interface StatusSnapshot {
  sites: readonly StatusSite[]
  asOf: number
  stale: boolean
}

export function statusRoutes({ store, clock, intervalMs, publicUrl }: StatusOptions): Hono {
  const fetchSites = createStatusSites({ store, clock, maxCheckAge: Math.max(60 * 60_000, 4 * intervalMs) })
  const getSnapshot = async (): Promise<StatusSnapshot> => {
    const result = await fetchSites()
    return result.type === 'failed'
      ? { sites: [], asOf: clock.now(), stale: true }
      : { sites: result.value, asOf: result.asOf, stale: result.stale }
  }
  const app = new Hono()
  for (const path of Object.values(statusPaths))
    app.use(path, createSecurityHeaders(publicUrl), compress({ encoding: 'gzip' }))
  app.get('/', (c) => c.redirect(statusPaths.page.slice(1)))
  app.get(statusPaths.page, createPageHandler(getSnapshot))
  app.get(statusPaths.json, async (c) => {
    const { sites, stale } = await getSnapshot()
    const body: SiteDetailsList = { sites: filterSites(sites, parseState(c)), stale }
    c.header('Cache-Control', 'public, max-age=10')
    return c.json(body)
  })
  app.get(statusPaths.style, (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    return c.body(statusStyle, 200, { 'Content-Type': 'text/css; charset=utf-8' })
  })
  return app
}

/** Only the page's own files; nothing inline, no frames. */
const createSecurityHeaders = (publicUrl: string | undefined) =>
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

function createPageHandler(getSnapshot: () => Promise<StatusSnapshot>) {
  let pages = new Map<StateCode | undefined, Promise<string>>()
  let latest: string | undefined
  return async (c: Context) => {
    const { sites, asOf, stale } = await getSnapshot()
    if (latest !== `${asOf} ${stale}`) pages = new Map()
    latest = `${asOf} ${stale}`
    const state = parseState(c)
    const render = async () => {
      const choices = new Set(sites.flatMap((site) => (isStateCode(site.state) ? [site.state] : [])))
      const [visibleSites, isKnown] = [filterSites(sites, state), sites.length > 0]
      return String(await renderStatusPage({ sites: visibleSites, choices, isKnown, stale, state, nowMs: asOf }))
    }
    const page = pages.get(state) ?? render()
    pages.set(state, page)
    c.header('Cache-Control', 'no-cache')
    return c.html(await page)
  }
}

/** Reads the state to show from the query; a malformed one counts as missing. */
function parseState(c: Context): StateCode | undefined {
  const state = c.req.query('state')
  return isStateCode(state) ? state : undefined
}

/** The last checks are shown of one state's sites, and of those not known to be up: of all they would be most of the response. */
function filterSites(sites: readonly StatusSite[], state: StateCode | undefined): StatusSite[] {
  if (state !== undefined) return sites.filter((site) => site.state === state)
  return sites.map((site) => {
    if (site.up !== true) return site
    const { checks: _, ...history } = site.history
    return { ...site, history }
  })
}
