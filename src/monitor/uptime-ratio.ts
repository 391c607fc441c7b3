/** Calculates uptime ratios, and the share of each day that a site was down, exactly from its downtime intervals. */

export interface Interval {
  start: number
  end: number
}

export const stripDays = 90

const dayMs = 24 * 60 * 60_000

/** The windows of the ratios: a day, a week, a month of 30 and a quarter of 90 days, in milliseconds. */
export const windows = [dayMs, 7 * dayMs, 30 * dayMs, 90 * dayMs] as const

/** SQL for a site's whole downtime until a moment: one lookup, because each interval has the downtime before it. */
export function downtimeUntil(site: string, time: string): string {
  return `COALESCE((SELECT d.previous_ms + CASE WHEN d.up_at IS NULL OR d.up_at > ${time} THEN ${time} ELSE d.up_at END - d.down_at
    FROM monitor_downtime d WHERE d.site = ${site} AND d.down_at <= ${time} ORDER BY d.down_at DESC, d.number DESC LIMIT 1), 0)`
}

/** A window counts as a whole, as on the real server: time before the first check counts as up. */
export function getUptimeRatios(total: number, downtimeBefore: readonly number[]): [number, number, number, number] {
  const getRatio = (index: 0 | 1 | 2 | 3) =>
    Math.min(1, Math.max(0, 1 - (total - (downtimeBefore[index] ?? 0)) / windows[index]))
  return [getRatio(0), getRatio(1), getRatio(2), getRatio(3)]
}

/** The last 90 days (UTC), oldest first; today counts for the time so far, a day before `knownFrom` is `null`. */
export function getDailyDowntime(
  intervals: readonly Interval[],
  firstKnownMs: number,
  nowMs: number,
): (number | null)[] {
  const today = Math.floor(nowMs / dayMs) * dayMs
  const merged = mergeIntervals(intervals)
  return Array.from({ length: stripDays }, (_, index) => {
    const dayStart = today - (stripDays - 1 - index) * dayMs
    const start = Math.max(dayStart, firstKnownMs)
    const end = Math.min(dayStart + dayMs, nowMs)
    if (end <= start) return null
    return sumOverlap(merged, start, end) / (end - start)
  })
}

/** Time before `knownFrom` is not counted; all `null` when less than a day is known. */
export function getUptime(intervals: readonly Interval[], firstKnownMs: number, nowMs: number) {
  const merged = mergeIntervals(intervals)
  const getRatio = (window: number): number | null => {
    const start = Math.max(nowMs - window, firstKnownMs)
    return nowMs - firstKnownMs >= dayMs ? 1 - sumOverlap(merged, start, nowMs) / (nowMs - start) : null
  }
  return {
    day: getRatio(windows[0]),
    week: getRatio(windows[1]),
    month: getRatio(windows[2]),
    quarter: getRatio(windows[3]),
  }
}

const sumOverlap = (intervals: readonly Interval[], start: number, end: number) =>
  intervals.reduce(
    (sum, interval) => sum + Math.max(0, Math.min(interval.end, end) - Math.max(interval.start, start)),
    0,
  )

function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = []
  for (const { start, end } of [...intervals].sort((first, second) => first.start - second.start)) {
    const last = merged.at(-1)
    if (end <= start) continue
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}
