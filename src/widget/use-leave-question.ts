/** Asks before a half-filled form is left, in the browser's own words. */
import { useEffect } from 'react'

/**
 * Lets the browser ask when the page is reloaded or left. The listener is there only while there is something to lose: some
 * browsers do not keep a page with one for the way back.
 *
 * @param isHalfFilled whether the voter has typed something that is not sent
 */
export function useLeaveQuestion(isHalfFilled: boolean): void {
  useEffect(() => {
    if (!isHalfFilled) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      // Older browsers ask for a value alone.
      event.returnValue = true
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isHalfFilled])
}
