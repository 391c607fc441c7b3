/** What a page has written between an element's tags. */

/** Whether something to be seen stands between the tags: not only blanks, or what goes above and below the form. */
export function hasFallback(element: Element): boolean {
  return [...element.childNodes].some((node) =>
    node instanceof Element ? node.slot === '' : node instanceof Text && node.data.trim() !== '',
  )
}
