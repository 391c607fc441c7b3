/** Asks before a half-filled form is left, in the browser's own words. */
import { useEffect, useState } from 'react'

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
  // Older browsers ask for a value alone.
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

/**
 * Lets the browser ask when the page is reloaded or left. The listener is there only while there is something to lose: some
 * browsers do not keep a page with one for the way back.
 *
 * @param canLose whether this screen has something that would be lost
 * @returns takes whether the voter has typed something; renders nothing anew
 */
export function useLeaveQuestion(canLose: boolean): (isTyped: boolean) => void {
  const [{ setCanLose, setTyped }] = useState(createLeaveQuestion)
  useEffect(() => {
    setCanLose(canLose)
    return () => setCanLose(false)
  }, [setCanLose, canLose])
  return setTyped
}
