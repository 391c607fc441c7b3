/** The status of states' sites: loaded on demand, fresh for a minute, stale up to 15 while loading fails, then gone. */
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import type { Clock } from '../../contract/clock.ts'
import { parseDateTime } from '../../contract/dates.ts'
import { bffPaths, withoutEndSlashes } from '../../contract/routes.ts'
import {
  compareSites,
  parseSiteDescription,
  type SiteDescription,
  type SiteState,
  type Sites,
} from '../../contract/sites.ts'
import { isStateCode, type StateCode } from '../../contract/states.ts'
import type { Site } from '../../contract/uptime.ts'
import { type CacheTimes, createFetchCache } from '../fetch-cache.ts'
import type { Log } from '../observability/log.ts'
import { type Env, problem } from '../problem.ts'
import type { ReadFailure } from '../upstream/read-reply.ts'
import type { Transport } from '../upstream/transport.ts'
import { type UptimeAccess, type UptimeReply, uptimeUpstream } from '../upstream/uptime-upstream.ts'

export interface MonitoredSite {
  uuid: string
  url: string
  description: SiteDescription
  /** Absent when it is unknown, or the last check is too old. */
  up?: boolean
  changedAt?: string
  /** When it was last checked, in milliseconds since 1970; only known for sites that are down. */
  checkedAt?: number
}

export interface SiteList {
  sites: readonly MonitoredSite[]
  stale: boolean
}

export type SiteStatusCache = ReturnType<typeof createSiteStatusCache>

export interface SiteStatusCacheDeps {
  transport: Transport
  clock: Clock
  log: Log
  /** How long a list may take, in milliseconds. Default: 5 s. */
  deadline: number | undefined
  /** How long an answer is fresh, in milliseconds. Default: a minute. */
  freshMs?: number | undefined
}

/** Fresh for a minute, cached for 15 minutes when the service fails, which then gets no request for 15 s. */
export function getUptimeAges(fresh = 60_000): CacheTimes {
  return { freshMs: fresh, maxAgeMs: 15 * 60_000, pause: Math.min(15_000, fresh), maxStaleMs: fresh }
}

/** Maximum age of a site's last check, in milliseconds: beyond it the status is unknown, as checks come every 15 minutes. */
const maxCheckAge = 60 * 60_000

/** Maximum number of sites that are down whose last check is loaded: on the worst day there were a few. */
const maxDetailedSites = 20

export function createSiteStatusCache(
  access: UptimeAccess,
  { transport, clock, log, deadline, freshMs }: SiteStatusCacheDeps,
) {
  const upstream = uptimeUpstream(access, transport, deadline)
  const ages = getUptimeAges(freshMs)
  let latest: { sites: readonly MonitoredSite[]; loadedAt: number } | undefined
  const logFailure = createFailureLog(log)

  async function load(): Promise<{ type: 'read'; value: SiteList } | ReadFailure> {
    const [allReply, downReply] = await Promise.all([upstream.sites(), upstream.sitesDown()])
    logFailure(allReply, downReply)
    if (allReply.type === 'failed' && downReply.type === 'failed') return allReply
    const isComplete = allReply.type === 'read' && downReply.type === 'read'
    const lists = [allReply, downReply].flatMap((list) => (list.type === 'read' ? [list.items] : []))
    const previousSites = latest !== undefined && clock.now() - latest.loadedAt < ages.maxAgeMs ? latest.sites : []
    // A site that was down and is no longer in that list has changed; only the whole list has its new status.
    const unchanged = downReply.type === 'read' ? previousSites.filter(({ up }) => up !== false) : previousSites
    const sites = mergeSites(lists, allReply.type === 'read' ? [] : unchanged)
    await addChecks(sites)
    latest = { sites, loadedAt: clock.now() }
    return { type: 'read', value: { sites, stale: !isComplete } }
  }

  async function addChecks(sites: readonly MonitoredSite[]): Promise<void> {
    const downSites = sites.filter(({ up }) => up === false).slice(0, maxDetailedSites)
    await Promise.all(
      downSites.map(async (site) => {
        const checks = await upstream.checks(site.uuid, 1)
        const created = checks.type === 'read' ? checks.items[0]?.created_at : undefined
        const checkedAt = parseDateTime(created ?? '')?.getTime()
        if (checkedAt === undefined) return
        site.checkedAt = checkedAt
        if (clock.now() - checkedAt > maxCheckAge) delete site.up
      }),
    )
  }

  const loadCached = createFetchCache(load, clock, ages)
  return {
    ages,
    /** Starts a load if one is due, without waiting for it. */
    refresh(): void {
      loadCached('').catch(() => undefined)
    },
    /** Returns the status of the site behind a button, from the cache only. */
    findStateByUrl(url: string, state: StateCode | undefined): SiteState | undefined {
      if (latest === undefined || Math.abs(clock.now() - latest.loadedAt) >= ages.maxAgeMs) return undefined
      const site = findSiteByUrl(latest.sites, url, state)
      return site?.up === undefined ? undefined : toSiteState(site, clock.now())
    },
    /** Returns all sites; waits for a load if one is due. */
    async getSites(): Promise<SiteList> {
      const result = await loadCached('')
      if (result.type === 'failed') return { sites: [], stale: true }
      return { sites: result.value.sites, stale: result.stale || result.value.stale }
    },
  }
}

function toSiteState({ uuid, up, changedAt, checkedAt }: MonitoredSite, time: number): SiteState {
  return {
    id: uuid,
    ...(up !== undefined && { up }),
    ...(changedAt !== undefined && { since: changedAt }),
    ...(checkedAt !== undefined && { checked_seconds_ago: Math.max(0, Math.round((time - checkedAt) / 1000)) }),
  }
}

/** Merges the lists, each site once: of two entries the later change wins, of two with the same time the later list. */
function mergeSites(lists: readonly (readonly Site[])[], previousSites: readonly MonitoredSite[]): MonitoredSite[] {
  const sites = new Map(previousSites.map((site) => [site.uuid, site]))
  for (const site of lists.flat()) {
    const newSite = toMonitoredSite(site)
    if (newSite === undefined) continue
    const previous = sites.get(newSite.uuid)
    if (previous === undefined || getChangeTime(newSite) >= getChangeTime(previous)) sites.set(newSite.uuid, newSite)
  }
  return [...sites.values()]
}

const getChangeTime = ({ changedAt }: MonitoredSite) => parseDateTime(changedAt ?? '')?.getTime() ?? 0

/** Returns a site as it is cached; `undefined` for the monitor's sentinel, and for an unusable URL or id. */
function toMonitoredSite(site: Site): MonitoredSite | undefined {
  const description = parseSiteDescription(site.description ?? '')
  if (description === undefined || parseSiteUrl(site.url) === undefined || !/^[\w-]{1,64}$/.test(site.uuid))
    return undefined
  const changedAt = parseDateTime(site.state_changed_at ?? '')
  return {
    uuid: site.uuid,
    url: site.url,
    description,
    ...(typeof site.state_up === 'boolean' && { up: site.state_up }),
    ...(changedAt !== undefined && { changedAt: changedAt.toISOString() }),
  }
}

/** Returns a function that logs each change between working, failing and departing from the specification once. */
function createFailureLog(log: Log): (...replies: readonly UptimeReply<Site>[]) => void {
  let previousState = 'ok'
  return (...replies) => {
    const failed = replies.find((reply) => reply.type === 'failed')
    const departures = replies.flatMap((reply) => (reply.type === 'read' ? reply.violations : [])).slice(0, 5)
    const { status, cause = failed?.reason } = failed ?? {}
    const state = cause ?? (departures.length > 0 ? 'departures' : 'ok')
    if (state === previousState) return
    previousState = state
    if (cause !== undefined) {
      const message = 'The Uptime API cannot be read, so voters see no site status. Check UPTIME_URL.'
      const facts = { cause, ...(status !== undefined && { upstream_status: status }) }
      log({ level: 'warn', code: 'uptime_failed', message, ...facts })
    } else if (state === 'departures') {
      const message = 'The Uptime API violates its specification; the usable parts are used.'
      log({ level: 'warn', code: 'uptime_contract_violation', message, contract_violations: departures })
    } else {
      log({ level: 'info', code: 'uptime_recovered', message: 'The Uptime API can be read again.' })
    }
  }
}

export const siteRoutes = (cache: SiteStatusCache, clock: Clock): Hono<Env> =>
  new Hono<Env>().get(bffPaths.sites, etag(), async (c) => {
    const state = c.req.query('state')
    if (state !== undefined && !isStateCode(state)) {
      const detail =
        'Use the code of one of the 51 states, two capital letters, for example /sites?state=TN, or omit it for all.'
      return problem(c, { status: 404, code: 'state_unknown', detail })
    }
    const { sites, stale } = await cache.getSites()
    const visibleSites = sites
      .filter(({ description }) => state === undefined || description.state === state)
      .map((site) => ({ ...site.description, ...toSiteState(site, clock.now()), url: site.url }))
    const answer: Sites = {
      sites: visibleSites.sort(compareSites).map(({ tool: _tool, state: _state, ...site }) => site),
      stale,
    }
    c.header('Cache-Control', 'public, max-age=10')
    return c.body(JSON.stringify(answer), 200, { 'Content-Type': 'application/json; charset=utf-8' })
  })

/** Finds the site behind a button of an answer for `state`. The first rule with a match decides:
 *
 *  1. the same URL, ignoring upper case, `www.`, a trailing slash and the fragment;
 *  2. the same, also ignoring the query, which may identify a voter (CO, WA);
 *  3. the state's own registration site on the same host: the button links to a page of it.
 *
 *  Only sites of that state and sites without a state are considered.
 *  @returns `undefined` when there is none, or when there are several that are not all up or all down */
export function findSiteByUrl<Candidate extends Pick<MonitoredSite, 'url' | 'description' | 'up'>>(
  sites: readonly Candidate[],
  url: string,
  state: StateCode | undefined,
): Candidate | undefined {
  const target = parseSiteUrl(url)
  if (target === undefined) return undefined
  const candidates = sites.filter(({ description }) => description.state === undefined || description.state === state)
  for (const part of ['pageAndQuery', 'page'] as const) {
    const matches = candidates.filter((site) => parseSiteUrl(site.url)?.[part] === target[part])
    if (matches.length > 0) return pickConsistentSite(matches)
  }
  if (state === undefined) return undefined
  return pickConsistentSite(
    candidates.filter(
      ({ description, url: siteUrl }) =>
        description.state === state && description.isForRegistration && parseSiteUrl(siteUrl)?.host === target.host,
    ),
  )
}

/** Picks one of several sites with the same status, preferably the registration site. */
function pickConsistentSite<Candidate extends Pick<MonitoredSite, 'description' | 'up'>>(
  sites: readonly Candidate[],
): Candidate | undefined {
  const [first] = sites
  if (first === undefined || sites.some(({ up }) => up !== first.up)) return undefined
  return sites.find(({ description }) => description.isForRegistration) ?? first
}

/** Returns `undefined` for anything but a web address. `http:` and `https:` are the same site. */
function parseSiteUrl(value: string): { host: string; page: string; pageAndQuery: string } | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  const host = url.host.replace(/^www\./, '')
  const page = host + withoutEndSlashes(url.pathname)
  return { host, page, pageAndQuery: page + url.search }
}
