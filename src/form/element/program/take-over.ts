/** Keeps what was typed into a form that was drawn before its program was there, the focus and the caret, where React has to
 *  render it anew. */

import { focusAsBefore } from '../first-screen/draw.ts'
import type { ShadowParts } from '../shadow-parts.ts'

type Control = HTMLInputElement | HTMLSelectElement

/** What a form holds before it is taken over. */
export interface Typed {
  /** Puts everything into the form that is there now, as if it were typed. */
  putBack(): void
  /** Ends the watch over the focus. */
  end(): void
}

/**
 * Watches what is typed into a form.
 *
 * @param mount the element that the form is in, before and after
 */
export function watchTyped(mount: HTMLElement): Typed {
  const controlsIn = () => [...mount.querySelectorAll<Control>('input[name],select[name]')]
  // They keep their values when they are taken off the page.
  const before = controlsIn()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the mount is on a page, or in a shadow root.
  let { activeElement: focused } = mount.getRootNode() as Document | ShadowRoot
  const onFocus = ({ target }: Event) => {
    focused = target instanceof Element ? target : null
  }
  mount.addEventListener('focusin', onFocus)
  return {
    end: () => mount.removeEventListener('focusin', onFocus),
    putBack() {
      const now = controlsIn()
      for (const old of before) {
        const control = now.find(({ name }) => name === old.name)
        if (control === undefined || control === old) continue
        if (old.value !== '' && control.type !== 'checkbox' && control.value !== old.value) type(control, old.value)
        if (old !== focused) continue
        focusAsBefore(control, old)
      }
    },
  }
}

/** Sets a value as a voter would: React hears only of what is set past its own accessor and told by an event. */
function type(control: Control, value: string): void {
  const { prototype } = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value)
  for (const name of ['input', 'change']) control.dispatchEvent(new Event(name, { bubbles: true }))
}

/** Finds a first screen that is on the page, from the page's HTML or from a try before, where the element has drawn none. Returns a
 *  function that moves it, with what was typed and the focus, to where the form is mounted. It returns whether
 *  there is one. */
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
