/** The languages that `Intl` is asked in. */

/** The language, and one that its readers know where browsers have no dates and plurals in it: French for Haitian Creole,
 *  else English. Left to itself, a browser takes its own. */
export function knownLocales(language: string): string[] {
  return [language, language === 'ht' ? 'fr' : 'en']
}
