/** What the records say of a site's last 90 days, for the status page and the command `status`. */
import type { Outage, ShownCheck, ShownSite, SiteHistory } from '../contract/shown-sites.ts'
import { isRefusal } from './check.ts'
import { downDays, type Interval, stripDays, type UpShares, upShares } from './down-days.ts'
import { loadTimeOf, outageOf, shownCheck } from './outages.ts'
import type { Store, StoredDowntime } from './store/store.ts'

/** A site's records, in short. They change with its next check. Times are milliseconds since 1970. */
export interface SiteRecords {
  /** The first check; infinite before it. */
  first: number
  /** The status code with which the site refused each of its last checks: a program cannot check it. */
  refused: number | undefined
  /** When it was down in the last 90 days, and with what failure, latest first. */
  intervals: readonly Interval[]
  outages: readonly Outage[]
  /** How long the last checks took, in seconds, oldest first; `null` for one that failed. */
  loadTimes: readonly (number | null)[]
  /** The last checks, latest first. */
  latest: readonly ShownCheck[]
}

/** Number of checks in a plot: one day's, at one every quarter of an hour. */
const drawnChecks = 96

/** Maximum number of listed checks, and of listed outages. */
const listedChecks = 10
const listedOutages = 20

const length = stripDays * 24 * 60 * 60_000

/** Reads a site's records. Rejects while the storage is unavailable. */
export async function readSiteRecords(uuid: string, store: Store, now: number): Promise<SiteRecords> {
  const [newest, days, downtimes] = await Promise.all([
    store.checks(uuid, { limit: drawnChecks, offset: 0 }),
    store.days(uuid),
    recentDowntime(uuid, store, now - length),
  ])
  const { count = 0, items: checks = [] } = newest ?? {}
  const oldest =
    count <= checks.length ? checks.at(-1) : (await store.checks(uuid, { limit: 1, offset: count - 1 }))?.items[0]
  const loadTimes: (number | null)[] = []
  for (const check of checks) if (!check.ignored) loadTimes.unshift(loadTimeOf(check))
  // Of checks that were removed, the first day is known.
  const removed = days.at(-1)?.day
  return {
    first: removed === undefined ? (oldest?.at ?? Number.POSITIVE_INFINITY) : Date.parse(removed),
    // A site that has admitted the program once can be checked.
    refused: checks.every(isRefusal) ? checks[0]?.status : undefined,
    intervals: downtimes.map(({ downCheck, upCheck }) => ({
      from: downCheck.at,
      to: upCheck?.at ?? Number.POSITIVE_INFINITY,
    })),
    outages: downtimes.map(outageOf),
    loadTimes,
    latest: checks.slice(0, listedChecks).map(shownCheck),
  }
}

/** Reads the downtime that lasted until `since` or begins later, latest first. */
async function recentDowntime(uuid: string, store: Store, since: number): Promise<StoredDowntime[]> {
  const found: StoredDowntime[] = []
  for (let more = true; more; ) {
    const { count, items } = (await store.downtime(uuid, { limit: 500, offset: found.length })) ?? {
      count: 0,
      items: [],
    }
    const recent = items.filter(({ upCheck }) => upCheck === undefined || upCheck.at >= since)
    found.push(...recent)
    more = recent.length > 0 && recent.length === items.length && found.length < count
  }
  return found
}

/**
 * Returns a site's uptime ratios since its first check.
 *
 * @returns all `null` before a day is over, and for a site that cannot be checked
 */
export function sharesOf(records: SiteRecords, now: number): UpShares {
  return upShares(records.intervals, countedFrom(records), now)
}

/** Returns from when on a site's time is counted; infinite for one that cannot be checked. */
export function countedFrom({ first, refused }: SiteRecords): number {
  return refused === undefined ? first : Number.POSITIVE_INFINITY
}

/** Returns a site's history as pages get it. */
export function historyOf(
  records: SiteRecords,
  now: number,
): Pick<ShownSite, 'shares' | 'watched_since' | 'refused'> & { history: SiteHistory } {
  const { refused, intervals, outages, loadTimes, latest } = records
  const from = Math.max(countedFrom(records), now - length)
  return {
    shares: sharesOf(records, now),
    ...(Number.isFinite(from) && { watched_since: new Date(from).toISOString() }),
    ...(refused !== undefined && { refused }),
    history: {
      days: downDays(intervals, from, now),
      load_times: [...loadTimes],
      outages: outages.slice(0, listedOutages),
      checks: [...latest],
    },
  }
}
