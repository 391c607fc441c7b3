/** The recent history of sites, for pages that show it: loaded on demand, a few sites at a time, and fresh for a quarter of
 *  an hour. */
import { readDateTime } from '../../contract/civic-data/date-time.ts'
import type { ShownCheck, ShownSite } from '../../contract/shown-sites.ts'
import { type Check, type Downtime, siteIdOf } from '../../contract/uptime.ts'
import { type Ages, swrCache } from '../civic-data/swr-cache.ts'
import type { ReadFailure } from '../upstream/get-json.ts'
import type { UptimeUpstream } from '../upstream/uptime-upstream.ts'
import { withTimeout } from '../with-timeout.ts'
import { downDays, type Interval, stripDays, upShares } from './down-days.ts'
import { outagesOf, refusalIn, shownCheck } from './outages.ts'
import type { MonitoredSite } from './site-status-cache.ts'
import type { SiteOutage } from './status-page/outage-feed.ts'

/** Returns the histories that are loaded before the timeout; the others are included in a later response. Never throws. */
export type SiteHistories = (sites: readonly MonitoredSite[]) => Promise<ReadonlyMap<string, KnownHistory>>

/** The known history of a site. */
export type KnownHistory = Pick<ShownSite, 'shares' | 'watched_since' | 'refused' | 'history'>

/** Dependencies of the loader. */
export interface HistoryDeps {
  upstream: UptimeUpstream
  now: () => number
  /** How long a page waits for histories, in milliseconds. Default: 3 s. */
  patience?: number
  ages?: Ages
  /** How long outages are fresh, in milliseconds: as long as sites are, or a site that is down would have no outage yet. */
  fresh?: number
}

/** Checks change every quarter of an hour. */
const historyAges: Ages = { fresh: 15 * 60_000, keep: 24 * 60 * 60_000, pause: 60_000 }

/** Number of checks in a plot: one day's, at one every quarter of an hour. */
const drawnChecks = 96

/** Maximum number of listed checks, and of listed outages. */
const toldChecks = 10
const toldOutages = 20

/** Number of sites loaded concurrently, and maximum number of cached histories. */
const atATime = 4
const maxCached = 3_000

const length = stripDays * 24 * 60 * 60_000

/** Creates {@link SiteHistories}. */
export function siteHistories({ upstream, now, patience = 3_000, ages = historyAges, fresh = 60_000 }: HistoryDeps) {
  const downtime = swrCache(() => readDowntime(upstream, now()), now, { ...ages, fresh, wait: fresh })
  const keepChecks = (uuid: string) => swrCache(() => readChecks(upstream, uuid), now, ages)
  const checks = new Map<string, ReturnType<typeof keepChecks>>()

  const of: SiteHistories = async (sites) => {
    const histories = new Map<string, KnownHistory>()
    if (checks.size > maxCached) checks.clear()
    const all = downtime()
    const waiting = [...sites]
    const work = async () => {
      for (let site = waiting.shift(); site !== undefined; site = waiting.shift()) {
        // Once a site has changed, its cached checks are outdated.
        const name = `${site.uuid} ${site.since}`
        const ask = checks.get(name) ?? keepChecks(site.uuid)
        checks.set(name, ask)
        const [intervals, own] = await Promise.all([all, ask()])
        if (intervals.type === 'failed' || own.type === 'failed') continue
        const known = intervals.value.bySite.get(site.uuid) ?? []
        histories.set(site.uuid, historyOf(site, known, intervals.value.wholeFrom, own.value, now()))
      }
    }
    const workers = Array.from({ length: atATime }, () => work().catch(() => undefined))
    await withTimeout(Promise.all(workers), patience)
    // The request stops waiting: the remaining sites are loaded with the next one.
    waiting.length = 0
    return new Map(histories)
  }

  return {
    of,
    /** Returns the outages of these sites in the last 90 days, latest first; `undefined` when nothing is known. */
    async outages(sites: readonly MonitoredSite[]): Promise<SiteOutage[] | undefined> {
      const known = await downtime()
      if (known.type === 'failed') return undefined
      return sites
        .flatMap((site) =>
          recentOutages(site, known.value.bySite.get(site.uuid) ?? [], now()).map((outage) => ({ site, outage })),
        )
        .sort((one, other) => (one.outage.from < other.outage.from ? 1 : -1))
    },
  }
}

/** Returns the outages that extend into the last 90 days. */
function recentOutages(site: MonitoredSite, downtimes: readonly Downtime[], now: number) {
  const changed = site.up === false ? undefined : timeOf({ created_at: site.since }, 0)
  return outagesOf(downtimes, changed).filter(({ to }) => to === undefined || Date.parse(to) >= now - length)
}

interface Downtimes {
  bySite: ReadonlyMap<string, readonly Downtime[]>
  /** Time from which every interval is known. */
  wholeFrom: number
}

async function readDowntime(
  upstream: UptimeUpstream,
  now: number,
): Promise<{ type: 'read'; value: Downtimes } | ReadFailure> {
  const begin = now - length
  const reply = await upstream.downtime((page) => page.every((one) => timeOf(one.up_check, now) < begin))
  if (reply.type === 'failed') return reply
  const bySite = new Map<string, Downtime[]>()
  for (const one of reply.items) {
    const of = bySite.get(siteIdOf(one)) ?? []
    bySite.set(siteIdOf(one), [...of, one])
  }
  const first = Math.min(...reply.items.map(({ down_check }) => timeOf(down_check, now)))
  return { type: 'read', value: { bySite, wholeFrom: reply.isWhole ? begin : Math.max(begin, first) } }
}

interface Checks {
  /** Seconds, oldest first; `null` for a check that failed. */
  loadTimes: (number | null)[]
  /** Time of the oldest check that is still stored. */
  first: number
  /** The status with which the site refused every check. */
  refused: number | undefined
  /** Latest first. */
  latest: ShownCheck[]
}

async function readChecks(
  upstream: UptimeUpstream,
  uuid: string,
): Promise<{ type: 'read'; value: Checks } | ReadFailure> {
  const reply = await upstream.checks(uuid, drawnChecks)
  if (reply.type === 'failed') return reply
  const counted = reply.items.filter(({ ignore }) => ignore !== true).slice(0, drawnChecks)
  const loadTimes: (number | null)[] = []
  for (const check of counted) loadTimes.unshift(loadTimeOf(check))
  const oldest = reply.isWhole ? reply : await upstream.checks(uuid, 1, Math.max(0, reply.count - 1))
  const last = oldest.type === 'read' ? oldest.items.at(-1) : reply.items.at(-1)
  const latest = reply.items.slice(0, toldChecks).flatMap((check) => shownCheck(check) ?? [])
  const first = timeOf(last, Number.POSITIVE_INFINITY)
  return { type: 'read', value: { loadTimes, first, refused: refusalOf(reply.items), latest } }
}

/** Returns the newest status if every check was refused: a site that has admitted the program once can be checked. */
function refusalOf(checks: readonly Check[]): number | undefined {
  const statuses = checks.map(refusalIn)
  return statuses.every((each) => each !== undefined) ? statuses[0] : undefined
}

/** Rounds a load time to whole milliseconds: a plot shows no more, and a page of all sites has some ten thousand of them. */
function loadTimeOf({ state_up, load_time }: Check): number | null {
  const isMeasured = state_up === true && typeof load_time === 'number' && load_time >= 0
  return isMeasured ? Math.round(load_time * 1000) / 1000 : null
}

function historyOf(
  site: MonitoredSite,
  downtimes: readonly Downtime[],
  wholeFrom: number,
  { loadTimes, first, refused, latest }: Checks,
  now: number,
): KnownHistory {
  // An interval without an end lasts while the site is down; if the site is up, it ended when that changed.
  const end = site.up === false ? now : timeOf({ created_at: site.since }, 0)
  const intervals: Interval[] = downtimes.map(({ down_check, up_check }) => ({
    from: timeOf(down_check, now),
    to: timeOf(up_check, end),
  }))
  const firstCheck = Math.min(first, ...intervals.map(({ from }) => from))
  const from = refused === undefined ? Math.max(firstCheck, wholeFrom) : Number.POSITIVE_INFINITY
  return {
    shares: upShares(intervals, from, now),
    ...(Number.isFinite(from) && { watched_since: new Date(Math.max(from, now - length)).toISOString() }),
    ...(refused !== undefined && { refused }),
    history: {
      days: downDays(intervals, from, now),
      load_times: loadTimes,
      outages: recentOutages(site, downtimes, now).slice(0, toldOutages),
      checks: latest,
    },
  }
}

function timeOf(check: { created_at?: string | null | undefined } | null | undefined, otherwise: number): number {
  return readDateTime(check?.created_at ?? '')?.getTime() ?? otherwise
}
