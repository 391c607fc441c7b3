/**
 * Mulberry32: the same seed gives the same faults in the same order.
 *
 * @param seed 32 bits
 * @returns a function that returns the next number, from 0 up to 1
 */
export function seededRandom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
