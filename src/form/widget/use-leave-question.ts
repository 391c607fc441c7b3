/** Asks before the voter leaves a half-filled form, in the browser's own words. */
import { useEffect, useState } from 'react'

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

/**
 * Lets the browser ask when the page is reloaded or left. The listener exists only while there is something to lose: some
 * browsers do not put a page with one into the back/forward cache.
 *
 * @param canLose whether this screen has something that would be lost
 * @returns a function that is called with whether the voter has typed something; it does not render again
 */
export function useLeaveQuestion(canLose: boolean): (isTyped: boolean) => void {
  const [{ setCanLose, setTyped }] = useState(createLeaveQuestion)
  useEffect(() => {
    setCanLose(canLose)
    return () => setCanLose(false)
  }, [setCanLose, canLose])
  return setTyped
}
