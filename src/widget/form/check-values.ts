/** Checks what was typed. */
import { formFields } from './fields.ts'
import type { Findings } from './form-errors.ts'
import { formSchema } from './form-schema.ts'
import type { FormField, FormValues } from './form-values.ts'

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
