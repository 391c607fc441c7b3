/** The facts' texts of this form: its language, and the partner's own words in place of some. */
import { useMemo } from 'react'
import type { Words } from '../messages/catalogue.ts'
import { type FactsWords, factsWordsIn } from '../messages/facts-messages.ts'

/** The texts; the same object for the same language and messages. */
export function useFactsWords(
  { language, catalogue, english }: Pick<Words, 'language' | 'catalogue' | 'english'>,
  messages: Readonly<Record<string, string>> | undefined,
): FactsWords {
  // By content: a page may well write the object anew on each render.
  const own = JSON.stringify(messages ?? {})
  return useMemo(() => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was just written, read back.
    return factsWordsIn({ language, catalogue, english }, JSON.parse(own) as Record<string, string>, (key) => {
      console.warn(`voter-registration: messages["${key}"] names no text. See the keys in the README.`)
    })
  }, [language, catalogue, english, own])
}
