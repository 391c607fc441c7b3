/** The Uptime API's sites, checks, downtime and pages (R-U02 to R-U17). Lenient: the real server has changed these schemas. */
import * as z from 'zod/mini'
import { parseList } from './civic-data/read-list.ts'

/** One check of a site (R-U16). Unknown keys pass through. */
export const Check = z.looseObject({
  uuid: z.string(),
  /** The site's UUID. */
  site: z.nullish(z.string()),
  /** Whether the site responded as it should. */
  state_up: z.nullish(z.boolean()),
  /** `true`: nothing was concluded from this check. */
  ignore: z.nullish(z.boolean()),
  /** Seconds (X28). */
  load_time: z.nullish(z.number()),
  /** The error, in the monitor's own words. */
  error: z.nullish(z.string()),
  /** The UUID of the egress route of the check. */
  proxy: z.nullish(z.string()),
  /** ISO 8601, UTC. Parse it with `parseDateTime`. */
  created_at: z.nullish(z.string()),
})
export type Check = z.infer<typeof Check>

/** A monitored site (R-U11). Before its first check its whole state is `null` (X29). */
export const Site = z.looseObject({
  uuid: z.string(),
  /** The checked address: that of a state's tool (R-U18). */
  url: z.string(),
  /** For example `MA Online Voter Registration`. */
  description: z.nullish(z.string()),
  /** `null`: unknown. Only `false` means down. */
  state_up: z.nullish(z.boolean()),
  /** When `state_up` last changed: ISO 8601, UTC (R-U12). */
  state_changed_at: z.nullish(z.string()),
  last_went_down_check: z.nullish(Check),
  last_went_up_check: z.nullish(Check),
  /** Always `null` in the specification; of unknown type if set (R-U14). */
  last_tweet_at: z.optional(z.unknown()),
  /** Uptime ratios of the last 24 hours, 7, 30 and 90 days, from 0 to 1 (R-U15). */
  uptime_day: z.nullish(z.number()),
  uptime_week: z.nullish(z.number()),
  uptime_month: z.nullish(z.number()),
  uptime_quarter: z.nullish(z.number()),
})
export type Site = z.infer<typeof Site>

/** An outage of a site (R-U17). */
export const Downtime = z.looseObject({
  uuid: z.string(),
  /** The site's UUID, or, from later servers, the whole site (X25): see {@link getSiteId}. */
  site: z.union([z.string(), Site]),
  /** The check that began it. */
  down_check: Check,
  /** The check that ended it; `null` while it lasts (X25). */
  up_check: z.nullish(Check),
})
export type Downtime = z.infer<typeof Downtime>

/** The envelope of every list (R-U08). Its items are read one by one: see {@link parsePage}. */
export const Page = z.looseObject({
  count: z.number(),
  next: z.nullish(z.string()),
  previous: z.nullish(z.string()),
  results: z.array(z.unknown()),
})
export type Page = z.infer<typeof Page>

/** Default number of items on a page (X30). */
export const standardPageSize = 100

/** The items that a page may have. */
export interface UptimeItems {
  site: Site
  check: Check
  downtime: Downtime
}

/** The optional keys of each kind of item: dropped when their value has the wrong type. */
const itemKinds: { [Kind in keyof UptimeItems]: { schema: z.ZodMiniType<UptimeItems[Kind]>; optional: string[] } } = {
  site: { schema: Site, optional: getOptionalKeys(Site.shape, 'uuid', 'url') },
  check: { schema: Check, optional: getOptionalKeys(Check.shape, 'uuid') },
  downtime: { schema: Downtime, optional: getOptionalKeys(Downtime.shape, 'uuid', 'site', 'down_check') },
}

function getOptionalKeys(shape: object, ...needed: string[]): string[] {
  return Object.keys(shape).filter((key) => !needed.includes(key))
}

/** A page, ready to use. */
export interface UptimePage<Item> {
  items: Item[]
  /** The number of items on all pages, by the server; at least the number of items here. */
  count: number
  /** The next page to request; `undefined` on the last page. */
  next: PagePosition | undefined
  /** A sentence for everything that was dropped. */
  violations: string[]
}

/** A place in a list. */
export interface PagePosition {
  limit: number
  offset: number
}

/** Reads a page item by item, so that one bad item does not invalidate the others.
 *  @returns `undefined` when the value is not a page */
export function parsePage<Kind extends keyof UptimeItems>(
  value: unknown,
  kind: Kind,
): UptimePage<UptimeItems[Kind]> | undefined {
  const page = Page.safeParse(value)
  if (!page.success) return undefined
  const violations: string[] = []
  const items = new Map<string, UptimeItems[Kind]>()
  for (const item of parseList(page.data.results, { path: 'results', ...itemKinds[kind] }, violations)) {
    if (!items.has(item.uuid)) items.set(item.uuid, item)
  }
  return {
    items: [...items.values()],
    count: Math.max(Number.isFinite(page.data.count) ? Math.trunc(page.data.count) : 0, items.size),
    next: parsePagePosition(page.data.next),
    violations,
  }
}

/** Returns the place that a `next` or `previous` link names. Ignores the rest of the link: it may lead to another list (X27),
 *  or to another host. `undefined` for `null`, or when the link names no place. */
export function parsePagePosition(link: string | null | undefined): PagePosition | undefined {
  const query = link?.split('#', 1)[0]?.split('?')[1]
  if (query === undefined) return undefined
  const parameters = new URLSearchParams(query)
  const limit = wholeNumber(parameters.getAll('limit').at(-1)) ?? standardPageSize
  const offset = wholeNumber(parameters.getAll('offset').at(-1) ?? '0')
  return offset === undefined || limit === 0 ? undefined : { limit, offset }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** Returns the UUID of the site that was down, in any format of the server (X25). */
export function getSiteId(downtime: Downtime): string {
  return typeof downtime.site === 'string' ? downtime.site : downtime.site.uuid
}
