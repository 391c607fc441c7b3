/** Calculates uptime ratios, and the share of each day that a site was down, exactly from its downtime intervals. */

export interface Interval {
  from: number
  to: number
}

export const stripDays = 90

const dayLength = 24 * 60 * 60_000

/** The windows of the ratios: a day, a week, a month of 30 and a quarter of 90 days, in milliseconds. */
export const windows = [dayLength, 7 * dayLength, 30 * dayLength, 90 * dayLength] as const

/** SQL for a site's whole downtime until a moment: one lookup, because each interval has the downtime before it. */
export function downtimeUntil(site: string, moment: string): string {
  return `COALESCE((SELECT d.previous_ms + CASE WHEN d.up_at IS NULL OR d.up_at > ${moment} THEN ${moment} ELSE d.up_at END - d.down_at
    FROM monitor_downtime d WHERE d.site = ${site} AND d.down_at <= ${moment} ORDER BY d.down_at DESC, d.number DESC LIMIT 1), 0)`
}

/** A window counts as a whole, as on the real server: time before the first check counts as up. */
export function getUptimeRatios(total: number, before: readonly number[]): [number, number, number, number] {
  const share = (index: 0 | 1 | 2 | 3) => Math.min(1, Math.max(0, 1 - (total - (before[index] ?? 0)) / windows[index]))
  return [share(0), share(1), share(2), share(3)]
}

/** The last 90 days (UTC), oldest first; today counts for the time so far, a day before `knownFrom` is `null`. */
export function downDays(intervals: readonly Interval[], knownFrom: number, now: number): (number | null)[] {
  const today = Math.floor(now / dayLength) * dayLength
  const apart = withoutOverlaps(intervals)
  return Array.from({ length: stripDays }, (_, index) => {
    const start = today - (stripDays - 1 - index) * dayLength
    const from = Math.max(start, knownFrom)
    const to = Math.min(start + dayLength, now)
    if (to <= from) return null
    return overlap(apart, from, to) / (to - from)
  })
}

/** Time before `knownFrom` is not counted; all `null` when less than a day is known. */
export function getUptime(intervals: readonly Interval[], knownFrom: number, now: number) {
  const apart = withoutOverlaps(intervals)
  const share = (window: number): number | null => {
    const from = Math.max(now - window, knownFrom)
    return now - knownFrom >= dayLength ? 1 - overlap(apart, from, now) / (now - from) : null
  }
  return { day: share(windows[0]), week: share(windows[1]), month: share(windows[2]), quarter: share(windows[3]) }
}

const overlap = (apart: readonly Interval[], from: number, to: number) =>
  apart.reduce((sum, one) => sum + Math.max(0, Math.min(one.to, to) - Math.max(one.from, from)), 0)

function withoutOverlaps(intervals: readonly Interval[]): Interval[] {
  const apart: Interval[] = []
  for (const { from, to } of [...intervals].sort((one, other) => one.from - other.from)) {
    const last = apart.at(-1)
    if (to <= from) continue
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else apart.push({ from, to })
  }
  return apart
}
