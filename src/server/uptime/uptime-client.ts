/** Client of the State Voter Tool Uptime API: validated, complete lists, cached for a while, with one request at a time. */
import { systemClock } from '../../contract/clock.ts'
import type { Check, Downtime, Site } from '../../contract/uptime.ts'
import type { ClientDependencies } from '../civic-data/civic-client.ts'
import { type CachedValue, createFetchCache } from '../fetch-cache.ts'
import { getUptimeAccess, UptimeOptions } from '../options/api-access.ts'
import type { BffOptions } from '../options/bff-options.ts'
import { parseOptions } from '../options/read-options.ts'
import type { ReadFailure } from '../upstream/read-reply.ts'
import { fetchTransport } from '../upstream/transport.ts'
import { type UptimeList, type UptimeReply, uptimeUpstream } from '../upstream/uptime-upstream.ts'
import { getUptimeAges } from './site-status-cache.ts'

/** The result of a call: the list and the time it was read, or why there is none. No call ever throws. */
export type UptimeAnswered<Item> = CachedValue<UptimeList<Item>, ReadFailure>

/** The service's data. Cached for a minute; in an outage the last response is returned, marked stale. */
export interface UptimeClient {
  /** All sites (R-U02). */
  sites(): Promise<UptimeAnswered<Site>>
  /** Sites that are down now (R-U03). */
  sitesDown(): Promise<UptimeAnswered<Site>>
  /** Downtime intervals of all sites, newest first (R-U07): at most 3,000. */
  downtime(): Promise<UptimeAnswered<Downtime>>
  /** One page of a site's checks, newest first (R-U05); 100 by default. */
  checks(uuid: string, limit?: number, offset?: number): Promise<UptimeAnswered<Check>>
}

/** Address of the service, and the key if it requires one (R-U20). The names are those of `createBff`. */
export type UptimeClientOptions = Required<Pick<BffOptions, 'uptimeUrl'>> &
  Pick<BffOptions, 'uptimeKeyId' | 'uptimeKeySecret'>

const maxCached = 500

/** Creates a client. A list is limited to 5 s, 30 pages and 1 MiB per page; a failed page is retried once; only the offset of
 *  `next` is used (X27).
 *  @throws ConfigurationError that lists every problem of the options; never a secret */
export function createUptimeClient(
  options: UptimeClientOptions,
  { transport = fetchTransport(), clock = systemClock, onDepartures }: ClientDependencies = {},
): UptimeClient {
  const access = getUptimeAccess(parseOptions(UptimeOptions, options))
  if (access === undefined) throw new Error('parseOptions() rejects such options.')
  const ages = getUptimeAges()
  const upstream = uptimeUpstream(access, transport)
  function cached<Item>(fetchList: (key: string) => Promise<UptimeReply<Item>>, max = 1) {
    const load = async (key: string) => {
      const reply = await fetchList(key)
      if (reply.type === 'failed') return reply
      const { items, count, isWhole, violations } = reply
      if (violations.length > 0) onDepartures?.(violations)
      return { type: 'read' as const, value: { items, count, isWhole } }
    }
    return createFetchCache(load, clock, { ...ages, max })
  }
  const sites = cached(() => upstream.sites())
  const sitesDown = cached(() => upstream.sitesDown())
  const downtime = cached(() => upstream.downtime())
  const checks = cached((key) => {
    const [uuid, limit, offset]: [string, number, number] = JSON.parse(key)
    return upstream.checks(uuid, limit, offset)
  }, maxCached)
  return {
    sites: () => sites(''),
    sitesDown: () => sitesDown(''),
    downtime: () => downtime(''),
    checks: (uuid, limit = 100, offset = 0) => checks(JSON.stringify([uuid, limit, offset])),
  }
}
