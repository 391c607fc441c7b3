/** Chooses the language of the facts' texts, with a partner's own in place of some. */
import { factsEn } from './facts.en.ts'
import { factsEs } from './facts.es.ts'
import type { FactsWords } from './facts-words.ts'
import { overrideWords } from './pick-words.ts'

/** The facts' texts by language. */
export const factsLanguages: Readonly<Record<string, FactsWords>> = { en: factsEn, es: factsEs }

/** How a key of the facts' texts begins. */
export const factsKey = 'facts.'

/**
 * The facts' texts.
 *
 * @param language as the form's own texts have it; English for one that is not there
 * @param messages the partner's texts; only those whose key begins with `facts.`
 */
export function pickFactsWords(
  language: string,
  messages: Readonly<Record<string, string>> = {},
  unknownKey?: (key: string) => void,
): FactsWords {
  const words = Object.hasOwn(factsLanguages, language) ? factsLanguages[language] : undefined
  const own = Object.fromEntries(Object.entries(messages).filter(([key]) => key.startsWith(factsKey)))
  return overrideWords({ facts: words ?? factsEn }, own, unknownKey).facts
}
