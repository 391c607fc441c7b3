/** Confirmation before the form is sent again. */
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useFormContext } from '../form-context.ts'
import { Button, type ButtonAction } from './ui.tsx'

interface ConfirmProps extends Record<'ask' | 'heading' | 'meaning' | 'yes' | 'no', string> {
  onYes: ButtonAction
  isAsked?: boolean | undefined
}

/** MUST NOT do anything before the voter has confirmed it. Without scripts, closing it means "no". */
export function Confirm({ ask, heading, meaning, yes, no, onYes, ...initialState }: ConfirmProps) {
  const [isAsked, setAsked] = useState(initialState.isAsked)
  const id = useId()
  const isStatic = typeof onYes !== 'function'
  const group = (
    // biome-ignore lint/a11y/useSemanticElements: a `fieldset` is for controls; this is a question.
    <div
      ref={focus}
      className="vr-confirm"
      tabIndex={-1}
      role="group"
      aria-labelledby={id}
      aria-describedby={`${id}meaning`}
    >
      <p id={id}>
        <strong>{heading}</strong>
      </p>
      <p id={`${id}meaning`}>{meaning}</p>
      <div className="vr-next">
        <Button kind="primary" aria-describedby={`${id}meaning`} action={onYes}>
          {yes}
        </Button>
        {!isStatic && (
          <Button kind="secondary" action={() => setAsked(false)}>
            {no}
          </Button>
        )}
      </div>
    </div>
  )
  if (isStatic) {
    return (
      <details className="vr-print-hidden">
        <summary className="vr-button vr-button-secondary">{ask}</summary>
        {group}
      </details>
    )
  }
  if (isAsked) return group
  return (
    <div className="vr-next vr-print-hidden">
      <Button kind="secondary" element={isAsked === false ? focus : null} action={() => setAsked(true)}>
        {ask}
      </Button>
    </div>
  )
}

function focus(element: HTMLElement | null): void {
  element?.focus()
}

export interface ExpiredLinkProps {
  label: string
  /** Whether the link had the focus when it expired: then the message takes it. */
  takesFocus?: Readonly<RefObject<boolean>>
  /** Sends the form again, after confirmation; `undefined` if the input is gone. */
  onRequestNewLink: ButtonAction | undefined
}

export function ExpiredLink({ label, takesFocus, onRequestNewLink }: ExpiredLinkProps) {
  const { answer } = useFormContext().t
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (takesFocus?.current) message.current?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <div className="vr-expired">
      <p ref={message} tabIndex={-1}>
        {answer.expired({ label })}
      </p>
      {onRequestNewLink !== undefined && (
        <Confirm
          ask={answer.freshLink}
          heading={answer.freshLinkHeading}
          meaning={answer.freshLinkMeaning}
          yes={answer.freshLinkYes}
          no={answer.freshLinkNo}
          onYes={onRequestNewLink}
        />
      )}
    </div>
  )
}
