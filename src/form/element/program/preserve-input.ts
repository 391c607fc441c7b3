/** Preserves input and focus of a first screen for the form that replaces it. */
import { listControls, restoreFocus } from '../first-screen/render-static.ts'
import type { ShadowLayout } from '../shadow-layout.ts'

/** The input of a first screen until React has hydrated it. */
export interface EarlyInput {
  readValues(): ReadonlyMap<string, string>
  /** Stops tracking the focus. If React rendered the form again, moves focus and caret to the new field. */
  end(): void
}

/** @param mount the parent of the form, before and after hydration */
export function watchEarlyInput(mount: HTMLElement): EarlyInput {
  // Removed controls keep their values.
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

/** Finds a first screen in the page's HTML, or of an earlier attempt. Returns a function that moves it, with input and focus, to
 *  where the form is mounted, and returns `false` if there is none. */
export function findServerRenderedScreen(shadow: ShadowRoot | null): (layout: ShadowLayout) => boolean {
  const root = shadow?.querySelector('.vr-root')
  const focused = (root ? listControls(root) : []).find((control) => control === shadow?.activeElement)
  return (layout) => {
    if (!root) return false
    layout.mount.append(root)
    // A hidden element cannot have the focus.
    layout.setVisible(true, false)
    if (focused) restoreFocus(focused, focused)
    return true
  }
}
