/** Errors of the form and the service, and their messages. */
import type { FieldError } from 'react-hook-form'
import { en } from '../../locales/en.ts'
import type { ErrorCode, FormMessages } from '../messages/catalog.ts'
import { type FormField, getFieldLabel, requestFieldOf } from './fields.ts'

/** An unknown text of the service is shown unchanged, marked as English. */
export type Message = { code: ErrorCode } | { verbatim: string }

/** Also sent from a server that renders the form to the browser. */
export interface FormErrors {
  /** Encoded messages: see {@link encodeMessage}. */
  fields: Partial<Record<FormField, readonly string[]>>
  general: readonly Message[]
}

/** An error without a field is about the whole form. */
export interface FormProblem {
  field?: FormField
  message: Message
}

/** Lists each error once; an error of several controls of one field belongs to the first. */
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

/** Whether the voter must confirm the year of birth: the same year is accepted next time. */
export function asksToConfirmYear({ fields }: FormErrors): boolean {
  return fields.birthYear?.includes('yearDoubtful') === true
}

export function toFieldError(encoded: readonly string[]): FieldError {
  return { type: 'server', message: encoded[0] ?? 'notUnderstood', types: { server: [...encoded] } }
}

/** `lang` is set if the text is not in the form's language. */
export function formatMessage(
  message: Message,
  field: FormField | undefined,
  t: FormMessages,
): { text: string; lang?: string } {
  if ('verbatim' in message) {
    return { text: message.verbatim, ...(t.language !== 'en' && { lang: 'en' }) }
  }
  const text = t.errors[message.code]
  return {
    text: typeof text === 'string' ? text : text({ field: field === undefined ? '' : getFieldLabel(field, t) }),
  }
}

const verbatimMark = 'verbatim:'

/** Encodes a message as a string, since react-hook-form's errors contain only strings. */
export function encodeMessage(message: Message): string {
  return 'code' in message ? message.code : `${verbatimMark}${message.verbatim}`
}

export function decodeMessage(encoded: string): Message {
  if (encoded.startsWith(verbatimMark)) return { verbatim: encoded.slice(verbatimMark.length) }
  return { code: isErrorCode(encoded) ? encoded : 'notUnderstood' }
}

/** Returns the code of the violated rule, for callbacks; `other` for an unknown text of the service. */
export function getRuleCode(error: FieldError | undefined): string {
  const { message = 'required' } = error ?? {}
  return message.startsWith(verbatimMark) ? 'other' : message
}

function isErrorCode(value: string): value is ErrorCode {
  return Object.hasOwn(en.errors, value)
}
