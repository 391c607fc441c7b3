/** The BFF's routes about the states' sites: `GET /sites` for pages, `GET /status` for people, `GET /status.csv` for
 *  spreadsheets. */
import type { Context, Handler } from 'hono'
import { LRUCache } from 'lru-cache'
import { bffPaths } from '../../contract/routes.ts'
import type { ShownSite, ShownSites } from '../../contract/shown-sites.ts'
import { isStateCode, states } from '../../contract/states.ts'
import { type StatusPageTexts, statusPageTexts } from '../../form/locales/status-page.ts'
import { acceptsEncoding, gzip } from '../compression.ts'
import type { Config } from '../config/read-config.ts'
import type { Log } from '../observability/log.ts'
import { type Env, problem } from '../problem.ts'
import type { Transport } from '../upstream/transport.ts'
import { uptimeUpstream } from '../upstream/uptime-upstream.ts'
import { type KnownHistory, siteHistories } from './site-histories.ts'
import {
  createSiteStatusCache,
  type MonitoredSite,
  type SiteStatusCache,
  stateOf,
  uptimeAges,
} from './site-status-cache.ts'
import { atomFeed, jsonFeed } from './status-page/outage-feed.ts'
import { statusCsv } from './status-page/status-csv.ts'
import { type StatusFilter, statusHtml } from './status-page/status-html.ts'
import { statusScript } from './status-page/status-script.ts'
import { statusStyle } from './status-page/status-style.ts'

/** Dependencies of the routes. */
interface UptimeRouteDeps {
  watched: SiteStatusCache
  histories: ReturnType<typeof siteHistories>
  now: () => number
  /** Refresh interval of the page, in seconds. */
  renewSeconds: number
}

/**
 * Creates the routes; the service is not called before a page sends a request.
 *
 * @returns the sites, and the handler of `GET` for each path
 */
export function openUptime(
  access: NonNullable<Config['uptime']>,
  parts: { transport: Transport; now: () => number; log: Log; deadline: number | undefined },
) {
  const { transport, now, log, deadline } = parts
  const upstream = uptimeUpstream(access, transport, deadline)
  const watched = createSiteStatusCache({ upstream, now, log, ages: uptimeAges(access.cacheSeconds) })
  const deps = {
    watched,
    histories: siteHistories({ upstream, now, fresh: access.cacheSeconds * 1000 }),
    now,
    renewSeconds: access.cacheSeconds,
  }
  return {
    sites: watched,
    routes: new Map<string, Handler<Env>>([
      [bffPaths.sites, sitesRoute(deps)],
      [bffPaths.status, statusRoute(deps)],
      [bffPaths.statusCsv, statusCsvRoute(deps)],
      [bffPaths.statusAtom, feedRoute(deps, 'atom')],
      [bffPaths.statusFeed, feedRoute(deps, 'json')],
      [bffPaths.statusStyle, fileRoute(statusStyle, 'text/css')],
      [bffPaths.statusScript, fileRoute(statusScript, 'text/javascript')],
    ]),
  }
}

/** Route handler that responds with the known sites, possibly none; with `?state=` those of one state, with `?history=1`
 *  including their recent history. */
function sitesRoute({ watched, histories, now }: UptimeRouteDeps): Handler<Env> {
  return async (c) => {
    const state = c.req.query('state')
    if (state !== undefined && !isStateCode(state)) {
      const detail =
        'Use the code of one of the 51 states, two capital letters, for example /sites?state=TN, or leave it out for all.'
      return problem(c, { status: 404, code: 'state_unknown', detail })
    }
    const known = await watched.known()
    const sites = known.sites.filter(({ about }) => state === undefined || about.state === state)
    const history = c.req.query('history') === '1' ? await histories.of(sites) : undefined
    const answer: ShownSites = { sites: shownSites(sites, history, now(), state !== undefined), stale: known.stale }
    c.header('Cache-Control', 'public, max-age=10')
    return c.body(JSON.stringify(answer), 200, { 'Content-Type': 'application/json; charset=utf-8' })
  }
}

/** Content security policy: only the page's own files; nothing inline, no frames. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

const everything: StatusFilter = { state: undefined, tool: undefined, down: false }

/** Maximum number of cached status pages, and their TTL in milliseconds: a filter is arbitrary text. */
const kept = { max: 50, ttl: 1_000 }

function statusRoute({ watched, histories, now, renewSeconds }: UptimeRouteDeps): Handler<Env> {
  const made = async (words: StatusPageTexts, filter: StatusFilter): Promise<string> => {
    const { sites, stale } = await watched.known()
    const through = sites.filter((site) => passes(site, filter))
    const shown = shownSites(through, await histories.of(through), now(), filter.state !== undefined)
    const codes = sites.flatMap(({ about: { state } }) => (state === undefined ? [] : [state]))
    const tools = [...new Set(sites.map(({ about: { tool } }) => tool))].sort()
    const choices = { states: new Set(codes), tools }
    const isKnown = sites.length > 0
    return String(await statusHtml({ sites: shown, choices, isKnown, stale, filter, words, now: now(), renewSeconds }))
  }
  const pages = new LRUCache<string, { html: Promise<string>; gzip?: Promise<ArrayBuffer> }>({
    ...kept,
    ttlResolution: 0,
    perf: { now },
  })
  return async (c) => {
    // Over its limit an address gets the page of all sites, which is made anyway.
    const [words, filter] = [textsFor(c), c.get('crowdedFor') === undefined ? filterOf(c) : everything]
    const name = JSON.stringify([words.language, filter])
    const page = pages.get(name) ?? { html: made(words, filter) }
    if (!pages.has(name)) pages.set(name, page)
    c.header('Content-Security-Policy', policy)
    c.header('Cache-Control', 'no-cache')
    c.header('Content-Language', words.language)
    c.header('Vary', 'Accept-Encoding, Accept-Language')
    if (!acceptsEncoding(c, 'gzip')) return c.html(await page.html)
    page.gzip ??= page.html.then(gzip)
    c.header('Content-Encoding', 'gzip')
    return c.body(await page.gzip, 200, { 'Content-Type': 'text/html; charset=UTF-8' })
  }
}

function statusCsvRoute({ watched, histories, now }: UptimeRouteDeps): Handler<Env> {
  return async (c) => {
    const { sites } = await watched.known()
    const through = sites.filter((site) => passes(site, filterOf(c)))
    return c.body(statusCsv(shownSites(through, await histories.of(through), now()), now()), 200, {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="site-status.csv"',
    })
  }
}

/** Route handler that responds with the outages of the last 90 days as a feed; with `?state=` those of one state. 503 while
 *  nothing is known: an empty feed would mean that there was no outage. */
function feedRoute({ watched, histories, now }: UptimeRouteDeps, kind: 'atom' | 'json'): Handler<Env> {
  return async (c) => {
    const { sites } = await watched.known()
    const outages = await histories.outages(sites.filter((site) => passes(site, filterOf(c))))
    if (outages === undefined) {
      c.header('Retry-After', '60')
      const detail = 'The monitor cannot be reached at the moment. Try again in a minute.'
      return problem(c, { status: 503, code: 'upstream_unreachable', detail })
    }
    const words = textsFor(c)
    c.header('Cache-Control', 'public, max-age=60')
    c.header('Content-Language', words.language)
    c.header('Vary', 'Accept-Language')
    return kind === 'atom'
      ? c.body(await atomFeed(outages, words, now()), 200, { 'Content-Type': 'application/atom+xml; charset=utf-8' })
      : c.body(await jsonFeed(outages, words), 200, { 'Content-Type': 'application/feed+json; charset=utf-8' })
  }
}

function fileRoute(text: string, type: string): Handler<Env> {
  return (c) => {
    c.header('Cache-Control', 'public, max-age=300')
    return c.body(text, 200, { 'Content-Type': `${type}; charset=utf-8` })
  }
}

/** Parses the filter from the query; a malformed value counts as missing. */
function filterOf(c: Context<Env>): StatusFilter {
  const state = c.req.query('state')
  const tool = c.req.query('tool')?.slice(0, 200)
  return {
    state: isStateCode(state) ? state : undefined,
    tool: tool === '' ? undefined : tool,
    down: c.req.query('down') === '1',
  }
}

function passes({ about, up }: MonitoredSite, { state, tool, down }: StatusFilter): boolean {
  return (
    (state === undefined || about.state === state) &&
    (tool === undefined || about.tool === tool) &&
    (!down || up === false)
  )
}

/** Returns the texts in the language of `?lang=`, else in one that the browser prefers, else in English. */
function textsFor(c: Context<Env>) {
  const preferred = (c.req.header('accept-language') ?? '')
    .split(',')
    .map((item) => item.trim().slice(0, 2).toLowerCase())
  const found = [c.req.query('lang') ?? '', ...preferred].find(hasTexts)
  return statusPageTexts[found ?? 'en']
}

function hasTexts(language: string): language is keyof typeof statusPageTexts {
  return Object.hasOwn(statusPageTexts, language)
}

/** Returns the sites as pages get them: those that are down first, latest outage on top; then by state and tool. */
function shownSites(
  sites: readonly MonitoredSite[],
  histories: ReadonlyMap<string, KnownHistory> | undefined,
  now: number,
  tellsChecks = false,
): ShownSite[] {
  return [...sites].sort(inOrder).map((site) => {
    const history = histories?.get(site.uuid)
    const { state, tool } = site.about
    return {
      // A site that refused each of the last checks is not known to be up, though it once was.
      ...stateOf(history?.refused === undefined ? site : without(site), now),
      url: site.url,
      ...(state !== undefined && { state }),
      tool,
      shares: { day: null, week: null, month: null, quarter: null },
      ...(history !== undefined && (tellsChecks || site.up !== true ? history : withoutChecks(history))),
    }
  })
}

/** Drops the checks: for all sites together they would be most of the response. */
const withoutChecks = ({ history, ...known }: KnownHistory): KnownHistory => {
  const { checks: _, ...rest } = history ?? { days: [], load_times: [] }
  return { ...known, history: rest }
}

const without = ({ up: _up, since: _since, ...site }: MonitoredSite): MonitoredSite => site

function inOrder(one: MonitoredSite, other: MonitoredSite): number {
  const [down, otherDown] = [one.up === false, other.up === false]
  if (down !== otherDown) return down ? -1 : 1
  const latestFirst = down ? compare(other.since ?? '', one.since ?? '') : 0
  return latestFirst || compare(nameOf(one), nameOf(other)) || compare(one.url, other.url)
}

/** Sites of no state come last. */
const nameOf = ({ about: { state, tool } }: MonitoredSite) => `${state === undefined ? '~' : states[state]} ${tool}`

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
