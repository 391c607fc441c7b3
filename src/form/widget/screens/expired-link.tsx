/** An expired link: a new one is available, but only after the voter knows what that sends. */
import { type RefObject, useEffect, useRef } from 'react'
import type { Words } from '../messages/catalogue.ts'
import type { Press } from './button.tsx'
import { Confirm } from './confirm.tsx'

/** What an expired link needs. */
export interface ExpiredLinkProps {
  label: string
  words: Words['answer']
  /** Whether the link had the focus when it expired: the message then takes it, so that it does not jump to the top. */
  takesFocus?: Readonly<RefObject<boolean>>
  /** Sends once more, after the voter has confirmed it; `undefined` where nothing typed is left to send. */
  onFreshLink: Press | undefined
}

/** Shows that the link has expired. */
export function ExpiredLink({ label, words, takesFocus, onFreshLink }: ExpiredLinkProps) {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus?.current) message.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <div className="vr-expired">
      <p ref={message} tabIndex={-1}>
        {words.expired({ label })}
      </p>
      {onFreshLink !== undefined && (
        <Confirm
          ask={words.freshLink}
          heading={words.freshLinkHeading}
          meaning={words.freshLinkMeaning}
          yes={words.freshLinkYes}
          no={words.freshLinkNo}
          onYes={onFreshLink}
        />
      )}
    </div>
  )
}
