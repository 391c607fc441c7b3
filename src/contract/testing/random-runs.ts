/**
 * Returns how many random cases a test tries: a tenth in `npm test`, all in `npm run test:random`, which sets `TEST_ALL=1`.
 * `FUZZ_RUNS` sets another number.
 *
 * @param all a whole number above 0
 */
export function randomRuns(all: number): number {
  const { FUZZ_RUNS, TEST_ALL } = process.env
  return FUZZ_RUNS === undefined ? Math.ceil(TEST_ALL === '1' ? all : all / 10) : Number(FUZZ_RUNS)
}
