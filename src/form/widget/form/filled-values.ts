/** The values that the page or a link has put into the form, and that a state may forbid. */
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useFieldValue, useFormTools } from '../inputs/form-tools.ts'
import type { FormField, FormValues } from './fields.ts'

/** By field. What the voter types, the browser fills in or the tab has kept is not among them. */
export type FilledValues = Map<FormField, FormValues[FormField]>

export function clearFilled(form: UseFormReturn<FormValues>, filled: FilledValues): void {
  for (const [field, value] of filled) {
    if (form.getValues(field) === value) form.setValue(field, '')
  }
  filled.clear()
}

/** Clears them, the state too, once the form's state is one where voters type everything themselves. What the voter or the
 *  browser changes is no longer among them. Renders nothing. */
export function ClearFilled({ filled, off }: { filled: FilledValues; off: readonly string[] | undefined }) {
  const { form } = useFormTools()
  const state = useFieldValue(form, 'state')
  useEffect(() => {
    if (off?.includes(state) === true) clearFilled(form, filled)
  }, [form, filled, off, state])
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ name, type }) {
          // The form library names an event; what a program sets has none.
          if (type !== undefined) for (const field of filled.keys()) if (field === name) filled.delete(field)
        },
      }),
    [form, filled],
  )
  return null
}
