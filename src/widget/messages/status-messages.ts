/** The texts about how the sites of states are. A partner replaces them with keys that begin with `status.`, for example
 *  `status.heading`. */
import { statusEn } from '../../locales/status-en.ts'
import type { Words } from './catalogue.ts'
import { createMessages, type Messages } from './messages.ts'

/** Every text of it; a text with values takes them as one object. */
export type StatusWords = Messages<typeof statusEn>

/** How a key of these texts begins. */
export const statusKey = 'status.'

/**
 * The texts.
 *
 * @param words the form's own: the same language
 * @param messages the partner's texts; only those whose key begins with `status.`
 */
export function statusWordsIn(
  { language, catalogue, english }: Pick<Words, 'language' | 'catalogue' | 'english'>,
  messages: Readonly<Record<string, string>> = {},
): StatusWords {
  const own = Object.fromEntries(Object.entries(messages).filter(([key]) => key.startsWith(statusKey)))
  const translated = { status: catalogue?.status }
  return createMessages({ status: statusEn }, { language, translated, messages: own, english }).status
}
