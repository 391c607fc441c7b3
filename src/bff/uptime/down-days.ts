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
    return overlap(apart, from, to) / (to - from)
  })
}

/** The windows of the shares, in days. */
const windows = { day: 1, week: 7, month: 30, quarter: 90 } as const

/**
 * Which share of the time until now a site was up, in each window. Time before `knownFrom` is not counted: neither up nor
 * down.
 *
 * @param knownFrom the time of the first check
 * @returns numbers from 0 to 1; `null` everywhere when less than a day is known
 */
export function upShares(intervals: readonly Interval[], knownFrom: number, now: number): UpShares {
  const apart = withoutOverlaps(intervals)
  const share = (days: number): number | null => {
    const from = Math.max(now - days * dayLength, knownFrom)
    return now - knownFrom >= dayLength ? 1 - overlap(apart, from, now) / (now - from) : null
  }
  return {
    day: share(windows.day),
    week: share(windows.week),
    month: share(windows.month),
    quarter: share(windows.quarter),
  }
}

/** The shares by window. */
export type UpShares = Record<keyof typeof windows, number | null>

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
