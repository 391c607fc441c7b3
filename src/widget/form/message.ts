/** A message about what is wrong: in our words by its code, or in the service's own. */
import { en } from '../../locales/en.ts'
import type { ErrorCode, Words } from '../messages/catalogue.ts'
import { nameOf } from './fields.ts'
import type { FormField } from './form-values.ts'

/** One message. What the service says in words we do not know is shown as it came, marked as English. */
export type Message = { code: ErrorCode } | { verbatim: string }

/** The message's text, and its language where that is not the form's. */
export function sayMessage(
  message: Message,
  field: FormField | undefined,
  words: Words,
): { text: string; lang?: string } {
  if ('verbatim' in message) {
    return { text: message.verbatim, ...(words.language !== 'en' && { lang: 'en' }) }
  }
  const text = words.errors[message.code]
  return { text: typeof text === 'string' ? text : text({ field: field === undefined ? '' : nameOf(field, words) }) }
}

/** Messages as strings, for the form library, whose errors hold nothing else. */
export function encodeMessage(message: Message): string {
  return 'code' in message ? message.code : `${verbatimMark}${message.verbatim}`
}

/** The message of an encoded string. */
export function decodeMessage(encoded: string): Message {
  if (encoded.startsWith(verbatimMark)) return { verbatim: encoded.slice(verbatimMark.length) }
  return { code: isErrorCode(encoded) ? encoded : 'notUnderstood' }
}

function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(en.errors, value)
}

const verbatimMark = 'verbatim:'
