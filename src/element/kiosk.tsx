/** One device, many voters: after some idleness everything typed is gone, but not without a warning and a way to stay. */
import { type SyntheticEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useLatest } from '../widget/effects.ts'
import { mayTakeFocus } from '../widget/focus.ts'
import type { Words } from '../widget/messages/catalogue.ts'
import { useEnglishMarks } from '../widget/messages/use-english-marks.ts'
import { useReadableColors } from '../widget/styles/use-readable-colors.ts'

/** How long the warning stands, in seconds: nobody should have less time to answer it (WCAG 2.2.1). */
export const warningSeconds = 20

/** What {@link Kiosk} needs. */
export interface KioskProps {
  /** The element: what is done inside it keeps its voter. */
  host: HTMLElement
  idleSeconds: number
  /** Whether there is something of a voter's on the screen, and nothing is under way. */
  isInUse: () => boolean
  /** The form's root, for its looks. */
  formRoot: () => HTMLElement | null
  onIdle: () => void
}

/** Watches the element. Any key or press keeps the voter, also while the warning stands; one inside the warning is for its
 *  buttons to answer. */
export function Kiosk({ host, idleSeconds, isInUse, formRoot, onIdle, words }: KioskProps & { words: Words }) {
  const [left, setLeft] = useState<number>()
  const latest = useLatest({ isInUse, onIdle })
  const lastSign = useRef(0)
  const sign = useCallback(() => {
    lastSign.current = Date.now()
    setLeft(undefined)
  }, [])

  useEffect(() => {
    lastSign.current = Date.now()
    // By the wall clock, since timers sleep with the device.
    const look = () => {
      if (!latest.current.isInUse()) return sign()
      const seconds = Math.ceil(idleSeconds - (Date.now() - lastSign.current) / 1000)
      if (seconds > 0) return setLeft(seconds <= warningSeconds ? seconds : undefined)
      sign()
      latest.current.onIdle()
    }
    const signs = ['pointerdown', 'keydown', 'input', 'wheel', 'touchmove'] as const
    for (const name of signs) host.addEventListener(name, sign, { passive: true })
    document.addEventListener('visibilitychange', look)
    const timer = setInterval(look, 500)
    return () => {
      for (const name of signs) host.removeEventListener(name, sign)
      document.removeEventListener('visibilitychange', look)
      clearInterval(timer)
    }
  }, [host, idleSeconds, latest, sign])

  if (left === undefined) return null
  const clear = () => {
    sign()
    onIdle()
  }
  return <Warning seconds={left} words={words} formRoot={formRoot()} onStay={sign} onClear={clear} />
}

function Warning(props: {
  seconds: number
  words: Words
  formRoot: HTMLElement | null
  onStay: () => void
  onClear: () => void
}) {
  const { seconds, formRoot, onStay, onClear } = props
  const { language, direction, kiosk: words } = props.words
  const root = useRef<HTMLDivElement>(null)
  const stay = useRef<HTMLButtonElement>(null)
  useReadableColors(root)
  useEnglishMarks(root, props.words)
  const [first] = useState(seconds)
  // In the page's own document another form may warn, too.
  const id = `${formRoot?.dataset.instance ?? 'vr'}-kiosk`
  useEffect(() => {
    const button = stay.current
    if (button === null || !mayTakeFocus(button)) return undefined
    const scope = button.getRootNode()
    const before = scope instanceof ShadowRoot || scope instanceof Document ? scope.activeElement : null
    button.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div
      ref={root}
      className="vr-root vr-kiosk"
      lang={language}
      dir={direction}
      data-theme={formRoot?.dataset.theme}
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
