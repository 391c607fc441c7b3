/** A button of the form. */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, Ref } from 'react'

/** Where no script runs: posts the form around the button, with this field. */
export interface Posted extends Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'formTarget'> {
  type: 'submit'
  name: string
  value: string
}

/** Leads to a page. */
export interface LinkPress extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  ref?: Ref<HTMLAnchorElement>
}

/** What a press does. */
export type Press = (() => void) | Posted | LinkPress

/** The props of {@link Button}. */
export interface ButtonProps
  extends Pick<ButtonHTMLAttributes<HTMLElement>, 'lang' | 'aria-describedby' | 'aria-disabled' | 'children'> {
  kind: 'primary' | 'secondary' | 'plain'
  press: Press
  /** The button, to move the focus there. */
  element?: Ref<HTMLButtonElement>
}

/** A button, or a link that looks like one. Its text is in a separate element, which translation software may replace. */
export function Button({ kind, press, element, children, ...attributes }: ButtonProps) {
  const look = {
    className: `vr-button vr-button-${kind}`,
    part: kind === 'primary' ? 'button button-primary' : 'button',
    ...attributes,
    children: <span>{children}</span>,
  }
  if ('href' in press) return <a {...look} {...press} />
  return (
    <button type="button" ref={element} {...look} {...(typeof press === 'function' ? { onClick: press } : press)} />
  )
}
