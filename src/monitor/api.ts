/** The Uptime API (R-U01 to R-U20), open as the real server's is for reads; a Basic header is refused as an unknown key. */
import { Hono } from 'hono'
import type { Clock } from '../contract/clock.ts'
import { uptimeServicePaths } from '../contract/routes.ts'
import { standardPageSize } from '../contract/uptime.ts'
import type { ItemPage, MonitorStore, PageRange, StoredCheck, StoredDowntime, StoredSite } from './store/store.ts'

export type UptimeRecords = Pick<MonitorStore, 'site' | 'sites' | 'sitesDown' | 'checks' | 'downtime'>

export interface ApiDeps {
  store: UptimeRecords
  clock: Clock
  /** The base of the links in pages; by default they have a path only: the `Host` header may name anything. */
  publicUrl: string | undefined
}

const maxPageSize = 1_000

export function createApi({ store, clock, publicUrl }: ApiDeps): (request: Request) => Promise<Response> {
  const app = new Hono()
  const paths = uptimeServicePaths
  const createListHandler = createListHandlers(publicUrl)
  const routes: Record<string, (uuid: string, request: Request) => Promise<Response>> = {
    [paths.sites]: createListHandler((_, range) => store.sites(range, clock.now()), toSiteJson),
    [paths.sitesDown]: createListHandler((_, range) => store.sitesDown(range, clock.now()), toSiteJson),
    [paths.site]: async (uuid) => {
      const record = await store.site(uuid, clock.now())
      return record === undefined ? respondNotFound() : respondJson(200, toSiteJson(record))
    },
    [paths.siteChecks]: createListHandler((uuid, range) => store.checks(uuid, range), toCheckJson),
    [paths.siteDowntime]: createListHandler((uuid, range) => store.downtime(uuid, range), toDowntimeJson),
    [paths.downtime]: createListHandler((_, range) => store.downtime(undefined, range), toDowntimeJson),
  }
  for (const [path, handle] of Object.entries(routes)) {
    const route = path.replace('{uuid}', ':uuid')
    app.all(route.slice(0, -1), (c) => {
      const { pathname, search } = new URL(c.req.url)
      return c.body(null, 301, { Location: `${pathname}/${search}`, 'Content-Type': 'text/html; charset=utf-8' })
    })
    app.all(route, (c) => {
      const rejection = getRejection(c.req.raw)
      return rejection ?? handle(c.req.param('uuid')?.toLowerCase() ?? '', c.req.raw)
    })
  }
  app.notFound(() => respondNotFound())
  app.onError(() => respondJson(503, { detail: 'The storage does not respond at the moment.' }, { 'Retry-After': '5' }))
  return async (request) => app.fetch(request)
}

function getRejection({ method, headers }: Request): Response | undefined {
  if (/^basic\b/i.test(headers.get('authorization') ?? ''))
    return respondJson(403, { detail: 'Invalid username/password.' })
  if (method === 'GET' || method === 'HEAD') return undefined
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: 'GET, HEAD, OPTIONS' } })
  return respondJson(405, { detail: `Method "${method}" not allowed.` }, { Allow: 'GET, HEAD, OPTIONS' })
}

const respondNotFound = () => respondJson(404, { detail: 'Not found.' })

function respondJson(status: number, value: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  })
}

function createListHandlers(publicUrl: string | undefined) {
  return <Item>(
    fetchPage: (uuid: string, range: PageRange) => Promise<ItemPage<Item> | undefined>,
    toJson: (item: Item) => unknown,
  ) =>
    async (uuid: string, request: Request): Promise<Response> => {
      const url = new URL(request.url)
      const range = parseRange(url.searchParams)
      const page = await fetchPage(uuid, range)
      if (page === undefined) return respondNotFound()
      return respondJson(200, {
        count: page.count,
        ...createLinks(url, { publicUrl, count: page.count, ...range }),
        results: page.items.map(toJson),
      })
    }
}

function parseRange(query: URLSearchParams): PageRange {
  const limit = parseWholeNumber(query.getAll('limit').at(-1))
  return {
    limit: limit === undefined || limit === 0 ? standardPageSize : Math.min(limit, maxPageSize),
    offset: parseWholeNumber(query.getAll('offset').at(-1)) ?? 0,
  }
}

/** Parses a number as Python's `int` does: white space around it, a sign, underscores between digits. */
function parseWholeNumber(text: string | undefined): number | undefined {
  const digits = /^\s*\+?(\d+(?:_\d+)*)\s*$/.exec(text ?? '')?.[1]?.replaceAll('_', '')
  return digits === undefined ? undefined : Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}

/** Absolute where the public address is known, otherwise relative to the requested address (R-U08, R-U09). */
function createLinks(
  url: URL,
  { publicUrl, limit, offset, count }: PageRange & { publicUrl: string | undefined; count: number },
) {
  const createLink = (linkOffset: number | undefined) => {
    const link = new URL(url)
    link.searchParams.set('limit', String(limit))
    link.searchParams.delete('offset')
    if (linkOffset !== undefined) link.searchParams.set('offset', String(linkOffset))
    link.searchParams.sort()
    const path = link.pathname + link.search
    return publicUrl === undefined ? path : new URL(path, publicUrl).href
  }
  return {
    next: offset + limit < count ? createLink(offset + limit) : null,
    previous: offset <= 0 ? null : createLink(offset - limit > 0 ? offset - limit : undefined),
  }
}

const formatTime = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())

function toSiteJson({ uuid, url, description, up, changedAt, wentDown, wentUp, uptimeRatios }: StoredSite) {
  return {
    uuid,
    url,
    description,
    state_up: up ?? null,
    state_changed_at: formatTime(changedAt),
    last_went_down_check: wentDown === undefined ? null : toCheckJson(wentDown),
    last_went_up_check: wentUp === undefined ? null : toCheckJson(wentUp),
    last_tweet_at: null,
    uptime_day: uptimeRatios?.[0] ?? null,
    uptime_week: uptimeRatios?.[1] ?? null,
    uptime_month: uptimeRatios?.[2] ?? null,
    uptime_quarter: uptimeRatios?.[3] ?? null,
  }
}

function toCheckJson({
  uuid,
  site: siteUuid,
  up,
  ignored,
  loadUs,
  error,
  proxy,
  checkedAt,
  status,
  redirects,
}: StoredCheck) {
  return {
    uuid,
    site: siteUuid,
    state_up: up,
    ignore: ignored,
    load_time: loadUs / 1_000_000,
    error: error ?? null,
    proxy,
    created_at: formatTime(checkedAt),
    status: status ?? null,
    redirects,
  }
}

function toDowntimeJson({ uuid, site: siteUuid, downCheck, upCheck }: StoredDowntime) {
  return {
    uuid,
    site: siteUuid,
    down_check: toCheckJson(downCheck),
    up_check: upCheck === undefined ? null : toCheckJson(upCheck),
  }
}
