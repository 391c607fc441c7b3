/** Handles the voter's first input: emits it once, asks before the page is left, and loads what renders the answer. */
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useBrowserLayoutEffect, useLatest } from './effects.ts'
import type { Emit } from './emit-callback.ts'
import type { Step } from './flow/flow-reducer.ts'
import { type FormValues, withoutConsent } from './form/fields.ts'
import { LazyPartsContext } from './lazy-parts.ts'
import type { InternalFormProps } from './voter-registration-props.ts'

export interface StartDeps {
  step: Step
  form: UseFormReturn<FormValues>
  isShared: boolean
  emit: Emit
}

/** Returns whether there was input, a function to call on each input, and one that forgets it. A form that is taken off the
 *  page hands over what was typed, without consent, which must be given again. */
export function useStart({ draft, onLeave }: InternalFormProps, { step, form, isShared, emit }: StartDeps) {
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
      onLeave?.(withoutConsent(form.getValues()))
    }
  })
  // The form that takes its place may begin at once, before other effects are undone.
  useBrowserLayoutEffect(() => {
    const now = leave
    return () => now.current()
  }, [leave])
  const forgetStart = () => {
    hasStarted.current = false
    setTyped(false)
  }
  return [hasStarted, onStart, forgetStart] as const
}

/** Lets the browser ask before the page is left, while there is something to lose: some browsers do not put a page with such a
 *  listener into the back/forward cache. */
function useLeaveQuestion(canLose: boolean): (isTyped: boolean) => void {
  const [{ setCanLose, setTyped }] = useState(createLeaveQuestion)
  useEffect(() => {
    setCanLose(canLose)
    return () => setCanLose(false)
  }, [setCanLose, canLose])
  return setTyped
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // Older browsers only ask when a value is set.
  event.returnValue = true
}

function createLeaveQuestion() {
  let canLose = false
  let isTyped = false
  const update = () => {
    if (canLose && isTyped) window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  }
  return {
    setCanLose: (can: boolean) => {
      canLose = can
      update()
    },
    setTyped: (is: boolean) => {
      isTyped = is
      update()
    },
  }
}
