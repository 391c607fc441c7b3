/** Uptime ratios of sites, calculated exactly from their downtime intervals. */

const day = 86_400_000

/** The windows of the ratios: a day, a week, a month of 30 and a quarter of 90 days, in milliseconds. */
export const windows = [day, 7 * day, 30 * day, 90 * day] as const

/**
 * Returns the SQL for a site's whole downtime until a moment: one lookup, however long the history is, because each interval
 * has the downtime before it.
 *
 * @param site an expression for the site's id
 * @param moment an expression for the moment, milliseconds since 1970
 */
export function downtimeUntil(site: string, moment: string): string {
  return `COALESCE((SELECT d.before_ms + CASE WHEN d.up_at IS NULL OR d.up_at > ${moment} THEN ${moment} ELSE d.up_at END - d.down_at
    FROM monitor_downtime d WHERE d.site = ${site} AND d.down_at <= ${moment} ORDER BY d.down_at DESC, d.n DESC LIMIT 1), 0)`
}

/**
 * Returns the uptime ratios of the four {@link windows} that end at the same moment. A window counts as a whole, as on the
 * real server: time before the first check counts as up.
 *
 * @param total downtime until that moment, milliseconds
 * @param before downtime until the start of each window
 * @returns numbers from 0 to 1
 */
export function uptimeRatiosOf(total: number, before: readonly number[]): [number, number, number, number] {
  const share = (index: 0 | 1 | 2 | 3) => Math.min(1, Math.max(0, 1 - (total - (before[index] ?? 0)) / windows[index]))
  return [share(0), share(1), share(2), share(3)]
}
