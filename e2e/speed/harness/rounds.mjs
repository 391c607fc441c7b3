/** Interleaved rounds: A B C A B C …, so that a machine that is busy for a while slows all subjects alike. */

/**
 * Runs every subject once in each round, in another order each time (A B C, B C A, …).
 *
 * @param subjects by name
 * @param once what is measured: an object of numbers
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

/** For each round what a subject's value is beside another's in the same round: ratios survive a busy machine. */
export const ratios = (mine, theirs, of) => mine.map((result, round) => of(result) / of(theirs[round]))
