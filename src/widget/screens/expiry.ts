/** How long a button's link still works, counted so that a wrong clock or a sleeping computer cannot keep a dead link alive. */
import { useCallback, useEffect, useState } from 'react'
import type { SealedButton } from '../../contract/bff-api.ts'
import { useLatest } from '../effects.ts'

/** Two clocks: one may be set wrong or be changed, the other may stand still while the computer sleeps. */
export interface Clock {
  /** Milliseconds since 1970. */
  wall(): number
  /** Milliseconds that only grow. */
  monotonic(): number
}

/** The browser's clocks. */
export const browserClock: Clock = { wall: () => Date.now(), monotonic: () => performance.now() }

/** One moment by both clocks, in milliseconds. */
export interface Moment {
  wall: number
  monotonic: number
}

/** What is left of a link's time. `minutes` are whole ones, 0 in the last; `changesIn` is when they will be fewer, in ms. */
export type Remaining =
  | { type: 'open-ended' }
  | { type: 'working'; minutes: number; changesIn: number }
  | { type: 'expired' }

/** A link counts as expired this many milliseconds early: a voter needs time to arrive. */
export const safetyMargin = 60_000

const minute = 60_000

/** The moment that was `monotonic` by the clock that only grows. Ask soon after it: sleep in between would be missed. */
export function momentOf(monotonic: number, clock: Clock): Moment {
  return { wall: clock.wall() - (clock.monotonic() - monotonic), monotonic }
}

/**
 * What is left of a link's time (R-A66 to R-A68).
 *
 * Counts from `expires_in_ms`, which the BFF took from the service's clock. Where only `url_expiry` is there, the
 * voter's own clock has to do. Of the two clocks the one that says "later" wins, so that sleep counts and a clock that
 * is set back gives no extra time. A link without either, or with an expiry nobody can read, has no end.
 *
 * @param received when the answer came
 * @param at the moment asked about
 */
export function remaining(
  button: Pick<SealedButton, 'expires_in_ms' | 'url_expiry'>,
  received: Moment,
  at: Moment,
): Remaining {
  const { expires_in_ms, url_expiry } = button
  const lifetime = expires_in_ms ?? Date.parse(url_expiry ?? '') - received.wall
  if (Number.isNaN(lifetime)) return { type: 'open-ended' }
  const elapsed = Math.max(0, at.wall - received.wall, at.monotonic - received.monotonic)
  const left = lifetime - elapsed - safetyMargin
  if (left <= 0) return { type: 'expired' }
  const minutes = Math.floor(left / minute)
  return { type: 'working', minutes, changesIn: left - minutes * minute }
}

/**
 * What is left of a link's time, as of the last whole minute. Looks again at once when the page comes back: from the
 * back button (`pageshow`), from another tab (`visibilitychange`) or from sleep.
 *
 * @param beforeChange runs each time before the time left is renewed
 * @returns the time left, and `check`, which looks again now: call it before the link is followed
 */
export function useRemaining(
  button: SealedButton,
  received: Moment,
  clock: Clock,
  beforeChange: () => void,
): { left: Remaining; check: () => Remaining } {
  const read = useCallback(
    () => remaining(button, received, { wall: clock.wall(), monotonic: clock.monotonic() }),
    [button, received, clock],
  )
  const [left, setLeft] = useState(read)
  const latest = useLatest(beforeChange)

  const check = useCallback(() => {
    const now = read()
    latest.current()
    setLeft(now)
    return now
  }, [read, latest])

  useEffect(() => {
    if (left.type !== 'working') return undefined
    // One millisecond more: at the exact end of a minute it has not yet become one less.
    const timer = setTimeout(check, left.changesIn + 1)
    window.addEventListener('pageshow', check)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', check)
      document.removeEventListener('visibilitychange', check)
    }
  }, [left, check])

  return { left, check }
}
