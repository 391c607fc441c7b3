/** What a voter did in a first screen before its program was there: for the form that takes its place. */
import { listControls, restoreFocus } from '../first-screen/render-static.ts'
import type { ShadowLayout } from '../shadow-layout.ts'

/** What a first screen holds until React has the form. */
export interface EarlyInput {
  readValues(): ReadonlyMap<string, string>
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
    readValues: () => new Map(controls.flatMap(({ name, value }) => (value === '' ? [] : [[name, value]]))),
    end() {
      mount.removeEventListener('focusin', onFocus)
      const oldControl = controls.find((control) => control === focused && !control.isConnected)
      const newControl = oldControl && listControls(mount).find(({ name }) => name === oldControl.name)
      if (newControl) restoreFocus(newControl, oldControl)
    },
  }
}

/** Finds a first screen on the page, from its HTML or from a try before, where the element has drawn none. Returns a function
 *  that moves it, with what was typed and the focus, to where the form is mounted; `false` without one. */
export function findServerRenderedScreen(shadow: ShadowRoot | null): (layout: ShadowLayout) => boolean {
  const root = shadow?.querySelector('.vr-root')
  const focused = (root ? listControls(root) : []).find((control) => control === shadow?.activeElement)
  return (layout) => {
    if (!root) return false
    layout.mount.append(root)
    // What is hidden cannot have the focus.
    layout.setVisible(true, false)
    if (focused) restoreFocus(focused, focused)
    return true
  }
}
