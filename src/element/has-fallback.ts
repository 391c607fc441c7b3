/** What a page has written between an element's tags. */

/** Whether something to be seen stands between the tags: not only blanks, or what goes above and below the form. */
export function hasFallback(element: Element): boolean {
  return [...element.childNodes].some((node) =>
    'slot' in node ? node.slot === '' : node.nodeType === node.TEXT_NODE && node.nodeValue?.trim() !== '',
  )
}
