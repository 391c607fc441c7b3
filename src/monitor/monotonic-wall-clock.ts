/** A clock that does not jump. What a machine takes for the time of day is set right now and then, by seconds or by years;
 *  an outage must not last a year for that. */

/** So far may the time of day and the time that has passed differ without being a jump, milliseconds. */
const drift = 2_000
/** So long must the time of day stand by its jump until it is believed. */
const believed = 10 * 60_000

/**
 * Makes a clock.
 *
 * @param wall the time of day, milliseconds since 1970
 * @param passed a clock that only counts on, milliseconds
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
