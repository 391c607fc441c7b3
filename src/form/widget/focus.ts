/** Moves the focus, also inside a shadow root, and only when we may move it. */
import { type RefObject, useEffect, useRef } from 'react'
import { useBrowserLayoutEffect } from './effects.ts'

export function getRootScope(element: Element): Document | ShadowRoot {
  const root = element.getRootNode()
  return isShadowRoot(root) ? root : element.ownerDocument
}

/** Whether a node is a shadow root. Checks for a host, since a frame's document has classes of its own. */
export function isShadowRoot(node: Node): node is ShadowRoot {
  return 'host' in node
}

export function getElementById(id: string, element: Element): HTMLElement | null {
  return getRootScope(element).getElementById(id)
}

/** Whether the focus is inside `root` or nowhere: then we may move it. A voter who has moved the focus elsewhere on the page
 *  while we were sending keeps it. A form may be in a shadow root, which may be in another one. */
export function canTakeFocus(root: Element): boolean {
  const scope = getRootScope(root)
  const active = scope.activeElement
  if (active === null) return !isShadowRoot(scope) || canTakeFocus(scope.host)
  return active === root.ownerDocument.body || root.contains(active)
}

export function focusScreen(root: HTMLElement, options?: FocusOptions): void {
  const target = root.querySelector<HTMLElement>('.vr-summary') ?? root.querySelector<HTMLElement>('[data-focus]')
  target?.focus(options)
}

/** Moves the focus to each new screen, but not to the first, and never away from where a voter has moved it meanwhile. With
 *  `isWanted`, the first field has it once, as soon as its texts are in their final language (`isSettled`). */
export function useScreenFocus(
  root: RefObject<HTMLElement | null>,
  screen: string,
  { isEnabled, isSettled }: { isEnabled: boolean; isSettled: boolean },
): void {
  const lastScreen = useRef(screen)
  useBrowserLayoutEffect(() => {
    if (lastScreen.current === screen || root.current === null) return
    lastScreen.current = screen
    if (canTakeFocus(root.current)) focusScreen(root.current)
  }, [root, screen])
  /** What has the focus on mount, for example a button of the page that has just opened the form; `false` when done. */
  const initialFocus = useRef<Element | false>(null)
  useEffect(() => {
    const active = document.activeElement
    if (initialFocus.current === null) initialFocus.current = isEnabled && active
    // A voter who types before we are there: for the document a form in a shadow root is one element, whatever its focus.
    if (root.current?.contains(getRootScope(root.current).activeElement) === true) initialFocus.current = false
    if (!isSettled) return
    if (initialFocus.current === active)
      root.current?.querySelector<HTMLElement>('form select, form input')?.focus({ preventScroll: true })
    initialFocus.current = false
  }, [root, isEnabled, isSettled])
}
