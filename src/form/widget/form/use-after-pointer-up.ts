/** Waits for the end of a press before the page moves. */
import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function that runs its argument at once or, while the voter is pressing, right after the release. A field that
 * loses the focus because the voter presses "Continue" may change its height; the button would move away between press
 * and release, and the browser would not fire a click.
 */
export function useAfterPointerUp(): (run: () => void) => void {
  const isPressing = useRef(false)
  const waiting = useRef<(() => void)[]>([])

  useEffect(() => {
    const press = () => {
      isPressing.current = true
    }
    const release = () => {
      isPressing.current = false
      // The browser fires the click in the same task as the release.
      setTimeout(() => {
        for (const run of waiting.current.splice(0)) run()
      })
    }
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('pointerup', release, true)
    document.addEventListener('pointercancel', release, true)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('pointerup', release, true)
      document.removeEventListener('pointercancel', release, true)
    }
  }, [])

  return useCallback((run) => {
    if (isPressing.current) waiting.current.push(run)
    else run()
  }, [])
}
