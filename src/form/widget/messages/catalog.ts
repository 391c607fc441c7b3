/** Every text a voter can read, in one language, as the components use them. */
import type { Catalog } from '../../locales/catalog.ts'
import { en } from '../../locales/en.ts'
import { createMessages, type Messages, type MessagesOptions } from './messages.ts'

/** The texts by key; one with values is a function of one object of values. */
export interface Words extends Messages<typeof en> {
  /** The language these texts are written in (BCP 47). */
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** The texts in English for want of a translation; those with values are added on first use. Lazy parts add theirs. */
  readonly english: Set<string>
  /** Their message catalog; `undefined` for English. Lazy parts find their own texts here. */
  readonly catalog: Catalog | undefined
  /** The partner's own texts by dotted key. Lazy parts find theirs here. */
  readonly overrides: MessagesOptions['messages']
}

export type ErrorCode = keyof Words['errors']

/** English for missing texts, and without a catalog. */
export function wordsIn(
  catalog?: Catalog,
  { messages, unknownKey }: Pick<MessagesOptions, 'messages' | 'unknownKey'> = {},
): Words {
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
  const [name, part] = Object.entries(english).find(([one]) => one === first) ?? ['messages', english]
  console.warn(`voter-registration: messages["${key}"] names no text. In ${name}: ${Object.keys(part).join(', ')}.`)
}
