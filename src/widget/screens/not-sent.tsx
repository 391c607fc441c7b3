/** The screen when the service certainly does not have the registration. */
import { useEffect, useState } from 'react'
import type { Words } from '../messages/catalogue.ts'
import type { HeadingLevel } from '../options.ts'
import { Button } from './button.tsx'
import { Heading } from './heading.tsx'
import { OfficialLink } from './official-link.tsx'

/** What the screen needs. */
export interface NotSentProps {
  words: Words
  headingLevel: HeadingLevel
  /** Why, in one word for programs. */
  code: string
  reference?: string | undefined
  /** When trying again makes sense, by `now`. */
  retryAt?: number | undefined
  officialUrl?: string | undefined
  announce: (text: string) => void
  onRetry: () => void
  onBack: () => void
  /** Milliseconds that only grow; `performance.now` by default. */
  now?: () => number
}

/** Trying again is the voter's own decision: nothing is sent by a timer. */
export function NotSent(props: NotSentProps) {
  const { words, headingLevel, code, reference, retryAt, officialUrl, announce } = props
  const { notSent } = words
  const seconds = useSecondsUntil(retryAt, props.now)
  const mustWait = seconds > 0
  useEffect(() => {
    if (retryAt !== undefined && !mustWait) announce(notSent.ready)
  }, [retryAt, mustWait, announce, notSent])
  // Neither this form nor another try is taken any more: the official site is the way on.
  const isTooOld = code === 'upgrade_required'
  const reason = code === 'offline' ? notSent.offline : retryAt === undefined ? notSent.text : notSent.busy
  return (
    <div className="vr-screen">
      <Heading level={headingLevel} takesFocus>
        {notSent.heading}
      </Heading>
      <p>{reason}</p>
      {!isTooOld && <p>{notSent.kept}</p>}
      {retryAt !== undefined && <p>{mustWait ? notSent.wait({ seconds }) : notSent.ready}</p>}
      {!isTooOld && (
        <div className="vr-next">
          <Button
            kind="primary"
            aria-disabled={mustWait || undefined}
            onClick={() => {
              if (!mustWait) props.onRetry()
            }}
          >
            {notSent.retry}
          </Button>
          <Button kind="secondary" onClick={props.onBack}>
            {notSent.edit}
          </Button>
        </div>
      )}
      <div className="vr-footnote">
        {officialUrl !== undefined && (
          <p>
            <span>{notSent.official} </span>
            <OfficialLink url={officialUrl} text={notSent.officialLink} />
          </p>
        )}
        {reference !== undefined && <p>{notSent.reference({ reference })}</p>}
      </div>
    </div>
  )
}

/** Whole seconds until a moment, counted down once a second. */
function useSecondsUntil(moment: number | undefined, now: () => number = readClock): number {
  const left = () => (moment === undefined ? 0 : Math.max(0, Math.ceil((moment - now()) / 1000)))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    if (moment === undefined) return undefined
    const timer = setInterval(() => {
      const rest = Math.max(0, Math.ceil((moment - now()) / 1000))
      setSeconds(rest)
      if (rest === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [moment, now])
  return seconds
}

function readClock(): number {
  return performance.now()
}
