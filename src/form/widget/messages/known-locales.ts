/** The languages that `Intl` is asked in. */

/** Where browsers have no dates and plurals in a language (Haitian Creole nowhere, Khmer not in Chromium): one whose dates stand
 *  in the same order, so that a server's form and the browser's agree. */
const next: Readonly<Record<string, string>> = { ht: 'fr', km: 'en-GB' }

/** Whether lists can be written in the language by the server and by every browser: one that does not know it would write the
 *  words of another between the items. */
export const knowsLists = (language: string): boolean =>
  next[language] === undefined && Intl.ListFormat.supportedLocalesOf(language).length > 0

/** The language, and another for a browser that does not know it. Left to itself, a browser takes its own. */
export function knownLocales(language: string): string[] {
  return [language, next[language] ?? 'en']
}
