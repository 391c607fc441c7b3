/** Reads the whole list of sites, which the store has in parts. */
import type { Store, StoredSite } from './store.ts'

/** Returns all listed sites, with uptime ratios until `now`. */
export async function everySite(store: Store, now: number): Promise<StoredSite[]> {
  const sites: StoredSite[] = []
  for (let more = true; more; ) {
    const { count, items } = await store.sites({ limit: 500, offset: sites.length }, now)
    sites.push(...items)
    more = items.length > 0 && sites.length < count
  }
  return sites
}
