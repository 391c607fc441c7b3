/** The expiry of a button's link, computed so that a wrong clock or a sleeping computer cannot keep an expired link alive. */
import { useCallback, useEffect, useState } from 'react'
import type { EncryptedButton } from '../../../contract/bff-api.ts'
import { useLatest } from '../effects.ts'
import { type FormContextValue, useFormContext } from '../form-context.ts'

/** The clocks: the wall clock may be wrong or be changed, the monotonic one may stop while the computer sleeps. */
type Clocks = Pick<FormContextValue, 'clock' | 'monotonicClock'>

export interface Moment {
  wall: number
  monotonic: number
}

/** A link's remaining time. `minutes` are whole, 0 in the last minute; `changesIn` is when they decrease, in milliseconds. */
export type Remaining =
  | { type: 'open-ended' }
  | { type: 'working'; minutes: number; changesIn: number }
  | { type: 'expired' }

/** How early a link counts as expired, in milliseconds: a voter needs time to arrive. */
export const safetyMargin = 60_000

const minute = 60_000

/** Returns the moment of the time `monotonic`, by both clocks. Call it soon after: sleep in between would be missed. */
export function momentOf(monotonic: number, { clock, monotonicClock }: Clocks): Moment {
  return { wall: clock.now() - (monotonicClock.now() - monotonic), monotonic }
}

/** Returns a link's remaining time (R-A66 to R-A68): by `expires_in_ms`, which the BFF computed with the service's clock, else
 *  by the voter's own. Of the two clocks the later one wins: sleep counts, and setting a clock back gives no extra time. */
export function remaining(
  button: Pick<EncryptedButton, 'expires_in_ms' | 'url_expiry'>,
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

/** Returns the remaining time as of the last whole minute, updated when the page comes back: with the back button (`pageshow`),
 *  from another tab, or from sleep; and `check`, which updates it now: call it before the link is followed. */
export function useRemaining(
  button: EncryptedButton,
  received: Moment,
  beforeChange: () => void,
): { left: Remaining; check: () => Remaining } {
  const { clock, monotonicClock } = useFormContext()
  const read = useCallback(
    () => remaining(button, received, { wall: clock.now(), monotonic: monotonicClock.now() }),
    [button, received, clock, monotonicClock],
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
    // One millisecond more: at the exact end of a minute the number has not yet decreased.
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
