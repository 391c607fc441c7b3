/** Finds the parent of an element across shadow roots. */

/** Returns the parent element or, at the top of a shadow root, its host; `undefined` for the root element, or without one. */
export function parentElementOf(element: Element): Element | undefined {
  // No `instanceof`: a frame's document has classes of its own.
  const parent: (Node & { host?: Element }) | null = element.parentNode
  return element.parentElement ?? parent?.host
}
