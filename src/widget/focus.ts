/** Moves the focus, also inside a shadow root, and only where it is ours to move. */

/** The document or shadow root an element lives in. */
export function scopeOf(element: Element): Document | ShadowRoot {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root : element.ownerDocument
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
  if (scope instanceof Document) return active === null || active === scope.body || root.contains(active)
  return active === null ? mayTakeFocus(scope.host) : root.contains(active)
}
