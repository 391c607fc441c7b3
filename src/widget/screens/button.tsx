/** The form's buttons. */
import type { ButtonHTMLAttributes } from 'react'

/** What {@link Button} takes besides a button's own attributes. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind: 'primary' | 'secondary' | 'plain'
}

/** A button that submits nothing. Its text is an element of its own, which a page translator may replace. */
export function Button({ kind, children, ...attributes }: ButtonProps) {
  const isPrimary = kind === 'primary'
  return (
    <button
      type="button"
      className={`vr-button vr-button-${kind}`}
      part={isPrimary ? 'button button-primary' : 'button'}
      {...attributes}
    >
      <span>{children}</span>
    </button>
  )
}
