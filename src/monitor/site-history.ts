/** What the records say of a site's last 90 days, for the status page and the command `status`. */
import type { FailureKind, Outage, ShownCheck, ShownSite, SiteHistory } from '../contract/sites.ts'
import { isBlocked } from './check.ts'
import type { Store, StoredCheck, StoredDowntime, StoredSite } from './store/store.ts'
import { downDays, getUptime, type Interval, stripDays } from './uptime-ratio.ts'

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
  latest: readonly ShownCheck[]
}

const drawnChecks = 96

const listedChecks = 10
const listedOutages = 20

const length = stripDays * 24 * 60 * 60_000

export async function readSiteRecords(
  { uuid, firstCheckAt }: StoredSite,
  store: Store,
  now: number,
): Promise<SiteRecords> {
  const [newest, downtimes] = await Promise.all([
    store.checks(uuid, { limit: drawnChecks, offset: 0 }),
    recentDowntime(uuid, store, now - length),
  ])
  const checks = newest?.items ?? []
  const loadTimes: (number | null)[] = []
  for (const check of checks) if (!check.ignored) loadTimes.unshift(loadTimeOf(check))
  return {
    first: firstCheckAt ?? Number.POSITIVE_INFINITY,
    // A site that has admitted the program once can be checked.
    blockedStatus: checks.every(isBlocked) ? checks[0]?.status : undefined,
    intervals: downtimes.map(({ downCheck, upCheck }) => ({
      from: downCheck.at,
      to: upCheck?.at ?? Number.POSITIVE_INFINITY,
    })),
    outages: downtimes.map(outageOf),
    loadTimes,
    latest: checks.slice(0, listedChecks).map(shownCheck),
  }
}

const noDowntime = { count: 0, items: [] }

async function recentDowntime(uuid: string, store: Store, since: number): Promise<StoredDowntime[]> {
  const found: StoredDowntime[] = []
  for (let more = true; more; ) {
    const { count, items } = (await store.downtime(uuid, { limit: 500, offset: found.length })) ?? noDowntime
    const recent = items.filter(({ upCheck }) => upCheck === undefined || upCheck.at >= since)
    found.push(...recent)
    more = recent.length > 0 && recent.length === items.length && found.length < count
  }
  return found
}

export function historyOf(
  records: SiteRecords,
  now: number,
): Pick<ShownSite, 'uptime' | 'watched_since' | 'blocked_status'> & { history: SiteHistory } {
  const { first, blockedStatus, intervals, outages, loadTimes, latest } = records
  // The time of a site that cannot be checked does not count.
  const countedFrom = blockedStatus === undefined ? first : Number.POSITIVE_INFINITY
  const from = Math.max(countedFrom, now - length)
  return {
    uptime: getUptime(intervals, countedFrom, now),
    ...(Number.isFinite(from) && { watched_since: new Date(from).toISOString() }),
    ...(blockedStatus !== undefined && { blocked_status: blockedStatus }),
    history: {
      days: downDays(intervals, from, now),
      load_times: [...loadTimes],
      outages: outages.slice(0, listedOutages),
      checks: [...latest],
    },
  }
}

/** The words for each kind in errors of this monitor and of the Uptime API that it may read; the first match counts. */
const wordings: readonly [FailureKind, RegExp][] = [
  ['timeout', /time ?out|timed out/i],
  ['certificate', /certificate|\b(tls|ssl)\b/i],
  ['name', /\bname\b|getaddrinfo|\bdns\b/i],
  ['answer', /\b(http|status)\b\D{0,8}[45]\d\d/i],
  ['content', /text that must be there|redirect|parked|maintenance page|empty page|error page|without a site/i],
  ['connection', /connect|reset|refused|closed|unreachable|cut short|not http/i],
]

export function failureKind({ error = '', status }: Pick<StoredCheck, 'error' | 'status'>): {
  kind: FailureKind
  status?: number
} {
  const said = status ?? Number(/\b[1-5]\d\d\b/.exec(error)?.[0] ?? Number.NaN)
  const found = wordings.find(([, words]) => words.test(error))?.[0]
  const kind = found ?? (said >= 400 ? 'answer' : 'failed')
  return kind === 'answer' && said >= 400 && said < 600 ? { kind, status: said } : { kind }
}

export function shownCheck(check: StoredCheck): ShownCheck {
  const at = new Date(check.at).toISOString()
  if (isBlocked(check))
    return { checked_at: at, outcome: 'blocked', ...(check.status !== undefined && { status: check.status }) }
  if (check.ignored) return { checked_at: at, outcome: 'unclear' }
  if (!check.up) return { checked_at: at, outcome: 'down', ...failureKind(check) }
  const loadTime = loadTimeOf(check)
  return { checked_at: at, outcome: 'up', ...(loadTime !== null && { load_time: loadTime }) }
}

/** In seconds with three decimals; `null` for a check that failed, and for one that asked an Uptime API instead of the site. */
export function loadTimeOf({ up, loadUs }: StoredCheck): number | null {
  return up && loadUs > 0 ? Math.round(loadUs / 1_000) / 1_000 : null
}

export function outageOf({ uuid, downCheck, upCheck }: StoredDowntime): Outage {
  return {
    id: uuid,
    from: new Date(downCheck.at).toISOString(),
    ...(upCheck !== undefined && { to: new Date(upCheck.at).toISOString() }),
    ...failureKind(downCheck),
  }
}
