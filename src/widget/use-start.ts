/** The voter's first input: it is told once, the page asks before it is left, and what shows the answer is loaded. */
import { useCallback, useContext, useRef } from 'react'
import type { Emit } from './emit-callback.ts'
import { LazyPartsContext } from './lazy-parts.ts'
import { useLeaveQuestion } from './use-leave-question.ts'

/**
 * What to call at an input, and whether there was one.
 *
 * @param asksToLeave whether what was typed would be lost with the page
 */
export function useStart(asksToLeave: boolean, emit: Emit) {
  const hasStarted = useRef(false)
  const { answerMarkdown } = useContext(LazyPartsContext)
  const setTyped = useLeaveQuestion(asksToLeave)
  const onStart = useCallback(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    setTyped(true)
    // So that it is there before the answer is.
    void answerMarkdown?.load()
    emit('onStart', {})
  }, [emit, answerMarkdown, setTyped])
  /** The next voter has not begun. */
  const forgetStart = () => {
    hasStarted.current = false
    setTyped(false)
  }
  return [hasStarted, onStart, forgetStart] as const
}
