/** The languages that `locale: 'auto'` asks for. */

/** The closest `lang` around an element (not its own), out of shadow roots too, then the browser's languages. Only after
 *  mount: a server knows neither. */
export function wishesAround(element: Element): string[] {
  const preferred: string[] = []
  let at = above(element)
  while (at !== undefined) {
    const lang = at.getAttribute('lang')
    if (lang !== null) {
      preferred.push(lang)
      break
    }
    at = above(at)
  }
  return [...preferred, ...navigator.languages]
}

function above(element: Element): Element | undefined {
  if (element.parentElement !== null) return element.parentElement
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? root.host : undefined
}
