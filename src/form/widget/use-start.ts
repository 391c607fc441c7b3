/** Handles the voter's first input: emits it once, asks before the page is left, and loads what renders the answer. */
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import type { Emit } from './emit-callback.ts'
import type { Step } from './flow/flow-reducer.ts'
import { LazyPartsContext } from './lazy-parts.ts'

export interface StartDeps {
  step: Step
  isShared: boolean
  emit: Emit
}

/** Returns whether there was input, a function to call on each input, and one that forgets it. */
export function useStart({ step, isShared, emit }: StartDeps) {
  const { type } = step
  // An answer already contains the typed values; a shared device stores nothing of a voter who leaves.
  const canLose = !isShared && (type === 'form' || type === 'sending' || type === 'not-sent')
  const hasStarted = useRef(false)
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
