/** States' sites: their status as the BFF sends it to a form, the monitor's description, and what a status page shows. */
import * as z from 'zod/mini'
import { isStateCode, type StateCode, states } from './states.ts'

/** Whether a site is up, as one of a voter's buttons or a page knows it. A site with unknown status is left out, or has no
 *  `up`: a missing site is not a working site (X26). */
export const SiteState = z.object({
  /** Identifies the site across responses. */
  id: z.string(),
  /** Absent before the site's first check (X29). */
  up: z.optional(z.boolean()),
  /** When that last changed; UTC, ISO 8601 (R-U12). */
  since: z.optional(z.string()),
  /** Seconds since its last check, by the service's clock: the voter's may be wrong (X12). */
  checked_seconds_ago: z.optional(z.number()),
})
export type SiteState = z.infer<typeof SiteState>

/** A site with its address, as the service has it. */
export const AddressedSite = z.object({ ...SiteState.shape, url: z.string() })

/** The response of `GET /sites?state=TN`. `GET /sites` returns all sites. */
export const Sites = z.object({
  /** Down ones first, then by state. Empty when nothing is known. */
  sites: z.array(AddressedSite),
  /** Whether a newer status could not be loaded; a status older than 15 minutes is left out. */
  stale: z.boolean(),
})
export type Sites = z.infer<typeof Sites>

const Ratio = z.nullable(z.number())

/** Treat an unknown kind as `failed`. */
export type FailureKind = 'timeout' | 'connection' | 'name' | 'certificate' | 'answer' | 'content' | 'failed'

const Outage = z.object({
  id: z.string(),
  /** UTC, ISO 8601, as `to`. */
  from: z.string(),
  /** Absent while it lasts. */
  to: z.optional(z.string()),
  /** A {@link FailureKind}. */
  kind: z.string(),
  status: z.optional(z.number()),
})
export type Outage = z.infer<typeof Outage>

const RecentCheck = z.object({
  /** UTC, ISO 8601. */
  checked_at: z.string(),
  /** `blocked`: the site blocks bots (401, 403, 429, or a challenge for browsers); `unclear`: nothing was concluded from it. */
  outcome: z.enum(['up', 'down', 'blocked', 'unclear']),
  /** A {@link FailureKind}, if it is `down`. */
  kind: z.optional(z.string()),
  status: z.optional(z.number()),
  /** Seconds, if it is `up` (X28). */
  load_time: z.optional(z.number()),
})
export type RecentCheck = z.infer<typeof RecentCheck>

/** The recent history of a site, for pages that show it. */
export const SiteHistory = z.object({
  /** The last 90 days (UTC), oldest first, today last: the share of the day that the site was down; `null` without a check. */
  days: z.array(Ratio),
  /** Durations of its last checks in seconds, oldest first; `null` for a check that failed (X28). */
  load_times: z.array(Ratio),
  /** Outages of the last 90 days, the latest first, at most 20. */
  outages: z.optional(z.array(Outage)),
  /** The last 10 checks, the latest first. Present with `state=`, and for sites that are not known to be up. */
  checks: z.optional(z.array(RecentCheck)),
})
export type SiteHistory = z.infer<typeof SiteHistory>

/** A site with everything that a status page shows. */
export const SiteDetails = z.object({
  ...AddressedSite.shape,
  /** A state's code, if the service's description begins with one. */
  state: z.optional(z.string()),
  /** What the site is for, in the service's words, English, for example `Online Voter Registration`. */
  tool: z.string(),
  /** Uptime ratios of the last day, week, 30 and 90 days, from 0 to 1, of the part after `watched_since`; `null` if that is
   *  less than a day. */
  uptime: z.object({ day: Ratio, week: Ratio, month: Ratio, quarter: Ratio }),
  /** Start of the time that uptime and outages cover: the first known check, or 90 days ago if that is later;
   *  UTC, ISO 8601. Absent before the first check. */
  watched_since: z.optional(z.string()),
  /** The HTTP status (401, 403, 429, or that of a challenge) with which the site blocked each of its last checks, at most 96: it cannot be
   *  checked by a program, and `up` is absent. */
  blocked_status: z.optional(z.number()),
  history: z.optional(SiteHistory),
})
export type SiteDetails = z.infer<typeof SiteDetails>

/** {@link Sites} for pages that show everything. */
export const SiteDetailsList = z.object({ ...Sites.shape, sites: z.array(SiteDetails) })
export type SiteDetailsList = z.infer<typeof SiteDetailsList>

export interface SiteDescription {
  /** Absent when the description does not begin with a state's code. */
  state?: StateCode
  tool: string
  /** Whether voters register there: the service's button leads to such a site. */
  isForRegistration: boolean
}

/** @returns `undefined` for the monitor's own sentinel, which is not a state's site */
export function parseSiteDescription(description: string): SiteDescription | undefined {
  const text = description.trim().replace(/\s+/g, ' ')
  if (/\bsentinel\b/i.test(text)) return undefined
  const [, code, name] = /^([A-Z]{2})\b[\s:,–-]*(.*)/.exec(text) ?? []
  const hasState = isStateCode(code) && name !== undefined && name !== ''
  const tool = hasState ? name : text
  return { ...(hasState && { state: code }), tool, isForRegistration: /\bonline (voter )?registration\b/i.test(tool) }
}

type SortableSite = Pick<SiteDetails, 'up' | 'since' | 'state' | 'tool' | 'url'>

/** For `sort`. Sites of no state come last. */
export function compareSites(first: SortableSite, second: SortableSite): number {
  const [isDown, isSecondDown] = [first.up === false, second.up === false]
  if (isDown !== isSecondDown) return isDown ? -1 : 1
  const latestFirst = isDown ? compareTexts(second.since ?? '', first.since ?? '') : 0
  return latestFirst || compareTexts(getSortName(first), getSortName(second)) || compareTexts(first.url, second.url)
}

const getSortName = ({ state, tool }: SortableSite) => `${isStateCode(state) ? states[state] : '~'} ${tool}`

const compareTexts = (first: string, second: string) => (first < second ? -1 : first > second ? 1 : 0)
