/** Every text a voter can read, in one language, as the components say them. */
import type { Catalogue } from '../../locales/catalogue.ts'
import { en } from '../../locales/en.ts'
import { createMessages, type Messages, type MessagesOptions } from './messages.ts'

/** The texts by key; one with values is a function of one object of values. */
export interface Words extends Messages<typeof en> {
  /** The language these texts are written in (BCP 47). */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** What of them is said in English for want of a translation; those with values once they were said. Parts that are
   *  loaded later add theirs. */
  readonly english: Set<string>
  /** Where they are from; `undefined` for English. Parts that are loaded later find their own texts here. */
  readonly catalogue: Catalogue | undefined
}

/** A key of the errors: what can be wrong, without saying it in a language. */
export type ErrorCode = keyof Words['errors']

/**
 * The texts of a language; English for what it leaves out, and without one.
 *
 * @param messages the partner's own texts in place of some
 */
export function wordsIn(
  catalogue?: Catalogue,
  { messages, unknownKey }: Pick<MessagesOptions, 'messages' | 'unknownKey'> = {},
): Words {
  const language = catalogue?.language ?? 'en'
  const english = new Set<string>()
  return {
    ...createMessages(en, { language, translated: catalogue, messages, english, ...(unknownKey && { unknownKey }) }),
    english,
    language,
    direction: catalogue?.direction ?? 'ltr',
    catalogue,
  }
}
