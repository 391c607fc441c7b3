/** A client of the State Voter Tool Uptime API: lists, checked, whole, kept for a while and asked for once at a time. */
import type { Check, Downtime, Site } from '../../contract/uptime.ts'
import { ConfigurationError } from '../../options/configuration-error.ts'
import { type ClientDependencies, isAbout, sentence } from '../civic/civic-client.ts'
import { type CachedValue, swrCache } from '../civic/swr-cache.ts'
import { problemsOf } from '../config/check-config.ts'
import type { BffOptions } from '../config/options.ts'
import { uptimeOf } from '../config/read-config.ts'
import type { ReadFailure } from '../upstream/get-json.ts'
import { fetchTransport } from '../upstream/transport-fetch.ts'
import { type UptimeReply, uptimeUpstream } from '../upstream/uptime-upstream.ts'
import { uptimeAges } from './site-status-cache.ts'

/** A list. */
export interface UptimeItems<Item> {
  /** Each UUID once (X30). */
  items: readonly Item[]
  /** How many there are, as the service says. */
  count: number
  /** Whether these are all that was asked for. */
  isWhole: boolean
}

/** The outcome of asking: the list with when it was read, or why there is none. No call ever throws. */
export type UptimeAnswered<Item> = CachedValue<UptimeItems<Item>, ReadFailure>

/** What the service knows. Kept as long as `uptimeCacheSeconds` says; in an outage the last answer is given, marked stale. */
export interface UptimeClient {
  /** All sites (R-U02). */
  sites(): Promise<UptimeAnswered<Site>>
  /** Sites that are down now (R-U03). */
  sitesDown(): Promise<UptimeAnswered<Site>>
  /** Downtime intervals of all sites, newest first (R-U07): at most 3,000. */
  downtime(): Promise<UptimeAnswered<Downtime>>
  /** One page of a site's checks, newest first (R-U05); 100 unless said otherwise. */
  checks(uuid: string, limit?: number, offset?: number): Promise<UptimeAnswered<Check>>
}

/** Where the service is, and the key where it wants one (R-U20). The names are those of `createBff`. */
export type UptimeClientOptions = Required<Pick<BffOptions, 'uptimeUrl'>> &
  Pick<BffOptions, 'uptimeKeyId' | 'uptimeKeySecret' | 'uptimeCacheSeconds'>

/** How many pages of checks are kept at most. */
const maxCached = 500

/**
 * Makes a client. A list ends after 5 s, 30 pages and 1 MiB a page; a page that broke is asked for once more; of `next` only
 * the place counts (X27).
 *
 * @throws ConfigurationError with everything that is wrong with the options; never a secret
 */
export function createUptimeClient(
  options: UptimeClientOptions,
  { transport = fetchTransport(), now = Date.now, onDepartures }: ClientDependencies = {},
): UptimeClient {
  const problems = problemsOf({ ...options }).filter(isAbout('uptime'))
  const access = uptimeOf(options)
  if (problems.length > 0 || access === undefined) throw new ConfigurationError(problems.map(sentence))
  const ages = uptimeAges(access.cacheSeconds)
  const upstream = uptimeUpstream(access, transport)
  function cached<Item>(ask: () => Promise<UptimeReply<Item>>): () => Promise<UptimeAnswered<Item>> {
    const load = async () => {
      const reply = await ask()
      if (reply.type === 'failed') return reply
      const { items, count, isWhole, departures } = reply
      if (departures.length > 0) onDepartures?.(departures)
      return { type: 'read' as const, value: { items, count, isWhole } }
    }
    return swrCache(load, now, ages)
  }
  const pages = new Map<string, () => Promise<UptimeAnswered<Check>>>()
  return {
    sites: cached(() => upstream.sites()),
    sitesDown: cached(() => upstream.sitesDown()),
    downtime: cached(() => upstream.downtime(() => false)),
    checks(uuid, limit = 100, offset = 0) {
      const key = JSON.stringify([uuid, limit, offset])
      const page = pages.get(key) ?? cached(() => upstream.checks(uuid, limit, offset))
      if (pages.size >= maxCached) pages.clear()
      pages.set(key, page)
      return page()
    },
  }
}
