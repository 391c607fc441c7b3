/** Interleaved rounds, each in a random order, so that load on the machine slows all subjects equally, and none has always the
 *  same neighbor. */

import { setTimeout as pause } from 'node:timers/promises'

/**
 * Runs every subject once in each round, with a pause after each.
 *
 * @param subjects by name
 * @param once measures a subject once: returns an object of numbers
 * @returns for each subject the list of its results, one for each round
 */
export async function rounds(subjects, count, once) {
  const names = Object.keys(subjects)
  const results = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < count; round++) {
    for (const name of shuffled(names)) {
      results[name].push(await once(subjects[name], name))
      await pause(200)
    }
  }
  return results
}

/** Returns the ratio of a subject's value to another's for each round: ratios are robust on a busy machine. */
export const ratios = (mine, theirs, of) => mine.map((result, round) => of(result) / of(theirs[round]))

function shuffled(names) {
  const order = [...names]
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1))
    ;[order[last], order[other]] = [order[other], order[last]]
  }
  return order
}
