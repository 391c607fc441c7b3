/** One device, many voters: after some idleness everything typed is gone, but not without a warning and a way to stay. */
import { type RefObject, type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useLatest } from './effects.ts'
import { isShadowRoot, mayTakeFocus, scopeOf } from './focus.ts'
import type { Words } from './messages/catalogue.ts'
import { useEnglishMarks } from './messages/use-english-marks.ts'
import type { Appearance } from './options.ts'
import { useReadableColors } from './styles/use-readable-colors.ts'
import { rootAttributes } from './use-root.ts'

/** How long the warning stands, in seconds: nobody should have less time to answer it (WCAG 2.2.1). */
export const warningSeconds = 20

/** What {@link KioskWatch} needs. */
export interface KioskWatchProps {
  /** The form: what is done in it, or in the host of its shadow root, keeps the voter. */
  root: RefObject<HTMLElement | null>
  idleSeconds: number
  words: Words
  appearance: Appearance | undefined
  /** Begins the ids of the warning. */
  instanceId: string
  /** Whether there is something of a voter's on the screen, and nothing is under way. */
  isInUse: () => boolean
  /** Empties the form: after idleness, or when the page comes back out of the browser's cache. */
  onEmpty: (reason: 'idle' | 'restored') => void
}

/** Watches the form. Any key or press keeps the voter, also while the warning stands; one inside the warning is for its
 *  buttons to answer. */
export function KioskWatch(props: KioskWatchProps) {
  const { root, idleSeconds } = props
  const [left, setLeft] = useState<number>()
  const latest = useLatest(props)
  const lastSign = useRef(0)
  const sign = useCallback(() => {
    lastSign.current = Date.now()
    setLeft(undefined)
  }, [])

  useEffect(() => {
    if (root.current === null) return undefined
    const scope = scopeOf(root.current)
    const place = isShadowRoot(scope) ? scope.host : root.current
    lastSign.current = Date.now()
    // By the wall clock, since timers sleep with the device.
    const look = () => {
      if (!latest.current.isInUse()) return sign()
      const seconds = Math.ceil(idleSeconds - (Date.now() - lastSign.current) / 1000)
      if (seconds > 0) return setLeft(seconds <= warningSeconds ? seconds : undefined)
      sign()
      latest.current.onEmpty('idle')
    }
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) latest.current.onEmpty('restored')
    }
    const signs = ['pointerdown', 'keydown', 'input', 'wheel', 'touchmove'] as const
    for (const name of signs) place.addEventListener(name, sign, { passive: true })
    document.addEventListener('visibilitychange', look)
    addEventListener('pageshow', restored)
    const timer = setInterval(look, 500)
    return () => {
      for (const name of signs) place.removeEventListener(name, sign)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pageshow', restored)
      clearInterval(timer)
    }
  }, [root, idleSeconds, latest, sign])

  if (left === undefined) return null
  const clear = () => {
    sign()
    props.onEmpty('idle')
  }
  return <Warning {...props} seconds={left} onStay={sign} onClear={clear} />
}

function Warning(
  props: Pick<KioskWatchProps, 'words' | 'appearance' | 'instanceId'> & {
    seconds: number
    onStay: () => void
    onClear: () => void
  },
) {
  const { seconds, appearance, onStay, onClear } = props
  const { kiosk: words } = props.words
  const root = useRef<HTMLDivElement>(null)
  const stay = useRef<HTMLButtonElement>(null)
  useReadableColors(root, appearance)
  useEnglishMarks(root, props.words)
  const [first] = useState(seconds)
  const id = `${props.instanceId}-kiosk`
  useEffect(() => {
    if (stay.current !== null && mayTakeFocus(stay.current)) stay.current.focus({ preventScroll: true })
  }, [])
  return (
    <div
      ref={root}
      {...rootAttributes({ className: 'vr-kiosk', ...(appearance && { appearance }) }, props.words)}
      role="alertdialog"
      // Gone when the finger goes down, a button would never hear that it was pressed.
      onPointerDown={stop}
      onKeyDown={stop}
      onTouchMove={stop}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
    >
      <div className="vr-screen">
        <p id={id} className="vr-summary-heading">
          <strong>{words.heading}</strong>
        </p>
        {/* Read once, with the number it began with; seen counting. */}
        <p id={`${id}-text`} className="vr-visually-hidden">
          {words.text({ seconds: first })}
        </p>
        <p aria-hidden="true">
          <span>{words.text({ seconds })}</span>
        </p>
        <div className="vr-next">
          <button ref={stay} type="button" className="vr-button vr-button-primary" part="button" onClick={onStay}>
            <span>{words.stay}</span>
          </button>
          <button type="button" className="vr-button vr-button-secondary" part="button" onClick={onClear}>
            <span>{words.clear}</span>
          </button>
        </div>
      </div>
    </div>
  )
}

function stop(event: SyntheticEvent): void {
  event.stopPropagation()
}
