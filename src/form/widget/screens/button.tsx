/** The form's buttons. */
import type { ButtonHTMLAttributes } from 'react'

/** The props of {@link Button} besides a button's own attributes. */
export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind: 'primary' | 'secondary' | 'plain'
}

/** A button that does not submit. Its text is in a separate element, which translation software may replace. */
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
