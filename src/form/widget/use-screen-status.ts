/** Announces a screen when its heading is not: the button that had the focus is removed, and the focus with it. */
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Step } from './flow/flow-reducer.ts'
import type { FormStep } from './form/form-steps.ts'

/**
 * Returns the live region, and a function that announces a text in it.
 *
 * @param screen which screen is shown: a step of the form, or what comes after it
 */
export function useScreenStatus(root: RefObject<HTMLDivElement | null>, step: Step, screen: FormStep | Step['type']) {
  const status = useRef<HTMLDivElement>(null)
  const announce = useCallback((text: string) => {
    if (status.current !== null) status.current.textContent = text
  }, [])
  const told = useRef('')
  // A screen may follow one of its own kind: a second failure.
  useEffect(() => {
    // When a button that had the focus is removed, a focus change is not announced; a status is.
    const [heading, lead, more = ''] = ['[data-focus]', '[data-focus] ~ p', '[data-said]'].map(
      (part) => root.current?.querySelector(part)?.textContent,
    )
    const text = `${heading} – ${lead} `
    const isNew = told.current !== text
    if (step.type !== 'sending') told.current = text
    // The focus announces a step's heading, but not the review's lead, which says that nothing is sent yet.
    if (step.type === 'form') announce(isNew && screen === 'review' ? `${lead}` : '')
    // After another failed attempt only the time is new.
    else announce(isNew || !more ? text + more : more)
  }, [root, step, screen, announce])
  return [status, announce] as const
}
