/** The seed of everything random in tests: always the same, so that no run passes or fails by chance.
 *  `npm run test:faults` draws another one and prints it; `SEED` repeats that run. */
export const seed = Number(process.env.SEED ?? 20_261_103)

/** Returns how many random cases a test tries: a tenth in `npm test`, all in `npm run test:random`, which sets `TEST_ALL=1`.
 *  `FUZZ_RUNS` sets another number. */
export function randomRuns(all: number): number {
  const { FUZZ_RUNS, TEST_ALL } = process.env
  return FUZZ_RUNS === undefined ? Math.ceil(TEST_ALL === '1' ? all : all / 10) : Number(FUZZ_RUNS)
}
