/** Expiry of a button's link, robust against wrong clocks and sleeping computers. */
import { useCallback, useEffect, useState } from 'react'
import type { EncryptedButton } from '../../../contract/bff-api.ts'
import { useLatestRef } from '../effects.ts'
import { type FormContextValue, useFormContext } from '../form-context.ts'

/** The wall clock may be wrong or changed; the monotonic one may stop while the computer sleeps. */
type Clocks = Pick<FormContextValue, 'clock' | 'monotonicClock'>

export interface ClockTimes {
  wall: number
  monotonic: number
}

/** `minutes` are whole, 0 in the last minute; `changesIn` is the time until they decrease, in milliseconds. */
export type Remaining =
  | { type: 'open-ended' }
  | { type: 'working'; minutes: number; changesIn: number }
  | { type: 'expired' }

/** A link counts as expired this much earlier, since the navigation takes time. */
export const safetyMarginMs = 60_000

const minuteMs = 60_000

/** Returns a monotonic time by both clocks. Call it soon after that time: sleep in between is not detected. */
export function getClockTimes(monotonic: number, { clock, monotonicClock }: Clocks): ClockTimes {
  return { wall: clock.now() - (monotonicClock.now() - monotonic), monotonic }
}

/** Uses `expires_in_ms`, which the BFF computed with the service's clock, else the voter's clock (R-A66 to R-A68). The later of the
 *  two clocks counts, so that sleep is included and setting a clock back gives no extra time. */
export function getRemaining(
  button: Pick<EncryptedButton, 'expires_in_ms' | 'url_expiry'>,
  received: ClockTimes,
  currentTime: ClockTimes,
): Remaining {
  const { expires_in_ms, url_expiry } = button
  const lifetime = expires_in_ms ?? Date.parse(url_expiry ?? '') - received.wall
  if (Number.isNaN(lifetime)) return { type: 'open-ended' }
  const elapsed = Math.max(0, currentTime.wall - received.wall, currentTime.monotonic - received.monotonic)
  const remainingMs = lifetime - elapsed - safetyMarginMs
  if (remainingMs <= 0) return { type: 'expired' }
  const minutes = Math.floor(remainingMs / minuteMs)
  return { type: 'working', minutes, changesIn: remainingMs - minutes * minuteMs }
}

/** Updates the remaining time each minute, and when the page becomes visible again (Back, another tab, sleep). `check` updates it
 *  immediately: call it before the link is followed. */
export function useRemaining(
  button: EncryptedButton,
  received: ClockTimes,
  beforeChange: () => void,
): { remaining: Remaining; check: () => Remaining } {
  const { clock, monotonicClock } = useFormContext()
  const compute = useCallback(
    () => getRemaining(button, received, { wall: clock.now(), monotonic: monotonicClock.now() }),
    [button, received, clock, monotonicClock],
  )
  const [remaining, setRemaining] = useState(compute)
  const latest = useLatestRef(beforeChange)

  const check = useCallback(() => {
    const newRemaining = compute()
    latest.current()
    setRemaining(newRemaining)
    return newRemaining
  }, [compute, latest])

  useEffect(() => {
    if (remaining.type !== 'working') return undefined
    // One millisecond later, since the number decreases after the exact end of the minute.
    const timer = setTimeout(check, remaining.changesIn + 1)
    window.addEventListener('pageshow', check)
    document.addEventListener('visibilitychange', check)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pageshow', check)
      document.removeEventListener('visibilitychange', check)
    }
  }, [remaining, check])

  return { remaining, check }
}
