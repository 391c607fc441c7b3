/** What everything random in tests begins with: the same number each time, so that no run is green or red by luck.
 *  `npm run test:faults` draws another one and prints it; `SEED` repeats that run. */
export const seed = Number(process.env.SEED ?? 20_261_103)
