/** The status of states' sites that the BFF sends to a form: whether each is up, and since when. */
import * as z from 'zod/mini'

/**
 * Whether a site is up, as one of a voter's buttons or a page knows it. A site with unknown status is left out, or has no
 * `up`: a missing site is not a working site (X26).
 */
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
