/** Follows the value of a field. */
import { useCallback, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormField, FormValues } from './fields.ts'

/** The values of the fields that have text. */
type TextField = Exclude<FormField, 'agree' | 'subscriber'>

/**
 * Returns the current value of a field, also one that was typed, chosen or restored before the form came to life in a page from
 * a server: the form library takes such a value without telling its own `useWatch`.
 */
export function useFieldValue(form: UseFormReturn<FormValues>, name: TextField): string {
  return useField(form, () => form.getValues(name))
}

/** Returns whether a field has a value. Further typing does not render the caller again. */
export function useIsFilled(form: UseFormReturn<FormValues>, name: TextField): boolean {
  return useField(form, () => form.getValues(name).trim() !== '')
}

function useField<Value extends string | boolean>(form: UseFormReturn<FormValues>, read: () => Value): Value {
  const subscribe = useCallback(
    (onChange: () => void) => form.subscribe({ formState: { values: true }, callback: onChange }),
    [form],
  )
  // React compares the value again once the page's HTML is taken over.
  return useSyncExternalStore(subscribe, read, read)
}
