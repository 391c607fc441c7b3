/** What was found wrong with a filled form, by the form itself or by the service, and how it is said: in our words by its
 *  code, or in the service's own. */
import type { FieldError } from 'react-hook-form'
import { en } from '../../locales/en.ts'
import type { ErrorCode, Words } from '../messages/catalogue.ts'
import { type FormField, nameOf, requestFieldOf } from './fields.ts'

/** One message. What the service says in words we do not know is shown as it came, marked as English. */
export type Message = { code: ErrorCode } | { verbatim: string }

/** What is wrong. Goes over the wire between a server that renders the form and the browser. */
export interface FormErrors {
  /** Messages by control, encoded: see {@link encodeMessage}. */
  fields: Partial<Record<FormField, readonly string[]>>
  /** What belongs to no control. */
  others: readonly Message[]
}

/** One thing that is wrong, and where; without a field it is about the form as a whole. */
export interface FormProblem {
  field?: FormField
  message: Message
}

/**
 * What the summary says: one entry for each thing that is wrong. What is wrong with several parts of a field leads to the
 * first of them.
 *
 * @param order the controls as the form shows them
 */
export function problemsIn({ fields, others }: FormErrors, order: readonly FormField[]): FormProblem[] {
  const seen = new Set<string>()
  const ofFields = order.flatMap((field) =>
    (fields[field] ?? []).flatMap((message) => {
      const key = `${requestFieldOf[field]} ${message}`
      if (seen.has(key)) return []
      seen.add(key)
      return [{ field, message: decodeMessage(message) }]
    }),
  )
  return [...ofFields, ...others.map((message) => ({ message }))]
}

/** What the form library holds of it. */
export function errorsIn({ fields }: FormErrors): Partial<Record<FormField, FieldError>> {
  return Object.fromEntries(Object.entries(fields).map(([field, encoded]) => [field, errorOf(encoded)]))
}

/** One field's error. */
export function errorOf(encoded: readonly string[]): FieldError {
  return { type: 'server', message: encoded[0] ?? 'notUnderstood', types: { server: [...encoded] } }
}

/** The message's text, and its language where that is not the form's. */
export function formatMessage(
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

const verbatimMark = 'verbatim:'

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
