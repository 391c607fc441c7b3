/** What the BFF serves about the states' sites: `GET /sites` for pages, and the way from `/status` to the monitor's page. */
import { type Handler, Hono } from 'hono'
import { etag } from 'hono/etag'
import { orderOfSites } from '../../contract/order-of-sites.ts'
import { bffPaths, joinUrl, statusPaths } from '../../contract/routes.ts'
import type { ShownSite, ShownSites } from '../../contract/shown-sites.ts'
import { isStateCode } from '../../contract/states.ts'
import { type Env, problem } from '../problem.ts'
import type { Transport } from '../upstream/transport.ts'
import { addressOf, type MonitorHistories, type MonitorHistory, monitorHistories } from './monitor-histories.ts'
import { type MonitoredSite, type SiteStatusCache, stateOf } from './site-status-cache.ts'

/** What the routes need. */
export interface SiteRouteOptions {
  /** The states' sites; without them there is no `GET /sites`. */
  sites: SiteStatusCache | undefined
  /** Where browsers reach the monitor that has the history; without it no site has any, and `GET /status` is 404. */
  monitorUrl: string | undefined
  transport: Transport
  now: () => number
  /** How long the monitor may take, in milliseconds. Default: 3 s. */
  deadline: number | undefined
}

/** Creates the routes. */
export function siteRoutes({ sites, monitorUrl, ...reading }: SiteRouteOptions): Hono<Env> {
  const app = new Hono<Env>()
  if (sites !== undefined) {
    const { ages } = sites
    const histories = monitorUrl === undefined ? undefined : monitorHistories({ url: monitorUrl, ages, ...reading })
    app.get(bffPaths.sites, etag(), sitesRoute(sites, histories, reading.now))
  }
  app.get(bffPaths.status, statusRoute(monitorUrl))
  return app
}

/** Responds with the known sites, possibly none; with `?state=` those of one state, with `?history=1` including the recent
 *  history that the monitor has. */
function sitesRoute(
  watched: SiteStatusCache,
  histories: MonitorHistories | undefined,
  now: () => number,
): Handler<Env> {
  return async (c) => {
    const state = c.req.query('state')
    if (state !== undefined && !isStateCode(state)) {
      const detail =
        'Use the code of one of the 51 states, two capital letters, for example /sites?state=TN, or leave it out for all.'
      return problem(c, { status: 404, code: 'state_unknown', detail })
    }
    const [{ sites, stale }, history] = await Promise.all([
      watched.known(),
      c.req.query('history') === '1' ? histories?.(state) : undefined,
    ])
    const shown = sites
      .filter(({ about }) => state === undefined || about.state === state)
      .map((site) => shownSite(site, now(), history?.get(addressOf(site.url))))
    const answer: ShownSites = { sites: shown.sort(orderOfSites), stale }
    c.header('Cache-Control', 'public, max-age=10')
    return c.body(JSON.stringify(answer), 200, { 'Content-Type': 'application/json; charset=utf-8' })
  }
}

const noShares = { day: null, week: null, month: null, quarter: null }

/** Returns a site as pages get it. A site that refused each of the last checks is not known to be up, though it once was. */
function shownSite(site: MonitoredSite, now: number, history: MonitorHistory | undefined): ShownSite {
  const { state, tool } = site.about
  const { up: _up, since: _since, ...unknown } = site
  return {
    ...stateOf(history?.refused === undefined ? site : unknown, now),
    url: site.url,
    ...(state !== undefined && { state }),
    tool,
    shares: noShares,
    ...history,
  }
}

/** Leads to the monitor's status page, with the query. */
function statusRoute(monitorUrl: string | undefined): Handler<Env> {
  return (c) => {
    if (monitorUrl === undefined) {
      const detail =
        'The status page is that of a monitor. Set MONITOR_URL to where browsers reach yours, and this path leads to its page.'
      return problem(c, { status: 404, code: 'not_found', detail })
    }
    c.header('Cache-Control', 'public, max-age=300')
    return c.redirect(joinUrl(monitorUrl, statusPaths.page) + new URL(c.req.url).search, 302)
  }
}
