/** What the records say of a site's last 90 days, for the status page and the command `status`. */
import type { FailureKind, Outage, RecentCheck, SiteDetails, SiteHistory } from '../contract/sites.ts'
import { isBlocked } from './check.ts'
import type { MonitorStore, StoredCheck, StoredDowntime, StoredSite } from './store/store.ts'
import { getDailyDowntime, getUptime, type Interval, stripDays } from './uptime-ratio.ts'

/** A site's records, in short. They change with its next check. Times are milliseconds since 1970. */
export interface SiteRecords {
  /** The first check; infinite before it. */
  first: number
  /** The HTTP status with which the site blocked each of its last checks. */
  blockedStatus: number | undefined
  /** When it was down in the last 90 days, and with what failure, latest first. */
  intervals: readonly Interval[]
  outages: readonly Outage[]
  /** How long the last checks took, in seconds, oldest first; `null` for one that failed. */
  loadTimes: readonly (number | null)[]
  latest: readonly RecentCheck[]
}

const plottedChecks = 96

const listedChecks = 10
const listedOutages = 20

const historyMs = stripDays * 24 * 60 * 60_000

export async function loadSiteRecords(
  { uuid, firstCheckAt }: StoredSite,
  store: MonitorStore,
  nowMs: number,
): Promise<SiteRecords> {
  const [newest, downtimes] = await Promise.all([
    store.checks(uuid, { limit: plottedChecks, offset: 0 }),
    recentDowntime(uuid, store, nowMs - historyMs),
  ])
  const checks = newest?.items ?? []
  const loadTimes: (number | null)[] = []
  for (const check of checks) if (!check.ignored) loadTimes.unshift(getLoadTime(check))
  return {
    first: firstCheckAt ?? Number.POSITIVE_INFINITY,
    // A site that has admitted the program once can be checked.
    blockedStatus: checks.every(isBlocked) ? checks[0]?.status : undefined,
    intervals: downtimes.map(({ downCheck, upCheck }) => ({
      start: downCheck.checkedAt,
      end: upCheck?.checkedAt ?? Number.POSITIVE_INFINITY,
    })),
    outages: downtimes.map(toOutage),
    loadTimes,
    latest: checks.slice(0, listedChecks).map(toRecentCheck),
  }
}

const noDowntime = { count: 0, items: [] }

async function recentDowntime(uuid: string, store: MonitorStore, startMs: number): Promise<StoredDowntime[]> {
  const downtimes: StoredDowntime[] = []
  for (let hasMore = true; hasMore; ) {
    const { count, items } = (await store.downtime(uuid, { limit: 500, offset: downtimes.length })) ?? noDowntime
    const recent = items.filter(({ upCheck }) => upCheck === undefined || upCheck.checkedAt >= startMs)
    downtimes.push(...recent)
    hasMore = recent.length > 0 && recent.length === items.length && downtimes.length < count
  }
  return downtimes
}

export function buildHistory(
  records: SiteRecords,
  nowMs: number,
): Pick<SiteDetails, 'uptime' | 'watched_since' | 'blocked_status'> & { history: SiteHistory } {
  const { first, blockedStatus, intervals, outages, loadTimes, latest } = records
  // The time of a site that cannot be checked does not count.
  const firstCountedMs = blockedStatus === undefined ? first : Number.POSITIVE_INFINITY
  const startMs = Math.max(firstCountedMs, nowMs - historyMs)
  return {
    uptime: getUptime(intervals, firstCountedMs, nowMs),
    ...(Number.isFinite(startMs) && { watched_since: new Date(startMs).toISOString() }),
    ...(blockedStatus !== undefined && { blocked_status: blockedStatus }),
    history: {
      days: getDailyDowntime(intervals, startMs, nowMs),
      load_times: [...loadTimes],
      outages: outages.slice(0, listedOutages),
      checks: [...latest],
    },
  }
}

/** The words for each kind in errors of this monitor and of the Uptime API that it may read; the first match counts. */
const kindPatterns: readonly [FailureKind, RegExp][] = [
  ['timeout', /time ?out|timed out/i],
  ['certificate', /certificate|\b(tls|ssl)\b/i],
  ['name', /\bname\b|getaddrinfo|\bdns\b/i],
  ['answer', /\b(http|status)\b\D{0,8}[45]\d\d/i],
  [
    'content',
    /text that must be there|mustContain is missing|redirect|parked|maintenance page|empty page|error page|without a site/i,
  ],
  ['connection', /connect|reset|refused|closed|unreachable|cut short|not http/i],
]

export function classifyFailure({ error = '', status }: Pick<StoredCheck, 'error' | 'status'>): {
  kind: FailureKind
  status?: number
} {
  const httpStatus = status ?? Number(/\b[1-5]\d\d\b/.exec(error)?.[0] ?? Number.NaN)
  const matchedKind = kindPatterns.find(([, pattern]) => pattern.test(error))?.[0]
  const kind = matchedKind ?? (httpStatus >= 400 ? 'answer' : 'failed')
  return kind === 'answer' && httpStatus >= 400 && httpStatus < 600 ? { kind, status: httpStatus } : { kind }
}

export function toRecentCheck(check: StoredCheck): RecentCheck {
  const checkedAt = new Date(check.checkedAt).toISOString()
  if (isBlocked(check))
    return { checked_at: checkedAt, outcome: 'blocked', ...(check.status !== undefined && { status: check.status }) }
  if (check.ignored) return { checked_at: checkedAt, outcome: 'unclear' }
  if (!check.up) return { checked_at: checkedAt, outcome: 'down', ...classifyFailure(check) }
  const loadTime = getLoadTime(check)
  return { checked_at: checkedAt, outcome: 'up', ...(loadTime !== null && { load_time: loadTime }) }
}

/** In seconds with three decimals; `null` for a check that failed, and for one that asked an Uptime API instead of the site. */
export function getLoadTime({ up, loadUs }: StoredCheck): number | null {
  return up && loadUs > 0 ? Math.round(loadUs / 1_000) / 1_000 : null
}

export function toOutage({ uuid, downCheck, upCheck }: StoredDowntime): Outage {
  return {
    id: uuid,
    from: new Date(downCheck.checkedAt).toISOString(),
    ...(upCheck !== undefined && { to: new Date(upCheck.checkedAt).toISOString() }),
    ...classifyFailure(downCheck),
  }
}
