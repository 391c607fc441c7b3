/** The BFF's routes about the sites of states. */
import type { Handler } from 'hono'
import { bffPaths } from '../../contract/routes.ts'
import type { Config } from '../config/read-config.ts'
import type { Log } from '../observability/log.ts'
import type { Env } from '../problem.ts'
import type { Transport } from '../upstream/transport.ts'
import { uptimeUpstream } from '../upstream/uptime-upstream.ts'
import { uptimeRoute } from './route.ts'
import { siteHistories } from './site-histories.ts'
import { uptimeAges, type WatchedSites, watchedSites } from './site-status-cache.ts'
import { statusCsvRoute, statusFileRoute, statusRoute } from './status-route.ts'

/** What is open. */
export interface OpenUptime {
  sites: WatchedSites
  /** What `GET` on each path answers. */
  routes: readonly (readonly [path: string, handler: Handler<Env>])[]
}

/** Opens the routes; the service is not asked before a page asks. */
export function openUptime(
  access: NonNullable<Config['uptime']>,
  parts: { transport: Transport; now: () => number; log: Log; deadline: number | undefined },
): OpenUptime {
  const { transport, now, log, deadline } = parts
  const upstream = uptimeUpstream(access, transport, deadline)
  const watched = watchedSites({ upstream, now, log, ages: uptimeAges(access.cacheSeconds) })
  const histories = siteHistories({ upstream, now })
  const page = { watched, histories, now, renewSeconds: access.cacheSeconds }
  return {
    sites: watched,
    routes: [
      [bffPaths.sites, uptimeRoute(watched, histories, now)],
      [bffPaths.status, statusRoute(page)],
      [bffPaths.statusCsv, statusCsvRoute(page)],
      [bffPaths.statusStyle, statusFileRoute('style')],
      [bffPaths.statusScript, statusFileRoute('script')],
    ],
  }
}
