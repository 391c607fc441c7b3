/** The sites as the status page shows them: read from the records once a second at most, however many look. */
import { setImmediate as untilOthersRan } from 'node:timers/promises'
import { orderOfSites } from '../../contract/order-of-sites.ts'
import type { ShownSite, SiteHistory } from '../../contract/shown-sites.ts'
import { parseSiteDescription } from '../../contract/site-description.ts'
import { type Ages, swrCache } from '../../server/swr-cache.ts'
import { historyOf, readSiteRecords, type SiteRecords } from '../site-history.ts'
import { everySite } from '../store/every-site.ts'
import type { Store, StoredSite } from '../store/store.ts'

/** A site with its history. */
export interface StatusSite extends ShownSite {
  history: SiteHistory
}

/** What is known of all sites at a moment. */
export interface KnownSites {
  /** In their order. */
  sites: readonly StatusSite[]
}

/** Dependencies of {@link createKnownSites}. */
export interface KnownSitesDeps {
  store: Store
  now: () => number
  /** Maximum age of a site's last check, in milliseconds: beyond it, whether the site is up is not known. */
  maxCheckAge: number
}

const ages: Ages = { fresh: 1_000, keep: 15 * 60_000, pause: 1_000, wait: 1_000 }

/** Returns a function that returns the sites; while the storage fails, those that it had at most 15 minutes ago. */
export function createKnownSites({ store, now, maxCheckAge }: KnownSitesDeps) {
  let records = new Map<string, { checkedAt: number | undefined; read: SiteRecords }>()

  /** Reads the records of a site again once it has been checked. */
  const recordsOf = async ({ uuid, checkedAt }: StoredSite, at: number) => {
    const before = records.get(uuid)
    if (before !== undefined && before.checkedAt === checkedAt) return before
    // SQLite reads without a pause, and a check under way is timed.
    await untilOthersRan()
    return { checkedAt, read: await readSiteRecords(uuid, store, at) }
  }

  const read = async (): Promise<KnownSites> => {
    const at = now()
    const current: typeof records = new Map()
    const sites: StatusSite[] = []
    for (const stored of await everySite(store, at)) {
      const about = parseSiteDescription(stored.description)
      if (about === undefined) continue
      const known = await recordsOf(stored, at)
      current.set(stored.uuid, known)
      const { state, tool } = about
      sites.push({
        ...stateOf(stored, known.read.refused === undefined, at, maxCheckAge),
        url: stored.url,
        ...(state !== undefined && { state }),
        tool,
        ...historyOf(known.read, at),
      })
    }
    records = current
    return { sites: sites.sort(orderOfSites) }
  }

  return swrCache(
    () =>
      read().then(
        (value) => ({ type: 'read', value }) as const,
        () => ({ type: 'failed' }) as const,
      ),
    now,
    ages,
  )
}

/** Returns a site's status; without `up` where it is not known. */
function stateOf({ uuid, up, changedAt, checkedAt }: StoredSite, canBeChecked: boolean, now: number, maxAge: number) {
  const isKnown = up !== undefined && canBeChecked && checkedAt !== undefined && now - checkedAt <= maxAge
  return {
    id: uuid,
    ...(isKnown && { up, ...(changedAt !== undefined && { since: new Date(changedAt).toISOString() }) }),
    ...(checkedAt !== undefined && { checked_seconds_ago: Math.max(0, Math.round((now - checkedAt) / 1000)) }),
  }
}
