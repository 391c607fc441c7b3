/** Kiosk mode: clears the form after inactivity, with a warning that the voter can dismiss. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useIsomorphicLayoutEffect, useLatestRef } from './effects.ts'
import { canTakeFocus, getRootScope, isShadowRoot } from './focus.ts'
import { useFormContext } from './form-context.ts'
import { useIsolatedShortcuts } from './keep-keys.ts'
import { useLangAttributes } from './messages/use-english-marks.ts'
import type { Appearance } from './options.ts'
import { Button } from './screens/ui.tsx'
import { useReadableColors } from './styles/use-readable-colors.ts'
import { getRootAttributes } from './use-root.ts'

/** The minimum time to respond to the warning (WCAG 2.2.1). */
export const warningSeconds = 20

export interface KioskTimerProps {
  /** Input in the form, or in the host of its shadow root, counts as activity. */
  root: RefObject<HTMLElement | null>
  idleSeconds: number
  appearance: Appearance | undefined
  /** Whether there is voter data on the screen, and no request is running. */
  hasInput: () => boolean
  /** Called after the idle time, and when the page is restored from the browser's cache. */
  onEmpty: (reason: 'idle' | 'restored') => void
}

/** Keys and pointer events count as activity, except on the warning, where only its buttons respond. */
export function KioskTimer(props: KioskTimerProps) {
  const { root, idleSeconds } = props
  const { clock } = useFormContext()
  const [secondsLeft, setSecondsLeft] = useState<number>()
  const latest = useLatestRef(props)
  const lastActivityAt = useRef(0)
  const warning = useRef<HTMLDivElement>(null)
  const recordActivity = useCallback(
    (event?: Event) => {
      // Otherwise `pointerdown` would remove the warning before its button is clicked.
      if (event && warning.current !== null && event.composedPath().includes(warning.current)) return
      lastActivityAt.current = clock.now()
      setSecondsLeft(undefined)
    },
    [clock],
  )

  useEffect(() => {
    if (root.current === null) return undefined
    const scope = getRootScope(root.current)
    const target = isShadowRoot(scope) ? scope.host : root.current
    lastActivityAt.current = clock.now()
    // By the wall clock, since timers stop while the device sleeps.
    const checkIdle = () => {
      if (!latest.current.hasInput()) return recordActivity()
      const seconds = Math.ceil(idleSeconds - (clock.now() - lastActivityAt.current) / 1000)
      if (seconds > 0) return setSecondsLeft(seconds <= warningSeconds ? seconds : undefined)
      recordActivity()
      latest.current.onEmpty('idle')
    }
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) latest.current.onEmpty('restored')
    }
    const activityEvents = ['pointerdown', 'keydown', 'input', 'wheel', 'touchmove'] as const
    // Capturing, since key events do not leave the form.
    const listenerOptions = { passive: true, capture: true }
    for (const name of activityEvents) target.addEventListener(name, recordActivity, listenerOptions)
    document.addEventListener('visibilitychange', checkIdle)
    addEventListener('pageshow', handlePageShow)
    const timer = setInterval(checkIdle, 500)
    return () => {
      for (const name of activityEvents) target.removeEventListener(name, recordActivity, listenerOptions)
      document.removeEventListener('visibilitychange', checkIdle)
      removeEventListener('pageshow', handlePageShow)
      clearInterval(timer)
    }
  }, [root, idleSeconds, clock, latest, recordActivity])

  if (secondsLeft === undefined) return null
  const handleClear = () => {
    recordActivity()
    props.onEmpty('idle')
  }
  return (
    <Warning
      {...props}
      container={warning}
      seconds={secondsLeft}
      onStay={() => recordActivity()}
      onClear={handleClear}
    />
  )
}

function Warning(
  props: Pick<KioskTimerProps, 'appearance'> & {
    container: RefObject<HTMLDivElement | null>
    seconds: number
    onStay: () => void
    onClear: () => void
  },
) {
  const { container: root, seconds, appearance, onStay, onClear } = props
  const { t, instanceId } = useFormContext()
  const { kiosk: messages } = t
  const stayButton = useRef<HTMLButtonElement>(null)
  useReadableColors(root, appearance)
  useLangAttributes(root, t)
  useIsolatedShortcuts(root)
  const [initialSeconds] = useState(seconds)
  const id = `${instanceId}-kiosk`
  // Before paint, so that the next key goes to the warning.
  useIsomorphicLayoutEffect(() => {
    if (stayButton.current !== null && canTakeFocus(stayButton.current))
      stayButton.current.focus({ preventScroll: true })
  }, [])
  return (
    <div
      ref={root}
      {...getRootAttributes({ className: 'vr-kiosk', ...(appearance && { appearance }) }, t)}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
    >
      <div className="vr-screen">
        <p id={id} className="vr-summary-heading">
          <strong>{messages.heading}</strong>
        </p>
        {/* Screen readers read the initial number once; the visible one counts down. */}
        <p id={`${id}-text`} className="vr-visually-hidden">
          {messages.text({ seconds: initialSeconds })}
        </p>
        <p aria-hidden="true">
          <span>{messages.text({ seconds })}</span>
        </p>
        <div className="vr-next">
          <Button kind="primary" element={stayButton} action={onStay}>
            {messages.stay}
          </Button>
          <Button kind="secondary" action={onClear}>
            {messages.clear}
          </Button>
        </div>
      </div>
    </div>
  )
}
