/** Moves the focus, also inside a shadow root, and only where it is ours to move. */
import { type RefObject, useEffect, useRef } from 'react'
import { useBrowserLayoutEffect } from './effects.ts'

/** The document or shadow root an element lives in. */
export function scopeOf(element: Element): Document | ShadowRoot {
  const root = element.getRootNode()
  return isShadowRoot(root) ? root : element.ownerDocument
}

/** Whether it is one, also of a frame's document, whose classes are not this window's: nothing else that holds a form has a host. */
export function isShadowRoot(node: Node): node is ShadowRoot {
  return 'host' in node
}

/** The element of this id in the same document or shadow root as `near`. */
export function elementBy(id: string, near: Element): HTMLElement | null {
  return scopeOf(near).getElementById(id)
}

/** Whether the focus is inside `root` or nowhere: then it is ours to move. A voter who has gone elsewhere on the page
 *  while we were sending stays there. A form may stand in a shadow root, which may stand in another one. */
export function mayTakeFocus(root: Element): boolean {
  const scope = scopeOf(root)
  const active = scope.activeElement
  if (active === null) return !isShadowRoot(scope) || mayTakeFocus(scope.host)
  return active === root.ownerDocument.body || root.contains(active)
}

/** Moves the focus to what the screen begins with: the summary of what is wrong, or else its heading. */
export function focusScreen(root: HTMLElement, options?: FocusOptions): void {
  const target = root.querySelector<HTMLElement>('.vr-summary') ?? root.querySelector<HTMLElement>('[data-focus]')
  target?.focus(options)
}

/**
 * Gives the focus to each new screen: a person who cannot see that the page changed must hear it. Never to the first one,
 * and never from a voter who has gone elsewhere on the page meanwhile.
 *
 * @param isWanted whether the page has asked for the focus in the first field, once, on mount
 * @param isSettled whether the texts are as they stay: before, the field's name would be spoken in another language. Who has moved the
 *   focus meanwhile keeps it.
 */
export function useScreenFocus(
  root: RefObject<HTMLElement | null>,
  screen: string,
  isWanted: boolean,
  isSettled: boolean,
): void {
  const shown = useRef(screen)
  useBrowserLayoutEffect(() => {
    if (shown.current === screen || root.current === null) return
    shown.current = screen
    if (mayTakeFocus(root.current)) focusScreen(root.current)
  }, [root, screen])
  /** What has the focus on mount, also a button of the page that has just opened the form; `false` when there is nothing to do. */
  const from = useRef<Element | false>(null)
  useEffect(() => {
    const active = document.activeElement
    if (from.current === null) from.current = isWanted && active
    if (!isSettled) return
    if (from.current === active)
      root.current?.querySelector<HTMLElement>('form select, form input')?.focus({ preventScroll: true })
    from.current = false
  }, [root, isWanted, isSettled])
}
