/** For one device and many voters: clears typed values after an idle time, but not without a warning and a way to stay. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useBrowserLayoutEffect, useLatest } from './effects.ts'
import { isShadowRoot, mayTakeFocus, scopeOf } from './focus.ts'
import { useFormContext } from './form-context.ts'
import { useKeptKeys } from './keep-keys.ts'
import { useEnglishMarks } from './messages/use-english-marks.ts'
import type { Appearance } from './options.ts'
import { Button } from './screens/ui.tsx'
import { useReadableColors } from './styles/use-readable-colors.ts'
import { rootAttributes } from './use-root.ts'

/** How long the warning is shown, in seconds: the minimum time to respond (WCAG 2.2.1). */
export const warningSeconds = 20

export interface KioskWatchProps {
  /** The form: any input in it, or in the host of its shadow root, counts as activity. */
  root: RefObject<HTMLElement | null>
  idleSeconds: number
  appearance: Appearance | undefined
  /** Whether there is voter data on the screen, and no request is running. */
  isInUse: () => boolean
  /** Empties the form: after the idle time, or when the page is restored from the browser's cache. */
  onEmpty: (reason: 'idle' | 'restored') => void
}

/** Any key or press counts as activity, also during the warning, inside which only its buttons respond. */
export function KioskWatch(props: KioskWatchProps) {
  const { root, idleSeconds } = props
  const { clock } = useFormContext()
  const [left, setLeft] = useState<number>()
  const latest = useLatest(props)
  const lastSign = useRef(0)
  const warning = useRef<HTMLDivElement>(null)
  const sign = useCallback(
    (event?: Event) => {
      // If the press counted as activity, the warning would disappear before its button is clicked.
      if (event && warning.current !== null && event.composedPath().includes(warning.current)) return
      lastSign.current = clock.now()
      setLeft(undefined)
    },
    [clock],
  )

  useEffect(() => {
    if (root.current === null) return undefined
    const scope = scopeOf(root.current)
    const place = isShadowRoot(scope) ? scope.host : root.current
    lastSign.current = clock.now()
    // Uses the wall clock, since timers stop while the device sleeps.
    const look = () => {
      if (!latest.current.isInUse()) return sign()
      const seconds = Math.ceil(idleSeconds - (clock.now() - lastSign.current) / 1000)
      if (seconds > 0) return setLeft(seconds <= warningSeconds ? seconds : undefined)
      sign()
      latest.current.onEmpty('idle')
    }
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) latest.current.onEmpty('restored')
    }
    const signs = ['pointerdown', 'keydown', 'input', 'wheel', 'touchmove'] as const
    // In the capture phase: no key that is typed leaves the form.
    const way = { passive: true, capture: true }
    for (const name of signs) place.addEventListener(name, sign, way)
    document.addEventListener('visibilitychange', look)
    addEventListener('pageshow', restored)
    const timer = setInterval(look, 500)
    return () => {
      for (const name of signs) place.removeEventListener(name, sign, way)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pageshow', restored)
      clearInterval(timer)
    }
  }, [root, idleSeconds, clock, latest, sign])

  if (left === undefined) return null
  const clear = () => {
    sign()
    props.onEmpty('idle')
  }
  return <Warning {...props} place={warning} seconds={left} onStay={() => sign()} onClear={clear} />
}

function Warning(
  props: Pick<KioskWatchProps, 'appearance'> & {
    place: RefObject<HTMLDivElement | null>
    seconds: number
    onStay: () => void
    onClear: () => void
  },
) {
  const { place: root, seconds, appearance, onStay, onClear } = props
  const { t, instanceId } = useFormContext()
  const { kiosk: words } = t
  const stay = useRef<HTMLButtonElement>(null)
  useReadableColors(root, appearance)
  useEnglishMarks(root, t)
  useKeptKeys(root)
  const [first] = useState(seconds)
  const id = `${instanceId}-kiosk`
  // Before paint: a key that is pressed as soon as the warning is seen belongs to it.
  useBrowserLayoutEffect(() => {
    if (stay.current !== null && mayTakeFocus(stay.current)) stay.current.focus({ preventScroll: true })
  }, [])
  return (
    <div
      ref={root}
      {...rootAttributes({ className: 'vr-kiosk', ...(appearance && { appearance }) }, t)}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
    >
      <div className="vr-screen">
        <p id={id} className="vr-summary-heading">
          <strong>{words.heading}</strong>
        </p>
        {/* A screen reader reads it once, with the initial number; the visible one counts down. */}
        <p id={`${id}-text`} className="vr-visually-hidden">
          {words.text({ seconds: first })}
        </p>
        <p aria-hidden="true">
          <span>{words.text({ seconds })}</span>
        </p>
        <div className="vr-next">
          <Button kind="primary" element={stay} press={onStay}>
            {words.stay}
          </Button>
          <Button kind="secondary" press={onClear}>
            {words.clear}
          </Button>
        </div>
      </div>
    </div>
  )
}
