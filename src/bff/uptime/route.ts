/** `GET /sites`: the status of states' sites, of one state with `?state=`, with their recent history with `?history=1`. */
import type { Handler } from 'hono'
import type { ShownSites } from '../../contract/sites.ts'
import { isStateCode } from '../../contract/states.ts'
import { type Env, problem } from '../problem.ts'
import { shownSites } from './shown-sites.ts'
import type { SiteHistories } from './site-histories.ts'
import type { WatchedSites } from './site-status-cache.ts'

/** Answers with the sites that are known, possibly none. */
export function uptimeRoute(watched: WatchedSites, histories: SiteHistories, now: () => number): Handler<Env> {
  return async (c) => {
    const state = c.req.query('state')
    if (state !== undefined && !isStateCode(state)) {
      const detail = 'Ask for one of the 51 states by its two capital letters, for example /sites?state=TN, or for all.'
      return problem(c, { status: 404, code: 'state_unknown', detail })
    }
    const known = await watched.known()
    const sites = known.sites.filter(({ about }) => state === undefined || about.state === state)
    const history = c.req.query('history') === '1' ? await histories(sites) : undefined
    const answer: ShownSites = { sites: shownSites(sites, history, now()), stale: known.stale }
    c.header('Cache-Control', 'public, max-age=10')
    return c.body(JSON.stringify(answer), 200, { 'Content-Type': 'application/json; charset=utf-8' })
  }
}
