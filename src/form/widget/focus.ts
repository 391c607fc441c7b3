/** Moves the focus, also inside a shadow root, and only when we may move it. */
import { type RefObject, useEffect, useRef } from 'react'
import { useBrowserLayoutEffect } from './effects.ts'

export function scopeOf(element: Element): Document | ShadowRoot {
  const root = element.getRootNode()
  return isShadowRoot(root) ? root : element.ownerDocument
}

/** Whether a node is a shadow root. Checks for a host, since a frame's document has classes of its own. */
export function isShadowRoot(node: Node): node is ShadowRoot {
  return 'host' in node
}

export function elementBy(id: string, near: Element): HTMLElement | null {
  return scopeOf(near).getElementById(id)
}

/** Whether the focus is inside `root` or nowhere: then we may move it. A voter who has moved the focus elsewhere on the page
 *  while we were sending keeps it. A form may be in a shadow root, which may be in another one. */
export function mayTakeFocus(root: Element): boolean {
  const scope = scopeOf(root)
  const active = scope.activeElement
  if (active === null) return !isShadowRoot(scope) || mayTakeFocus(scope.host)
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
  { isWanted, isSettled }: { isWanted: boolean; isSettled: boolean },
): void {
  const shown = useRef(screen)
  useBrowserLayoutEffect(() => {
    if (shown.current === screen || root.current === null) return
    shown.current = screen
    if (mayTakeFocus(root.current)) focusScreen(root.current)
  }, [root, screen])
  /** What has the focus on mount, for example a button of the page that has just opened the form; `false` when done. */
  const from = useRef<Element | false>(null)
  useEffect(() => {
    const active = document.activeElement
    if (from.current === null) from.current = isWanted && active
    // A voter who types before we are there: for the document a form in a shadow root is one element, whatever its focus.
    if (root.current?.contains(scopeOf(root.current).activeElement) === true) from.current = false
    if (!isSettled) return
    if (from.current === active)
      root.current?.querySelector<HTMLElement>('form select, form input')?.focus({ preventScroll: true })
    from.current = false
  }, [root, isWanted, isSettled])
}
