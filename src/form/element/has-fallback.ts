/** The content that a page has written between an element's tags. */

/** Whether there is visible content between the tags: more than blanks, or content above and below the form. */
export function hasFallback(element: Element): boolean {
  return [...element.childNodes].some((node) =>
    'slot' in node ? node.slot === '' : node.nodeType === node.TEXT_NODE && node.nodeValue?.trim() !== '',
  )
}
