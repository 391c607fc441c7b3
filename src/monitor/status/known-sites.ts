/** The sites as the status page shows them: read from the records once a second at most, however many look. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Clock } from '../../contract/clock.ts'
import { compareSites, parseSiteDescription, type SiteDetails, type SiteHistory } from '../../contract/sites.ts'
import { type CacheTimes, createFetchCache } from '../../server/fetch-cache.ts'
import { buildHistory, loadSiteRecords, type SiteRecords } from '../site-history.ts'
import type { MonitorStore, StoredSite } from '../store/store.ts'

export interface StatusSite extends SiteDetails {
  history: SiteHistory
}

export interface StatusSitesDeps {
  store: MonitorStore
  clock: Clock
  /** Maximum age of a site's last check, in milliseconds: beyond it, whether the site is up is not known. */
  maxCheckAge: number
}

const ages: CacheTimes = { freshMs: 1_000, maxAgeMs: 15 * 60_000, pause: 1_000, maxStaleMs: 1_000 }

/** Returns a function that returns the sites; while the storage fails, those that it had at most 15 minutes ago. */
export function createStatusSites({ store, clock, maxCheckAge }: StatusSitesDeps) {
  let records = new Map<string, { checkedAt: number | undefined; siteRecords: SiteRecords }>()

  const getRecords = async (site: StoredSite, nowMs: number) => {
    const { uuid, checkedAt } = site
    const cached = records.get(uuid)
    if (cached !== undefined && cached.checkedAt === checkedAt) return cached
    // SQLite reads without a pause, and a check under way is timed.
    await yieldToEventLoop()
    return { checkedAt, siteRecords: await loadSiteRecords(site, store, nowMs) }
  }

  const loadSites = async (): Promise<readonly StatusSite[]> => {
    const nowMs = clock.now()
    const current: typeof records = new Map()
    const sites: StatusSite[] = []
    for (const site of await listAllSites(store, nowMs)) {
      // The sentinel is no state's site.
      if (parseSiteDescription(site.description) === undefined) continue
      const entry = await getRecords(site, nowMs)
      current.set(site.uuid, entry)
      sites.push(toStatusSite(site, entry.siteRecords, { nowMs, maxCheckAge }))
    }
    records = current
    return sites.sort(compareSites)
  }

  const fetchSites = createFetchCache(
    () =>
      loadSites().then(
        (value) => ({ type: 'read', value }) as const,
        () => ({ type: 'failed' }) as const,
      ),
    clock,
    ages,
  )
  return () => fetchSites('')
}

/** Returns a site as pages get it, without `up` where it is not known: it refuses programs, or its last check is too old. */
export function toStatusSite(
  { uuid, url, description, up, changedAt, checkedAt }: StoredSite,
  records: SiteRecords,
  { nowMs, maxCheckAge = Number.POSITIVE_INFINITY }: { nowMs: number; maxCheckAge?: number },
): StatusSite {
  const isStatusKnown =
    up !== undefined &&
    records.blockedStatus === undefined &&
    checkedAt !== undefined &&
    nowMs - checkedAt <= maxCheckAge
  const { state, tool = description } = parseSiteDescription(description) ?? {}
  return {
    id: uuid,
    ...(isStatusKnown && { up, ...(changedAt !== undefined && { since: new Date(changedAt).toISOString() }) }),
    ...(checkedAt !== undefined && { checked_seconds_ago: Math.max(0, Math.round((nowMs - checkedAt) / 1000)) }),
    url,
    ...(state !== undefined && { state }),
    tool,
    ...buildHistory(records, nowMs),
  }
}

export async function listAllSites(store: MonitorStore, nowMs: number): Promise<StoredSite[]> {
  const sites: StoredSite[] = []
  for (let hasMore = true; hasMore; ) {
    const { count, items } = await store.sites({ limit: 500, offset: sites.length }, nowMs)
    sites.push(...items)
    hasMore = items.length > 0 && sites.length < count
  }
  return sites
}
