/** `GET /sites`: what is known of the states' sites. */
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { orderOfSites } from '../../contract/order-of-sites.ts'
import { bffPaths } from '../../contract/routes.ts'
import type { Sites } from '../../contract/sites.ts'
import { isStateCode } from '../../contract/states.ts'
import { type Env, problem } from '../problem.ts'
import { type SiteStatusCache, stateOf } from './site-status-cache.ts'

/** Creates the route. It responds with the known sites, possibly none; with `?state=` those of one state. */
export const siteRoutes = (cache: SiteStatusCache, now: () => number): Hono<Env> =>
  new Hono<Env>().get(bffPaths.sites, etag(), async (c) => {
    const state = c.req.query('state')
    if (state !== undefined && !isStateCode(state)) {
      const detail =
        'Use the code of one of the 51 states, two capital letters, for example /sites?state=TN, or leave it out for all.'
      return problem(c, { status: 404, code: 'state_unknown', detail })
    }
    const { sites, stale } = await cache.known()
    const shown = sites
      .filter(({ about }) => state === undefined || about.state === state)
      .map((site) => ({ ...site.about, ...stateOf(site, now()), url: site.url }))
    const answer: Sites = {
      sites: shown.sort(orderOfSites).map(({ tool: _tool, state: _state, ...site }) => site),
      stale,
    }
    c.header('Cache-Control', 'public, max-age=10')
    return c.body(JSON.stringify(answer), 200, { 'Content-Type': 'application/json; charset=utf-8' })
  })
