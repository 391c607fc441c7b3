/** The form's messages in one language. */
import type { Catalog } from '../../locales/catalog.ts'
import { en } from '../../locales/en.ts'
import { createMessages, type Messages, type MessagesOptions } from './messages.ts'

/** Messages by key; a message with placeholders is a function of their values. */
export interface FormMessages extends Messages<typeof en> {
  /** BCP 47. */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** Texts without a translation; those with placeholders are added on first use. Lazy parts add theirs. */
  readonly english: Set<string>
  /** `undefined` for English. Lazy parts read their texts from here. */
  readonly catalog: Catalog | undefined
  /** The partner's texts by dotted key. Lazy parts read theirs from here. */
  readonly overrides: MessagesOptions['messages']
}

export type ErrorCode = keyof FormMessages['errors']

/** Falls back to English for missing texts, and without a catalog. */
export function createFormMessages(
  catalog?: Catalog,
  { messages, unknownKey }: Pick<MessagesOptions, 'messages' | 'unknownKey'> = {},
): FormMessages {
  const language = catalog?.language ?? 'en'
  const english = new Set<string>()
  return {
    ...createMessages(en, { language, translated: catalog, messages, english, ...(unknownKey && { unknownKey }) }),
    english,
    language,
    direction: catalog?.direction ?? 'ltr',
    catalog,
    overrides: messages,
  }
}

export function warnOfUnknownKey(key: string, english: object): void {
  const [first] = key.split('.')
  const [name, part] = Object.entries(english).find(([group]) => group === first) ?? ['messages', english]
  console.warn(
    `voter-registration: messages["${key}"] is not a text of the form. In ${name}: ${Object.keys(part).join(', ')}.`,
  )
}
