/** The screen when the service certainly does not have the registration. */
import { useEffect, useState } from 'react'
import { isFinal, type NotSent as NotSentStep } from '../flow/flow-reducer.ts'
import type { Words } from '../messages/catalogue.ts'
import type { HeadingLevel } from '../options.ts'
import { Button, type Press } from './button.tsx'
import { Heading } from './heading.tsx'
import { OfficialLink } from './official-link.tsx'

/** What the screen needs. */
export interface NotSentProps extends NotSentStep {
  words: Words
  headingLevel: HeadingLevel
  officialUrl?: string | undefined
  /** Announces a text politely to screen readers; needed only where scripts run. */
  announce?: (text: string) => void
  onRetry: Press
  /** Called at the time of an automatic retry; needed only where scripts run. */
  onTime?: () => void
  onBack: Press
  /** Returns milliseconds that only increase; `performance.now` by default. */
  now?: () => number
}

/** The voter decides whether to retry, except when the service was overloaded: then the form retries automatically, shows
 *  that, and the voter can stop it. */
export function NotSent(props: NotSentProps) {
  const { words, headingLevel, code, reference, retryAt, limitedHours, officialUrl, announce, onTime } = props
  const { notSent } = words
  const seconds = useSecondsUntil(retryAt, props.now)
  const [isAutomatic, setAutomatic] = useState(props.isAutomatic)
  const mustWait = seconds > 0
  useEffect(() => {
    if (retryAt === undefined || mustWait) return
    if (isAutomatic) onTime?.()
    else announce?.(notSent.ready)
  }, [retryAt, mustWait, isAutomatic, onTime, announce, notSent])
  // Without a script the button would never be enabled.
  const isBlocked = mustWait && typeof props.onRetry === 'function'
  // Every retry of this form would fail: only the official site remains.
  const isOver = isFinal(code)
  return (
    <div className="vr-screen">
      <Heading level={headingLevel} takesFocus>
        {notSent.heading}
      </Heading>
      <p>{reasonOf(props, words)}</p>
      {limitedHours !== undefined && <p>{notSent.limitedWait({ hours: limitedHours })}</p>}
      {!isOver && <p>{notSent.kept}</p>}
      {retryAt !== undefined && (
        <p data-said>{mustWait ? notSent[isAutomatic ? 'automatic' : 'wait']({ seconds }) : notSent.ready}</p>
      )}
      {!isOver && (
        <div className="vr-next">
          {isAutomatic ? (
            // The same element as the button that replaces it, so that it keeps the focus.
            <Button kind="secondary" press={() => setAutomatic(false)}>
              {notSent.stop}
            </Button>
          ) : (
            limitedHours === undefined && (
              <Button
                kind="primary"
                aria-disabled={isBlocked || undefined}
                press={isBlocked ? () => undefined : props.onRetry}
              >
                {notSent.retry}
              </Button>
            )
          )}
          <Button kind={limitedHours === undefined && !isAutomatic ? 'secondary' : 'primary'} press={props.onBack}>
            {notSent.edit}
          </Button>
        </div>
      )}
      <div className="vr-footnote">
        {officialUrl !== undefined && (
          <p>
            <span>{notSent.official} </span>
            <OfficialLink url={officialUrl} text={notSent.officialLink} isPrimary={isOver} />
          </p>
        )}
        {reference !== undefined && <p>{notSent.reference({ reference })}</p>}
      </div>
    </div>
  )
}

/** Returns why nothing was sent. */
export function reasonOf(
  { code, limitedHours }: { code: string; limitedHours?: number | undefined },
  { notSent, broken }: Words,
): string {
  if (code === 'partner_unknown') return broken.partner
  if (code === 'offline') return notSent.offline
  if (limitedHours !== undefined) return notSent.limited
  return /busy|limited|overloaded|challenge/.test(code) ? notSent.busy : notSent.text
}

/** Returns the whole seconds until a moment, and counts them down. */
function useSecondsUntil(moment: number | undefined, now = readClock): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment, now))
  useEffect(() => {
    if (moment === undefined) return undefined
    const timer = setInterval(() => {
      const rest = secondsUntil(moment, now)
      setSeconds(rest)
      if (rest === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [moment, now])
  return seconds
}

function secondsUntil(moment = 0, now = readClock): number {
  return Math.max(0, Math.ceil((moment - now()) / 1000))
}

function readClock(): number {
  return performance.now()
}
