/** The seed of everything random in tests: always the same, so that no run passes or fails by chance.
 *  `npm run test:faults` draws another one and prints it; `SEED` repeats that run. */
export const seed = Number(process.env.SEED ?? 20_261_103)
