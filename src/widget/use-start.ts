/** Handles the voter's first input: emits it once, asks before the page is left, and loads what renders the answer. */
import { useCallback, useContext, useRef } from 'react'
import type { Emit } from './emit-callback.ts'
import { LazyPartsContext } from './lazy-parts.ts'
import { useLeaveQuestion } from './use-leave-question.ts'

/**
 * Returns whether there was input, a function to call on each input, and one that forgets it.
 *
 * @param asksToLeave whether typed values would be lost with the page
 */
export function useStart(asksToLeave: boolean, emit: Emit) {
  const hasStarted = useRef(false)
  const { answerMarkdown } = useContext(LazyPartsContext)
  const setTyped = useLeaveQuestion(asksToLeave)
  const onStart = useCallback(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    setTyped(true)
    // So that it is loaded before the answer arrives.
    void answerMarkdown?.load()
    emit('onStart', {})
  }, [emit, answerMarkdown, setTyped])
  /** The next voter has not started. */
  const forgetStart = () => {
    hasStarted.current = false
    setTyped(false)
  }
  return [hasStarted, onStart, forgetStart] as const
}
