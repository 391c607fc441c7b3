/** The languages that `Intl` is asked in. */

/** Where browsers have no dates and plurals in a language (Haitian Creole nowhere, Khmer not in Chromium): one whose dates stand
 *  in the same order, so that a server's form and the browser's agree. */
const next: Readonly<Record<string, string>> = { ht: 'fr', km: 'en-GB' }

/** The language, and another for a browser that does not know it. Left to itself, a browser takes its own. */
export function knownLocales(language: string): string[] {
  return [language, next[language] ?? 'en']
}
