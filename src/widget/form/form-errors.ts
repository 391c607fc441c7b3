/** What was found wrong with a filled form: by the form itself, or by the service. */
import type { FieldError } from 'react-hook-form'
import type { FormProblem } from './error-summary.tsx'
import { formFields, requestFieldOf } from './fields.ts'
import type { FormField } from './form-values.ts'
import { decodeMessage, type Message } from './message.ts'

/** What is wrong. Goes over the wire between a server that renders the form and the browser. */
export interface Findings {
  /** Messages by control, encoded: see `message.ts`. */
  fields: Partial<Record<FormField, readonly string[]>>
  /** What belongs to no control. */
  others: readonly Message[]
}

/** What the summary says: one entry for each thing that is wrong. What is wrong with several parts of a field leads to the
 *  first of them. */
export function problemsIn({ fields, others }: Findings): FormProblem[] {
  const seen = new Set<string>()
  const ofFields = formFields.flatMap((field) =>
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
export function errorsIn({ fields }: Findings): Partial<Record<FormField, FieldError>> {
  return Object.fromEntries(Object.entries(fields).map(([field, encoded]) => [field, errorOf(encoded)]))
}

/** One field's error. */
export function errorOf(encoded: readonly string[]): FieldError {
  return { type: 'server', message: encoded[0] ?? 'notUnderstood', types: { server: [...encoded] } }
}
