/** The Uptime API (R-U01 to R-U20), open as the real server's is for reads; a Basic header is refused as an unknown key. */
import { Hono } from 'hono'
import type { Clock } from '../contract/clock.ts'
import { uptimeServicePaths } from '../contract/routes.ts'
import { standardPageSize } from '../contract/uptime.ts'
import type { Part, Place, Store, StoredCheck, StoredDowntime, StoredSite } from './store/store.ts'

export type UptimeRecords = Pick<Store, 'site' | 'sites' | 'sitesDown' | 'checks' | 'downtime'>

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
  const list = listsAt(publicUrl)
  const routes: Record<string, (uuid: string, request: Request) => Promise<Response>> = {
    [paths.sites]: list((_, place) => store.sites(place, clock.now()), site),
    [paths.sitesDown]: list((_, place) => store.sitesDown(place, clock.now()), site),
    [paths.site]: async (uuid) => {
      const found = await store.site(uuid, clock.now())
      return found === undefined ? missing() : json(200, site(found))
    },
    [paths.siteChecks]: list((uuid, place) => store.checks(uuid, place), check),
    [paths.siteDowntime]: list((uuid, place) => store.downtime(uuid, place), downtime),
    [paths.downtime]: list((_, place) => store.downtime(undefined, place), downtime),
  }
  for (const [path, answer] of Object.entries(routes)) {
    const route = path.replace('{uuid}', ':uuid')
    app.all(route.slice(0, -1), (c) => {
      const { pathname, search } = new URL(c.req.url)
      return c.body(null, 301, { Location: `${pathname}/${search}`, 'Content-Type': 'text/html; charset=utf-8' })
    })
    app.all(route, (c) => {
      const refused = refusalOf(c.req.raw)
      return refused ?? answer(c.req.param('uuid')?.toLowerCase() ?? '', c.req.raw)
    })
  }
  app.notFound(() => missing())
  app.onError(() => json(503, { detail: 'The storage does not respond at the moment.' }, { 'Retry-After': '5' }))
  return async (request) => app.fetch(request)
}

function refusalOf({ method, headers }: Request): Response | undefined {
  if (/^basic\b/i.test(headers.get('authorization') ?? '')) return json(403, { detail: 'Invalid username/password.' })
  if (method === 'GET' || method === 'HEAD') return undefined
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers: { Allow: 'GET, HEAD, OPTIONS' } })
  return json(405, { detail: `Method "${method}" not allowed.` }, { Allow: 'GET, HEAD, OPTIONS' })
}

const missing = () => json(404, { detail: 'Not found.' })

function json(status: number, value: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  })
}

function listsAt(publicUrl: string | undefined) {
  return <Item>(
    part: (uuid: string, place: Place) => Promise<Part<Item> | undefined>,
    written: (item: Item) => unknown,
  ) =>
    async (uuid: string, request: Request): Promise<Response> => {
      const url = new URL(request.url)
      const place = placeOf(url.searchParams)
      const found = await part(uuid, place)
      if (found === undefined) return missing()
      return json(200, {
        count: found.count,
        ...links(url, { publicUrl, count: found.count, ...place }),
        results: found.items.map(written),
      })
    }
}

function placeOf(query: URLSearchParams): Place {
  const limit = wholeNumber(query.getAll('limit').at(-1))
  return {
    limit: limit === undefined || limit === 0 ? standardPageSize : Math.min(limit, maxPageSize),
    offset: wholeNumber(query.getAll('offset').at(-1)) ?? 0,
  }
}

/** Parses a number as Python's `int` does: white space around it, a sign, underscores between digits. */
function wholeNumber(text: string | undefined): number | undefined {
  const digits = /^\s*\+?(\d+(?:_\d+)*)\s*$/.exec(text ?? '')?.[1]?.replaceAll('_', '')
  return digits === undefined ? undefined : Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
}

/** Absolute where the public address is known, otherwise relative to the requested address (R-U08, R-U09). */
function links(
  url: URL,
  { publicUrl, limit, offset, count }: Place & { publicUrl: string | undefined; count: number },
) {
  const to = (at: number | undefined) => {
    const link = new URL(url)
    link.searchParams.set('limit', String(limit))
    link.searchParams.delete('offset')
    if (at !== undefined) link.searchParams.set('offset', String(at))
    link.searchParams.sort()
    const path = link.pathname + link.search
    return publicUrl === undefined ? path : new URL(path, publicUrl).href
  }
  return {
    next: offset + limit < count ? to(offset + limit) : null,
    previous: offset <= 0 ? null : to(offset - limit > 0 ? offset - limit : undefined),
  }
}

const time = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())

function site({ uuid, url, description, up, changedAt, wentDown, wentUp, uptimeRatios }: StoredSite) {
  return {
    uuid,
    url,
    description,
    state_up: up ?? null,
    state_changed_at: time(changedAt),
    last_went_down_check: wentDown === undefined ? null : check(wentDown),
    last_went_up_check: wentUp === undefined ? null : check(wentUp),
    last_tweet_at: null,
    uptime_day: uptimeRatios?.[0] ?? null,
    uptime_week: uptimeRatios?.[1] ?? null,
    uptime_month: uptimeRatios?.[2] ?? null,
    uptime_quarter: uptimeRatios?.[3] ?? null,
  }
}

function check({ uuid, site: of, up, ignored, loadUs, error, proxy, at, status, redirects }: StoredCheck) {
  return {
    uuid,
    site: of,
    state_up: up,
    ignore: ignored,
    load_time: loadUs / 1_000_000,
    error: error ?? null,
    proxy,
    created_at: time(at),
    status: status ?? null,
    redirects,
  }
}

function downtime({ uuid, site: of, downCheck, upCheck }: StoredDowntime) {
  return { uuid, site: of, down_check: check(downCheck), up_check: upCheck === undefined ? null : check(upCheck) }
}
