/** Says what a screen is about when its heading is not spoken: the button that had the focus is gone, and so is the focus. */
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Step } from './flow/flow-reducer.ts'
import type { FormStep } from './form/form-steps.ts'

/**
 * The place that a screen reader hears, and what says something there.
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
    // When a button that had the focus is gone, a focus that moves is not spoken; a status is.
    const [heading, lead, more = ''] = ['[data-focus]', '[data-focus] ~ p', '[data-said]'].map(
      (part) => root.current?.querySelector(part)?.textContent,
    )
    const text = `${heading} – ${lead} `
    const isNew = told.current !== text
    if (step.type !== 'sending') told.current = text
    // The heading of a step is spoken with the focus, and so only there; that nothing is sent yet, at the review, is not.
    if (step.type === 'form') announce(isNew && screen === 'review' ? `${lead}` : '')
    // After another attempt in vain only the time is new.
    else announce(isNew || !more ? text + more : more)
  }, [root, step, screen, announce])
  return [status, announce] as const
}
