/** The State Voter Tool Uptime API over HTTP: paginated lists, each with limits on time, pages and bytes. */
import { uptimePath, type uptimeServicePaths } from '../../contract/routes.ts'
import { type Check, standardPageSize as pageSize, parsePage, type UptimeItems } from '../../contract/uptime.ts'
import { getJson, type ReadFailure, retryOnce, toFailure } from './read-reply.ts'
import type { Transport } from './transport.ts'

/** Address and credentials of the Uptime API. Holds the key: never logged, never sent in a response. */
export interface UptimeAccess {
  url: string
  /** The value of the `Authorization` header; `undefined` when the service requires none (R-U20). */
  authorization: string | undefined
}

export interface UptimeList<Item> {
  /** Each UUID once (X30). */
  items: readonly Item[]
  count: number
  isWhole: boolean
}

export type UptimeReply<Item> = (UptimeList<Item> & { type: 'read'; violations: readonly string[] }) | ReadFailure

/** Deadline of a list, all its pages together, in milliseconds. */
export const uptimeTimeoutMs = 5_000

/** Maximum size of a page in bytes, and maximum number of pages of a list: 3,000 items at the usual size. */
const maxPageBytes = 1024 * 1024
const maxPages = 30

/** Creates the upstream for an Uptime API. No call ever throws. */
export function uptimeUpstream(
  { url, authorization }: UptimeAccess,
  transport: Transport,
  timeoutMs = uptimeTimeoutMs,
) {
  async function fetchList<Kind extends keyof UptimeItems>(
    kind: Kind,
    path: keyof typeof uptimeServicePaths,
  ): Promise<UptimeReply<UptimeItems[Kind]>> {
    const deadline = performance.now() + timeoutMs
    const items = new Map<string, UptimeItems[Kind]>()
    const violations: string[] = []
    let place = { limit: pageSize, offset: 0 }
    let count = 0
    for (let pages = 0; pages < maxPages; pages++) {
      const remainingMs = deadline - performance.now()
      if (remainingMs <= 0) return { type: 'failed', reason: 'timeout' }
      const page = await fetchPage(kind, uptimePath(path, { place }), remainingMs)
      if (page.type === 'failed') return page
      const previousSize = items.size
      for (const item of page.items) if (!items.has(item.uuid)) items.set(item.uuid, item)
      violations.push(...page.violations)
      count = page.count
      // A server that repeats the same page has no more.
      if (page.next === undefined || page.next.offset <= place.offset || items.size === previousSize) {
        return { type: 'read', items: [...items.values()], count, isWhole: true, violations }
      }
      // Only the offset of `next` is used: it may name another list (X27) or another host.
      place = { limit: pageSize, offset: page.next.offset }
    }
    violations.push('the list is endless')
    return { type: 'read', items: [...items.values()], count, isWhole: false, violations }
  }

  async function fetchPage<Kind extends keyof UptimeItems>(kind: Kind, address: string, remainingMs: number) {
    const readOptions = { transport, url, authorization, timeoutMs: remainingMs, maxBytes: maxPageBytes }
    const reply = await retryOnce(() => getJson(address, readOptions))
    if (reply.type === 'failed') return reply
    const page = parsePage(reply.value, kind)
    return page === undefined ? toFailure('no_page') : ({ type: 'page', ...page } as const)
  }

  return {
    sites: () => fetchList('site', 'sites'),
    sitesDown: () => fetchList('site', 'sitesDown'),
    downtime: () => fetchList('downtime', 'downtime'),
    /** One page of a site's checks (R-U05), newest first. */
    async checks(uuid: string, limit: number, offset = 0): Promise<UptimeReply<Check>> {
      const page = await fetchPage('check', uptimePath('siteChecks', { place: { limit, offset }, uuid }), timeoutMs)
      if (page.type === 'failed') return page
      const { items, count, violations } = page
      return { type: 'read', items, count, isWhole: page.next === undefined, violations }
    },
  }
}
