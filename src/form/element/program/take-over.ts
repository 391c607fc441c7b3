/** What a voter did in a first screen before its program was there: for the form that takes its place. */
import { focusAsBefore, listControls } from '../first-screen/draw.ts'
import type { ShadowParts } from '../shadow-parts.ts'

/** What a first screen holds until React has the form. */
export interface EarlyInput {
  readTyped(): ReadonlyMap<string, string>
  /** Ends the watch over the focus. Where React has rendered the form again, its field gets the focus and the caret. */
  end(): void
}

/** @param mount the element that the form is in, before and after */
export function watchEarlyInput(mount: HTMLElement): EarlyInput {
  // They keep their values when they are taken off the page.
  const controls = listControls(mount)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the mount is on a page, or in a shadow root.
  let { activeElement: focused } = mount.getRootNode() as Document | ShadowRoot
  const onFocus = ({ target }: Event) => {
    focused = target instanceof Element ? target : null
  }
  mount.addEventListener('focusin', onFocus)
  return {
    readTyped: () => new Map(controls.flatMap(({ name, value }) => (value === '' ? [] : [[name, value]]))),
    end() {
      mount.removeEventListener('focusin', onFocus)
      const before = controls.find((control) => control === focused && !control.isConnected)
      const after = before && listControls(mount).find(({ name }) => name === before.name)
      if (after) focusAsBefore(after, before)
    },
  }
}

/** Finds a first screen on the page, from its HTML or from a try before, where the element has drawn none. Returns a function
 *  that moves it, with what was typed and the focus, to where the form is mounted; `false` without one. */
export function writtenScreen(shadow: ShadowRoot | null): (parts: ShadowParts) => boolean {
  const root = shadow?.querySelector('.vr-root')
  const focused = (root ? listControls(root) : []).find((control) => control === shadow?.activeElement)
  return (parts) => {
    if (!root) return false
    parts.mount.append(root)
    // What is hidden cannot have the focus.
    parts.reveal(true, false)
    if (focused) focusAsBefore(focused, focused)
    return true
  }
}
