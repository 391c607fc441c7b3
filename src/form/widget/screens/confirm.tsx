/** What the voter has to ask for and then to confirm: that the form is sent once more. */
import { useId, useState } from 'react'
import { Button, type Press } from './button.tsx'

/** The texts, and what is confirmed. */
export interface ConfirmProps {
  /** The label of the button that asks. */
  ask: string
  /** The question, and what a yes means. */
  heading: string
  meaning: string
  yes: string
  no: string
  onYes: Press
  /** Whether the voter has asked already, elsewhere. */
  isAsked?: boolean | undefined
}

/** MUST NOT do anything before the voter has confirmed it. Where no script runs, closing it means "no". */
export function Confirm({ ask, heading, meaning, yes, no, onYes, ...given }: ConfirmProps) {
  /** `undefined` until the voter has asked. */
  const [isAsked, setAsked] = useState(given.isAsked)
  const id = useId()
  const isPlain = typeof onYes !== 'function'
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
        <Button kind="primary" aria-describedby={`${id}meaning`} press={onYes}>
          {yes}
        </Button>
        {!isPlain && (
          <Button kind="secondary" press={() => setAsked(false)}>
            {no}
          </Button>
        )}
      </div>
    </div>
  )
  if (isPlain) {
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
      <Button kind="secondary" element={isAsked === false ? focus : null} press={() => setAsked(true)}>
        {ask}
      </Button>
    </div>
  )
}

/** Gives an element the focus as soon as it is there. */
function focus(element: HTMLElement | null): void {
  element?.focus()
}
