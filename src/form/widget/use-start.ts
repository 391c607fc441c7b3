/** Handles the voter's first input: emits it once, asks before the page is left, and loads what renders the answer. */
import { useCallback, useContext, useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useBrowserLayoutEffect, useLatest } from './effects.ts'
import type { Emit } from './emit-callback.ts'
import type { Step } from './flow/flow-reducer.ts'
import type { FormValues } from './form/fields.ts'
import { LazyPartsContext } from './lazy-parts.ts'
import { useLeaveQuestion } from './use-leave-question.ts'
import type { VoterRegistrationProps } from './voter-registration-props.ts'

/** What it needs of the form. */
export interface StartDeps {
  step: Step
  form: UseFormReturn<FormValues>
  /** Whether many voters use this device: nothing of one may stay. */
  isShared: boolean
  emit: Emit
}

/**
 * Returns whether there was input, a function to call on each input, and one that forgets it. A form that is taken off the
 * page hands over what was typed, without consent, which must be given again.
 */
export function useStart({ draft, onLeave }: VoterRegistrationProps, { step, form, isShared, emit }: StartDeps) {
  const { type } = step
  // An answer already contains the typed values; a shared device stores nothing of a voter who leaves.
  const canLose = !isShared && (type === 'form' || type === 'sending' || type === 'not-sent')
  const hasStarted = useRef(draft !== undefined)
  const { answerMarkdown } = useContext(LazyPartsContext)
  const setTyped = useLeaveQuestion(canLose)
  const onStart = useCallback(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    setTyped(true)
    // So that it is loaded before the answer arrives.
    void answerMarkdown?.load()
    emit('onStart', {})
  }, [emit, answerMarkdown, setTyped])
  useEffect(() => setTyped(hasStarted.current), [setTyped])
  const leave = useLatest(() => {
    // While it is sent, it may have arrived.
    if (canLose && type !== 'sending' && hasStarted.current) {
      onLeave?.({ ...form.getValues(), agree: false, subscriber: false })
    }
  })
  // The form that takes its place may begin at once, before other effects are undone.
  useBrowserLayoutEffect(() => {
    const now = leave
    return () => now.current()
  }, [leave])
  /** The next voter has not started. */
  const forgetStart = () => {
    hasStarted.current = false
    setTyped(false)
  }
  return [hasStarted, onStart, forgetStart] as const
}
