/** The element around another one. */

/** The parent element, or out of a shadow root its host; `undefined` for a document's own element and outside of any. */
export function parentElementOf(element: Element): Element | undefined {
  // No `instanceof`: a frame's document has classes of its own.
  const parent: (Node & { host?: Element }) | null = element.parentNode
  return element.parentElement ?? parent?.host
}
