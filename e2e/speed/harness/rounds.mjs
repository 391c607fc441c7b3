/** Interleaved rounds: A B C A B C …, so that temporary load on the machine slows all subjects equally. */

/**
 * Runs every subject once in each round, in another order each time (A B C, B C A, …).
 *
 * @param subjects by name
 * @param once measures a subject once: returns an object of numbers
 * @returns for each subject the list of its results, one for each round
 */
export async function rounds(subjects, count, once) {
  const names = Object.keys(subjects)
  const results = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < count; round++) {
    const order = [...names.slice(round % names.length), ...names.slice(0, round % names.length)]
    for (const name of order) results[name].push(await once(subjects[name], name))
  }
  return results
}

/** Returns the ratio of a subject's value to another's for each round: ratios are robust on a busy machine. */
export const ratios = (mine, theirs, of) => mine.map((result, round) => of(result) / of(theirs[round]))
