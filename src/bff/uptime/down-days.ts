/** Downtime intervals as days: which share of each a site was down. */

/** A time in milliseconds since 1970 in which a site was down. */
export interface Interval {
  from: number
  to: number
}

/** How many days a strip has. */
export const stripDays = 90

const dayLength = 24 * 60 * 60_000

/**
 * The last 90 days (UTC), oldest first, today last.
 *
 * @param intervals in any order; they may overlap
 * @param knownFrom the time of the first check; days before it are unknown
 * @returns the share of each day that the site was down, of today the share that has passed; `null` for an unknown day
 */
export function downDays(intervals: readonly Interval[], knownFrom: number, now: number): (number | null)[] {
  const today = Math.floor(now / dayLength) * dayLength
  const apart = withoutOverlaps(intervals)
  return Array.from({ length: stripDays }, (_, index) => {
    const start = today - (stripDays - 1 - index) * dayLength
    const from = Math.max(start, knownFrom)
    const to = Math.min(start + dayLength, now)
    if (to <= from) return null
    const down = apart.reduce((sum, one) => sum + Math.max(0, Math.min(one.to, to) - Math.max(one.from, from)), 0)
    return down / (to - from)
  })
}

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
