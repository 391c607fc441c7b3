/** The languages that a page and its address ask for. */
import { closestLanguage, type LanguageCode, languageCodes } from '../../../contract/languages.ts'

/** Returns the languages for `locale: 'auto'`: the closest `lang` around an element (not its own), also outside its shadow
 *  root, then the browser's languages. Only in a browser: a server knows neither. */
export function detectLocales(element: Element): readonly string[] {
  for (let at = parentElementOf(element); at; at = parentElementOf(at)) {
    const lang = at.getAttribute('lang')
    if (lang !== null) return [lang, ...navigator.languages]
  }
  return navigator.languages
}

/** Returns the language in the address, `locale` before `lang`; `undefined` for none, or one without texts. */
export function localeInAddress(): LanguageCode | undefined {
  const query = new URLSearchParams(location.search)
  return closestLanguage([query.get('locale') ?? query.get('lang') ?? ''], languageCodes)
}

/** Returns the parent element or, at the top of a shadow root, its host; `undefined` for the root element, or without one. */
function parentElementOf(element: Element): Element | undefined {
  // No `instanceof`: a frame's document has classes of its own.
  const parent: (Node & { host?: Element }) | null = element.parentNode
  return element.parentElement ?? parent?.host
}
