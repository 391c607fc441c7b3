/** Clocks as parameters, so that a test can set the time. */

/** Milliseconds since 1970; those of a monotonic clock only increase, and begin anywhere. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
export const monotonicClock: Clock = { now: () => performance.now() }
