/** Notifies the page which step of the form is on the screen. */
import { useEffect, useRef } from 'react'
import type { Emit } from './emit-callback.ts'
import type { FormStep } from './form/form-steps.ts'

/**
 * Calls `onStep` for every step except the first one shown, and again when the voter returns to one.
 *
 * @param at `undefined` while another screen is shown
 */
export function useStepEvents(at: FormStep | undefined, steps: readonly FormStep[], emit: Emit): void {
  const shown = useRef(at)
  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    if (at !== undefined && steps.length > 1) {
      emit('onStep', { step: at, number: steps.indexOf(at) + 1, total: steps.length })
    }
  }, [at, steps, emit])
}
