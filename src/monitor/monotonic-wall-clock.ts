/** A wall clock that does not jump. A machine's time of day is corrected now and then, by seconds or by years; that must not
 *  turn into an outage of a year. */

/** Maximum difference of wall clock and monotonic clock that is not a jump, in milliseconds. */
const drift = 2_000
/** How long the wall clock must stay at its new time until the jump is accepted, in milliseconds. */
const believed = 10 * 60_000

/**
 * Creates a clock.
 *
 * @param wall the wall clock, milliseconds since 1970
 * @param passed a monotonic clock, milliseconds
 * @param onJump called once for each accepted jump, with its size
 * @returns milliseconds since 1970
 */
export function monotonicWallClock(
  wall: () => number = Date.now,
  passed: () => number = () => performance.now(),
  onJump: (ms: number) => void = () => undefined,
): () => number {
  let anchor = wall() - passed()
  let doubt: { anchor: number; since: number } | undefined
  return () => {
    const now = passed()
    const seen = wall() - now
    if (Math.abs(seen - anchor) <= drift) {
      anchor = seen
      doubt = undefined
    } else if (doubt === undefined || Math.abs(seen - doubt.anchor) > drift) {
      doubt = { anchor: seen, since: now }
    } else if (now - doubt.since >= believed) {
      onJump(seen - anchor)
      anchor = seen
      doubt = undefined
    }
    return Math.round(anchor + now)
  }
}
