/** The sites as the status page shows them: read from the records once a second at most, however many look. */
import { setImmediate as untilOthersRan } from 'node:timers/promises'
import type { Clock } from '../../contract/clock.ts'
import { compareSites, parseSiteDescription, type ShownSite, type SiteHistory } from '../../contract/sites.ts'
import { type Ages, createFetchCache } from '../../server/fetch-cache.ts'
import { historyOf, readSiteRecords, type SiteRecords } from '../site-history.ts'
import type { Store, StoredSite } from '../store/store.ts'

export interface StatusSite extends ShownSite {
  history: SiteHistory
}

export interface KnownSitesDeps {
  store: Store
  clock: Clock
  /** Maximum age of a site's last check, in milliseconds: beyond it, whether the site is up is not known. */
  maxCheckAge: number
}

const ages: Ages = { fresh: 1_000, keep: 15 * 60_000, pause: 1_000, wait: 1_000 }

/** Returns a function that returns the sites; while the storage fails, those that it had at most 15 minutes ago. */
export function createKnownSites({ store, clock, maxCheckAge }: KnownSitesDeps) {
  let records = new Map<string, { checkedAt: number | undefined; read: SiteRecords }>()

  const recordsOf = async (site: StoredSite, at: number) => {
    const { uuid, checkedAt } = site
    const before = records.get(uuid)
    if (before !== undefined && before.checkedAt === checkedAt) return before
    // SQLite reads without a pause, and a check under way is timed.
    await untilOthersRan()
    return { checkedAt, read: await readSiteRecords(site, store, at) }
  }

  const read = async (): Promise<readonly StatusSite[]> => {
    const at = clock.now()
    const current: typeof records = new Map()
    const sites: StatusSite[] = []
    for (const stored of await everySite(store, at)) {
      // The sentinel is no state's site.
      if (parseSiteDescription(stored.description) === undefined) continue
      const known = await recordsOf(stored, at)
      current.set(stored.uuid, known)
      sites.push(toStatusSite(stored, known.read, { now: at, maxCheckAge }))
    }
    records = current
    return sites.sort(compareSites)
  }

  const ask = createFetchCache(
    () =>
      read().then(
        (value) => ({ type: 'read', value }) as const,
        () => ({ type: 'failed' }) as const,
      ),
    clock,
    ages,
  )
  return () => ask('')
}

/** Returns a site as pages get it, without `up` where it is not known: it refuses programs, or its last check is too old. */
export function toStatusSite(
  { uuid, url, description, up, changedAt, checkedAt }: StoredSite,
  records: SiteRecords,
  { now, maxCheckAge = Number.POSITIVE_INFINITY }: { now: number; maxCheckAge?: number },
): StatusSite {
  const isKnown =
    up !== undefined && records.blockedStatus === undefined && checkedAt !== undefined && now - checkedAt <= maxCheckAge
  const { state, tool = description } = parseSiteDescription(description) ?? {}
  return {
    id: uuid,
    ...(isKnown && { up, ...(changedAt !== undefined && { since: new Date(changedAt).toISOString() }) }),
    ...(checkedAt !== undefined && { checked_seconds_ago: Math.max(0, Math.round((now - checkedAt) / 1000)) }),
    url,
    ...(state !== undefined && { state }),
    tool,
    ...historyOf(records, now),
  }
}

export async function everySite(store: Store, now: number): Promise<StoredSite[]> {
  const sites: StoredSite[] = []
  for (let more = true; more; ) {
    const { count, items } = await store.sites({ limit: 500, offset: sites.length }, now)
    sites.push(...items)
    more = items.length > 0 && sites.length < count
  }
  return sites
}
