/** The errors that the form or the service has found, and their texts: ours by error code, or the service's own. */
import type { FieldError } from 'react-hook-form'
import { en } from '../../locales/en.ts'
import type { ErrorCode, Words } from '../messages/catalog.ts'
import { type FormField, getFieldLabel, requestFieldOf } from './fields.ts'

/** One message. An unknown text of the service is shown unchanged, marked as English. */
export type Message = { code: ErrorCode } | { verbatim: string }

/** The errors. Sent between a server that renders the form and the browser. */
export interface FormErrors {
  /** Messages by control, encoded: see {@link encodeMessage}. */
  fields: Partial<Record<FormField, readonly string[]>>
  general: readonly Message[]
}

/** One error and its field; without a field it is about the form as a whole. */
export interface FormProblem {
  field?: FormField
  message: Message
}

/** Returns one entry for each error; one of several parts of a field links to the first of them. */
export function listProblems({ fields, general }: FormErrors, order: readonly FormField[]): FormProblem[] {
  const keys = new Set<string>()
  const fieldProblems = order.flatMap((field) =>
    (fields[field] ?? []).flatMap((message) => {
      const key = `${requestFieldOf[field]} ${message}`
      if (keys.has(key)) return []
      keys.add(key)
      return [{ field, message: decodeMessage(message) }]
    }),
  )
  return [...fieldProblems, ...general.map((message) => ({ message }))]
}

/** Whether the errors ask if the year of birth is right: the same year is accepted the next time. */
export function asksToConfirmYear({ fields }: FormErrors): boolean {
  return fields.birthYear?.includes('yearDoubtful') === true
}

export function toFieldError(encoded: readonly string[]): FieldError {
  return { type: 'server', message: encoded[0] ?? 'notUnderstood', types: { server: [...encoded] } }
}

/** Returns the message's text, and its language where that is not the form's. */
export function formatMessage(
  message: Message,
  field: FormField | undefined,
  words: Words,
): { text: string; lang?: string } {
  if ('verbatim' in message) {
    return { text: message.verbatim, ...(words.language !== 'en' && { lang: 'en' }) }
  }
  const text = words.errors[message.code]
  return {
    text: typeof text === 'string' ? text : text({ field: field === undefined ? '' : getFieldLabel(field, words) }),
  }
}

const verbatimMark = 'verbatim:'

/** Encodes a message as a string, for the form library, whose errors contain only strings. */
export function encodeMessage(message: Message): string {
  return 'code' in message ? message.code : `${verbatimMark}${message.verbatim}`
}

export function decodeMessage(encoded: string): Message {
  if (encoded.startsWith(verbatimMark)) return { verbatim: encoded.slice(verbatimMark.length) }
  return { code: isErrorCode(encoded) ? encoded : 'notUnderstood' }
}

/** Returns the code of the rule that a field breaks, for the page: `other` for a text of the service that we do not know. */
export function getRuleCode(error: FieldError | undefined): string {
  const { message = 'required' } = error ?? {}
  return message.startsWith(verbatimMark) ? 'other' : message
}

function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(en.errors, value)
}
