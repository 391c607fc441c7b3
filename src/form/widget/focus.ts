/** Focus management, also in shadow roots. */
import { type RefObject, useEffect, useRef } from 'react'
import { useIsomorphicLayoutEffect } from './effects.ts'

export function getRootScope(element: Element): Document | ShadowRoot {
  const root = element.getRootNode()
  return isShadowRoot(root) ? root : element.ownerDocument
}

/** Without `instanceof`, since a frame's document has its own classes. */
export function isShadowRoot(node: Node): node is ShadowRoot {
  return 'host' in node
}

export function getElementById(id: string, element: Element): HTMLElement | null {
  return getRootScope(element).getElementById(id)
}

/** Whether the focus is inside `root` or nowhere. A voter who has moved the focus elsewhere on the page keeps it. Handles nested
 *  shadow roots. */
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

/** Moves the focus to each new screen except the first, unless the voter has moved it elsewhere. With `isEnabled`, focuses the
 *  first field once, as soon as the messages are loaded (`isSettled`). */
export function useScreenFocus(
  root: RefObject<HTMLElement | null>,
  screen: string,
  { isEnabled, isSettled }: { isEnabled: boolean; isSettled: boolean },
): void {
  const lastScreen = useRef(screen)
  useIsomorphicLayoutEffect(() => {
    if (lastScreen.current === screen || root.current === null) return
    lastScreen.current = screen
    if (canTakeFocus(root.current)) focusScreen(root.current)
  }, [root, screen])
  /** The focused element on mount, for example a button of the page that opened the form; `false` when done. */
  const initialFocus = useRef<Element | false>(null)
  useEffect(() => {
    const active = document.activeElement
    if (initialFocus.current === null) initialFocus.current = isEnabled && active
    // The voter has already focused a field. For the document, a form in a shadow root is a single element.
    if (root.current?.contains(getRootScope(root.current).activeElement) === true) initialFocus.current = false
    if (!isSettled) return
    if (initialFocus.current === active)
      root.current?.querySelector<HTMLElement>('form select, form input')?.focus({ preventScroll: true })
    initialFocus.current = false
  }, [root, isEnabled, isSettled])
}
