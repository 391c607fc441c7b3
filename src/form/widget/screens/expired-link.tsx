/** An expired link: a new one is available, but only after the voter knows what that sends. */
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Words } from '../messages/catalogue.ts'
import { Button } from './button.tsx'

/** What an expired link needs. */
export interface ExpiredLinkProps {
  label: string
  words: Words['answer']
  /** Whether the link had the focus when it expired: the message then takes it, so that it does not jump to the top. */
  takesFocus: Readonly<RefObject<boolean>>
  /** Called when the voter has confirmed to send once more. */
  onFreshLink: () => void
}

/** Shows that the link has expired. MUST NOT send anything before the voter has confirmed it. */
export function ExpiredLink({ label, words, takesFocus, onFreshLink }: ExpiredLinkProps) {
  const [asking, setAsking] = useState(false)
  const message = useRef<HTMLParagraphElement>(null)
  const question = useRef<HTMLParagraphElement>(null)
  const ask = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (takesFocus.current) message.current?.focus({ preventScroll: true })
  }, [takesFocus])

  const answered = useRef(false)
  useEffect(() => {
    if (asking) question.current?.focus({ preventScroll: true })
    else if (answered.current) ask.current?.focus({ preventScroll: true })
    answered.current = asking
  }, [asking])

  return (
    <div className="vr-expired">
      <p ref={message} tabIndex={-1}>
        {words.expired({ label })}
      </p>
      {asking ? (
        <div className="vr-confirm">
          <p ref={question} tabIndex={-1}>
            <strong>{words.freshLinkHeading}</strong>
          </p>
          <p id={`${id}meaning`}>{words.freshLinkMeaning}</p>
          <div className="vr-next">
            <Button kind="primary" aria-describedby={`${id}meaning`} onClick={onFreshLink}>
              {words.freshLinkYes}
            </Button>
            <Button kind="secondary" onClick={() => setAsking(false)}>
              {words.freshLinkNo}
            </Button>
          </div>
        </div>
      ) : (
        <button
          ref={ask}
          type="button"
          className="vr-button vr-button-secondary vr-print-hidden"
          part="button"
          onClick={() => setAsking(true)}
        >
          {words.freshLink}
        </button>
      )}
    </div>
  )
}
