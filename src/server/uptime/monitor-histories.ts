/** The recent history of sites, which the operator's monitor has: read on demand from its `status.json`. */
import { statusPaths } from '../../contract/routes.ts'
import { type ShownSite, ShownSites } from '../../contract/shown-sites.ts'
import type { StateCode } from '../../contract/states.ts'
import { type Ages, type CachedValue, swrCache } from '../swr-cache.ts'
import { getJson, type ReadFailure, retryOnce, unusable } from '../upstream/get-json.ts'
import type { Transport } from '../upstream/transport.ts'

/** What only the monitor knows about a site. */
export type MonitorHistory = Pick<ShownSite, 'shares' | 'watched_since' | 'refused' | 'history'>

/** Returns the histories of a state's sites, or of all, by address; none while the monitor cannot be read. Never throws. */
export type MonitorHistories = (state: StateCode | undefined) => Promise<ReadonlyMap<string, MonitorHistory>>

/** Dependencies of the loader. */
export interface MonitorHistoriesDeps {
  /** The monitor's base address. */
  url: string
  transport: Transport
  now: () => number
  ages: Ages
  /** How long a page waits for a response, in milliseconds. Default: 3 s. */
  deadline: number | undefined
}

/** Maximum size of a response in bytes: about a kilobyte for each site. */
const maxBytes = 4 * 1024 * 1024

/** Creates {@link MonitorHistories}. */
export function monitorHistories(deps: MonitorHistoriesDeps): MonitorHistories {
  const { url, transport, now, ages, deadline = 3_000 } = deps
  const read = (state: StateCode | undefined) => async () => {
    const path = statusPaths.json + (state === undefined ? '' : `?state=${state}`)
    const got = await retryOnce(() => getJson(path, { transport, url, deadline, mostBytes: maxBytes }))
    if (got.type === 'failed') return got
    const { success, data } = ShownSites.safeParse(got.value)
    return success ? ({ type: 'read', value: byAddress(data.sites) } as const) : unusable('no_sites')
  }
  const kept = new Map<StateCode | undefined, () => Promise<CachedValue<ReturnType<typeof byAddress>, ReadFailure>>>()
  return async (state) => {
    const ask = kept.get(state) ?? swrCache(read(state), now, ages)
    kept.set(state, ask)
    const known = await ask()
    return known.type === 'failed' ? new Map() : known.value
  }
}

/** The same address may be written in several ways. */
export const addressOf = (url: string) => (URL.canParse(url) ? new URL(url).href : url)

const byAddress = (sites: readonly ShownSite[]): ReadonlyMap<string, MonitorHistory> =>
  new Map(
    sites.map(({ url, shares, watched_since, refused, history }) => [
      addressOf(url),
      { shares, watched_since, refused, history },
    ]),
  )
