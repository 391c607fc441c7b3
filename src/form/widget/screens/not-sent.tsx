/** Screens without an answer: the registration was certainly not sent, or its outcome is unknown. */
import { useEffect, useRef, useState } from 'react'
import type { Clock } from '../../../contract/clock.ts'
import { findOutcome } from '../../../contract/outcome-table.ts'
import { isFinal, type NotSent as NotSentStep } from '../flow/flow-reducer.ts'
import { useFormContext } from '../form-context.ts'
import type { FormMessages } from '../messages/catalog.ts'
import { Confirm } from './confirm.tsx'
import { Button, type ButtonAction, Heading, OfficialLink } from './ui.tsx'

export interface NotSentScreenProps extends NotSentStep {
  officialUrl: string | undefined
  onRetry: ButtonAction
  /** Called at the time of an automatic retry; only with scripts. */
  onAutomaticRetry?: () => void
  onBack: ButtonAction
}

/** The voter decides whether to retry. If the service was overloaded, or the connection is back, the form retries automatically:
 *  the voter can stop it, or retry immediately. */
export function NotSentScreen(props: NotSentScreenProps) {
  const { t, announce } = useFormContext()
  const { code, reference, retryAt, limitedHours, officialUrl, onAutomaticRetry } = props
  const { notSent } = t
  const seconds = useSecondsUntil(retryAt)
  const [stoppedRetryAt, setStoppedRetryAt] = useState<number>()
  const retryButton = useRef<HTMLButtonElement>(null)
  const maySend = props.isAutomatic === true
  const isAutomatic = maySend && stoppedRetryAt !== retryAt
  const mustWait = seconds > 0
  useEffect(() => {
    if (retryAt === undefined || mustWait) return
    if (isAutomatic) onAutomaticRetry?.()
    else if (!maySend) announce(notSent.ready)
  }, [retryAt, mustWait, isAutomatic, maySend, onAutomaticRetry, announce, notSent])
  // Without scripts the button would never be enabled.
  const isBlocked = mustWait && !maySend && typeof props.onRetry === 'function'
  const getMessage = () => {
    if (mustWait && isAutomatic) return notSent.automatic({ seconds })
    return mustWait && !maySend ? notSent.wait({ seconds }) : notSent.ready
  }
  // Every retry would fail: only the official site remains.
  const isOver = isFinal(code)
  return (
    <div className="vr-screen">
      <Heading takesFocus>{notSent.heading}</Heading>
      <p>{getReason(props, t)}</p>
      {limitedHours !== undefined && <p>{notSent.limitedWait({ hours: limitedHours })}</p>}
      {!isOver && <p>{notSent.kept}</p>}
      {retryAt !== undefined && <p data-said>{getMessage()}</p>}
      {!isOver && (
        <div className="vr-next">
          {limitedHours === undefined && (
            <Button
              kind="primary"
              element={retryButton}
              aria-disabled={isBlocked || undefined}
              action={isBlocked ? () => undefined : props.onRetry}
            >
              {isAutomatic ? notSent.tryNow : notSent.retry}
            </Button>
          )}
          <Button kind={limitedHours === undefined ? 'secondary' : 'primary'} action={props.onBack}>
            {notSent.edit}
          </Button>
          {isAutomatic && (
            <Button
              kind="plain"
              action={() => {
                setStoppedRetryAt(retryAt)
                // The button disappears.
                retryButton.current?.focus()
              }}
            >
              {notSent.stop}
            </Button>
          )}
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

export function getReason(
  { code, limitedHours, retryAt }: { code: string; limitedHours?: number | undefined; retryAt?: number | undefined },
  { notSent, broken }: FormMessages,
): string {
  if (code === 'partner_unknown') return broken.partner
  if (code === 'offline') return retryAt === undefined ? notSent.offline : notSent.online
  if (limitedHours !== undefined) return notSent.limited
  return findOutcome(code).audience === 'voter' ? notSent.busy : notSent.text
}

function useSecondsUntil(endsAt: number | undefined): number {
  const { monotonicClock } = useFormContext()
  // The last shown number, and its end time.
  const [, setShown] = useState('')
  useEffect(() => {
    if (endsAt === undefined) return undefined
    const timer = setInterval(() => {
      const secondsLeft = secondsUntil(endsAt, monotonicClock)
      setShown(`${endsAt} ${secondsLeft}`)
      if (secondsLeft === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [endsAt, monotonicClock])
  // Computed in render: the timer's last number may belong to an earlier end time.
  return secondsUntil(endsAt, monotonicClock)
}

function secondsUntil(endsAt = 0, clock: Clock): number {
  return Math.max(0, Math.ceil((endsAt - clock.now()) / 1000))
}

export interface OutcomeUnknownProps {
  reference?: string | undefined
  officialUrl: string | undefined
  /** Sends the form again, after confirmation. */
  onSendAgain: ButtonAction
  /** Whether the confirmation is open, since the voter has submitted the form again. */
  mustConfirm?: boolean | undefined
  /** Returns to the form; only with scripts. Otherwise the browser's Back does. */
  onBack?: () => void
}

/** The official site comes first. A second attempt needs a confirmation. */
export function OutcomeUnknown(props: OutcomeUnknownProps) {
  const { t } = useFormContext()
  const { reference, officialUrl, onSendAgain, mustConfirm, onBack } = props
  const { outcomeUnknown } = t
  return (
    <div className="vr-screen">
      <Heading takesFocus>{outcomeUnknown.heading}</Heading>
      <p>{outcomeUnknown.text}</p>
      <p>{outcomeUnknown.checkFirst}</p>
      {officialUrl !== undefined && (
        <p>
          <OfficialLink url={officialUrl} text={outcomeUnknown.officialLink} isPrimary />
        </p>
      )}
      <Confirm
        ask={outcomeUnknown.again}
        heading={outcomeUnknown.confirmHeading}
        meaning={outcomeUnknown.confirm}
        yes={outcomeUnknown.yes}
        no={outcomeUnknown.no}
        onYes={onSendAgain}
        isAsked={mustConfirm}
      />
      {onBack !== undefined && (
        <p>
          <Button kind="plain" action={onBack}>
            {t.notSent.edit}
          </Button>
        </p>
      )}
      {reference !== undefined && (
        <div className="vr-footnote">
          <p>{outcomeUnknown.reference({ reference })}</p>
        </div>
      )}
    </div>
  )
}
