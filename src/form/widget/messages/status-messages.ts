/** The texts about the status of state election sites. A partner overrides them with keys that begin with `status.`, for
 *  example `status.heading`. */
import { statusEn } from '../../locales/status-en.ts'
import type { Words } from './catalogue.ts'
import { createMessages, type Messages } from './messages.ts'
import { warnOfUnknownKey } from './warn-of-unknown-key.ts'

/** Every one of these texts; a text with values takes them as one object. */
export type StatusWords = Messages<typeof statusEn>

/** The prefix of a key of these texts. */
export const statusKey = 'status.'

/**
 * Returns the texts.
 *
 * @param words the form's own texts: the status uses the same language
 * @param messages the partner's texts; only those whose key begins with `status.`
 */
export function statusWordsIn(
  { language, catalogue, english }: Pick<Words, 'language' | 'catalogue' | 'english'>,
  messages: Readonly<Record<string, string>> = {},
): StatusWords {
  const own = Object.fromEntries(Object.entries(messages).filter(([key]) => key.startsWith(statusKey)))
  const translated = { status: catalogue?.status }
  const texts = { status: statusEn }
  const unknownKey = (key: string) => warnOfUnknownKey(key, texts)
  return createMessages(texts, { language, translated, messages: own, english, unknownKey }).status
}
