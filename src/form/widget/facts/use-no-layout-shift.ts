/** Decides when content may appear in the form without moving the field in which the voter is typing. */
import { type RefObject, useEffect, useState } from 'react'
import { scopeOf } from '../focus.ts'

/**
 * Whether content may appear in `place` now, or could have appeared before. It may while the focus is above `place`, in
 * it, or elsewhere on the page; once shown it stays.
 *
 * @param wants whether there is anything to show
 */
export function useNoLayoutShift(
  place: RefObject<HTMLElement | null>,
  wants: boolean,
  whenStill: (run: () => void) => void,
): boolean {
  const [isClear, setClear] = useState(false)

  useEffect(() => {
    if (!wants || isClear) return undefined
    let here = true
    const look = () => {
      whenStill(() => {
        if (here && !isBelow(place.current)) setClear(true)
      })
    }
    look()
    const scope = place.current === null ? document : scopeOf(place.current)
    scope.addEventListener('focusin', look)
    return () => {
      here = false
      scope.removeEventListener('focusin', look)
    }
  }, [place, wants, isClear, whenStill])

  return isClear
}

/** Whether the focus is in the same form, after `place`. */
function isBelow(place: HTMLElement | null): boolean {
  if (place === null) return false
  const active = scopeOf(place).activeElement
  if (active === null || place.closest('form')?.contains(active) !== true) return false
  const isAfter = (place.compareDocumentPosition(active) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return isAfter && !place.contains(active)
}
