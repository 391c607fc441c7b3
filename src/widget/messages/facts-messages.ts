/** The texts about a state's facts. They are loaded with the facts, and a partner replaces them with keys that begin with
 *  `facts.`, for example `facts.heading`. */
import { factsEn } from '../../locales/facts-en.ts'
import type { Words } from './catalogue.ts'
import { createMessages, type Messages, type MessagesOptions } from './messages.ts'

/** Every text about facts; a text with values takes them as one object. */
export type FactsWords = Omit<Messages<typeof factsEn>, BySlug> &
  Readonly<Record<BySlug, Readonly<Record<string, string>>>>

/** Words for what the service names; its own where there is none here. */
type BySlug = 'labels' | 'links' | 'options'

/** How a key of the facts' texts begins. */
export const factsKey = 'facts.'

/**
 * The facts' texts.
 *
 * @param words the form's own: the same language
 * @param messages the partner's texts; only those whose key begins with `facts.`
 */
export function factsWordsIn(
  { language, catalogue, english }: Pick<Words, 'language' | 'catalogue' | 'english'>,
  messages: Readonly<Record<string, string>> = {},
  unknownKey?: MessagesOptions['unknownKey'],
): FactsWords {
  const own = Object.fromEntries(Object.entries(messages).filter(([key]) => key.startsWith(factsKey)))
  const options = {
    language,
    translated: { facts: catalogue?.facts },
    messages: own,
    english,
    ...(unknownKey && { unknownKey }),
  }
  return createMessages({ facts: factsEn }, options).facts
}
