/** The few statistics that the tables need. Medians and extremes only: on a shared machine a mean tells of the neighbours. */

/** The value below which `share` (0 to 1) of the values lie; `NaN` of none. */
export function quantile(values, share) {
  const sorted = Float64Array.from(values).sort()
  if (sorted.length === 0) return Number.NaN
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

/** The middle value; of an even number of values the mean of the two in the middle. */
export function median(values) {
  const sorted = Float64Array.from(values).sort()
  const half = sorted.length >> 1
  if (sorted.length === 0) return Number.NaN
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

/** What a table's cell holds: the median of the rounds with the least and the greatest; `undefined` of no rounds. */
export function spread(values) {
  const known = values.filter((value) => Number.isFinite(value))
  if (known.length === 0) return undefined
  return { median: median(known), min: Math.min(...known), max: Math.max(...known) }
}
