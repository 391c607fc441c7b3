/** The few statistics that the tables need. Medians and extremes only: a mean on a shared machine reflects its other load. */

/** Returns the value below which `share` (0 to 1) of the values are; `NaN` for none. */
export function quantile(values, share) {
  const sorted = Float64Array.from(values).sort()
  if (sorted.length === 0) return Number.NaN
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

/** Returns the middle value; for an even number of values the mean of the two in the middle. */
export function median(values) {
  const sorted = Float64Array.from(values).sort()
  const half = sorted.length >> 1
  if (sorted.length === 0) return Number.NaN
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

/** Returns the content of a table's cell: median, minimum and maximum of the rounds; `undefined` without rounds. */
export function spread(values) {
  const known = values.filter((value) => Number.isFinite(value))
  if (known.length === 0) return undefined
  return { median: median(known), min: Math.min(...known), max: Math.max(...known) }
}
