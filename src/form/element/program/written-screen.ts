/** A first screen that is on the page, from the page's HTML or from a try before, where the element has drawn none. */
import { focusAsBefore } from '../focus-as-before.ts'
import type { ShadowParts } from '../shadow-parts.ts'

/** Returns a function that moves it, with what was typed and the focus, to where the form is mounted. It returns whether there is
 *  one. */
export function writtenScreen(shadow: ShadowRoot | null): (parts: ShadowParts) => boolean {
  const root = shadow?.querySelector('.vr-root')
  const fields = root?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input,select') ?? []
  const focused = [...fields].find((field) => field === shadow?.activeElement)
  return (parts) => {
    if (!root) return false
    parts.mount.append(root)
    // What is hidden cannot have the focus.
    parts.reveal(true, false)
    if (focused) focusAsBefore(focused, focused)
    return true
  }
}
