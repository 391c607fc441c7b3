/** What was found wrong with a filled form: by the form itself, or by the service. */
import type { FieldError } from 'react-hook-form'
import type { FormProblem } from './error-summary.tsx'
import { formFields, requestFieldOf } from './fields.ts'
import { formSchema } from './form-schema.ts'
import type { FormField, FormValues } from './form-values.ts'
import { decodeMessage, encodeMessage, type Message } from './message.ts'
import type { Refused } from './refused.ts'

/** What is wrong. Goes over the wire between a server that renders the form and the browser. */
export interface Findings {
  /** Messages by control, encoded: see `message.ts`. */
  fields: Partial<Record<FormField, readonly string[]>>
  /** What belongs to no control. */
  others: readonly Message[]
}

/**
 * What is wrong with values; of each field the first thing. No fields: nothing.
 *
 * @param schema the form's schema, where the caller has made it already
 */
export function checkValues(values: FormValues, schema = formSchema()): Findings {
  const fields: Partial<Record<FormField, readonly string[]>> = {}
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) {
    const field = formFields.find((name) => name === path[0])
    if (field !== undefined) fields[field] ??= [message]
  }
  return { fields, others: [] }
}

/** What the service refused, as findings: the date of birth is refused as a whole. */
export function findingsOf({ byField, form }: Refused): Findings {
  const fields: Partial<Record<FormField, readonly string[]>> = {}
  for (const field of formFields) {
    const messages = byField[field]
    if (messages !== undefined) for (const part of partsOf(field)) fields[part] = messages.map(encodeMessage)
  }
  return { fields, others: form }
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

/** The controls that are one field of the request. */
function partsOf(field: FormField): FormField[] {
  return requestFieldOf[field] === 'date_of_birth'
    ? formFields.filter((other) => requestFieldOf[other] === 'date_of_birth')
    : [field]
}
