/** Interleaved rounds, and the few statistics that the tables need. Medians and extremes only: a mean on a shared machine reflects
 *  its other load. */
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Runs every subject once in each round, with a pause after each, in a random order: so load on the machine slows all subjects
 * equally, and none has always the same neighbor.
 *
 * @param subjects by name
 * @param measureOnce measures a subject once: returns an object of numbers
 * @returns for each subject the list of its results, one for each round
 */
export async function runRounds(subjects, count, measureOnce) {
  const names = Object.keys(subjects)
  const results = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < count; round++) {
    const order = names.map((name) => ({ name, rank: Math.random() })).sort((a, b) => a.rank - b.rank)
    for (const { name } of order) {
      results[name].push(await measureOnce(subjects[name], name))
      await pause(200)
    }
  }
  return results
}

/** Returns the ratio of a subject's value to another's for each round: ratios are robust on a busy machine. */
export const ratios = (mine, theirs, getValue) =>
  mine.map((result, round) => getValue(result) / getValue(theirs[round]))

/** Returns the value below which `share` (0 to 1) of the values are; `NaN` for none. */
export function quantile(values, share) {
  const sorted = Float64Array.from(values).sort()
  if (sorted.length === 0) return Number.NaN
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

/** Returns the content of a table's cell: median, minimum and maximum of the rounds; `undefined` without rounds. */
export function spread(values) {
  const known = Float64Array.from(values.filter((value) => Number.isFinite(value))).sort()
  if (known.length === 0) return undefined
  const half = known.length >> 1
  const median = known.length % 2 === 1 ? known[half] : (known[half - 1] + known[half]) / 2
  return { median, min: known[0], max: known.at(-1) }
}
