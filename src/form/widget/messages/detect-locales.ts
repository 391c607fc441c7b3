/** The languages that a page and its address ask for. */
import { closestLanguage, type LanguageCode, languageCodes } from '../../../contract/languages.ts'
import { parentElementOf } from '../parent-element-of.ts'

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
