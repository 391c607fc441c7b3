/** Keeps a component up to date on what is left of a link's time. */
import { useCallback, useEffect, useState } from 'react'
import type { SealedButton } from '../../contract/bff-api.ts'
import { type Clock, type Moment, type Remaining, remaining, thisMoment } from './expiry.ts'

/**
 * What is left of a link's time, as of the last whole minute. Looks again at once when the page comes back: from the
 * back button (`pageshow`), from another tab (`visibilitychange`) or from sleep.
 *
 * @returns the time left, and `check`, which looks again now: call it before the link is followed
 */
export function useRemaining(
  button: SealedButton,
  received: Moment,
  clock: Clock,
): { left: Remaining; check: () => Remaining } {
  const [left, setLeft] = useState(() => remaining(button, received, thisMoment(clock)))

  const check = useCallback(() => {
    const now = remaining(button, received, thisMoment(clock))
    setLeft(now)
    return now
  }, [button, received, clock])

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
