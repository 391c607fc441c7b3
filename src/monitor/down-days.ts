/** Turns downtime intervals into the share of each day that a site was down, and into uptime ratios. */

/** An interval in which a site was down, in milliseconds since 1970. */
export interface Interval {
  from: number
  to: number
}

/** Number of days in a strip. */
export const stripDays = 90

const dayLength = 24 * 60 * 60_000

/**
 * Returns the last 90 days (UTC), oldest first, today last.
 *
 * @param intervals in any order; they may overlap
 * @param knownFrom the time of the first check; days before it are unknown
 * @returns the share of each day that the site was down, for today of the time so far; `null` for an unknown day
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

/** The windows of the uptime ratios, in days. */
const windows = { day: 1, week: 7, month: 30, quarter: 90 } as const

/**
 * Returns the uptime ratio of a site in each window until now. Time before `knownFrom` is not counted, neither as up nor as
 * down.
 *
 * @param knownFrom the time of the first check
 * @returns numbers from 0 to 1; all `null` when less than a day is known
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

/** The uptime ratios by window. */
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
