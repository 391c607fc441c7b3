/** Begins to load the rest of the form as soon as the form stands, and waits for it. */
import { type RefObject, useEffect } from 'react'
import { restOfForm } from './load-rest-of-form.ts'

/** The longest wait for a moment in which the browser has nothing to do, in milliseconds. */
const longestWait = 1000

/**
 * Loads the rest when the browser is idle, at the latest when somebody comes to a field. What is lost on the way is asked
 * for again when they come to the next one, and when they press.
 */
export function useRestOfForm(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const form = root.current
    const load = () => void restOfForm.load()
    form?.addEventListener('focusin', load)
    const callOff = whenIdle(load)
    return () => {
      form?.removeEventListener('focusin', load)
      callOff()
    }
  }, [root])
}

/** Not every browser says when it is idle. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 1)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: longestWait })
  return () => cancelIdleCallback(handle)
}

/** How long a press waits before the screen says so, in milliseconds: what is there sooner is no reason for another one. */
const patience = 100

/**
 * Waits for the rest of the form, and asks for it once more where it was lost on the way.
 *
 * @param onWait called when that takes a while
 */
export async function waitForRest(onWait: () => void): Promise<void> {
  if (restOfForm.loaded() !== undefined) return
  const timer = setTimeout(onWait, patience)
  await restOfForm.load()
  if (restOfForm.loaded() === undefined) await restOfForm.load()
  clearTimeout(timer)
}
