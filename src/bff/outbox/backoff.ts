/** How often and with which pauses a press is tried. */

/** How often a press is tried at most. */
export const maxTries = 8

/** The longest that a service's `Retry-After` is obeyed, in seconds. */
const longestWish = 3_600

/** The most milliseconds before another try: 1 s, 2 s, 4 s … up to five minutes. */
export function longestPause(tries: number): number {
  return Math.min(300_000, 1000 * 2 ** (tries - 1))
}

/**
 * The milliseconds before the next try: a random part of the longest pause (full jitter, so that many who failed at the
 * same moment do not come back at the same moment), and not sooner than the service asks.
 *
 * @param tries how often it has been tried
 * @param retryAfter seconds, as the service said
 */
export function pauseAfter(tries: number, random: () => number, retryAfter: number | undefined): number {
  const wish = Math.min(longestWish, retryAfter ?? 0) * 1000
  return Math.max(wish, Math.floor(random() * longestPause(tries)))
}
