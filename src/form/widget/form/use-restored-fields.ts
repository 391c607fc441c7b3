/** Reads values that the voter typed before our script, or that the browser restores after a reload or in a restored tab: without
 *  an event, maybe after our script. */
import { type RefObject, useCallback, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { controlOf, type FormValues, formFields, textFields } from './fields.ts'

/**
 * Reads the values of the form's fields, when the page is shown and on each call. A restored checkbox is cleared: consent
 * must be given again. A form that holds another value than its initial one has been begun: `onStart` is called.
 *
 * @param initial the initial values
 * @returns a function that reads them now: call it at each press, before the form is validated; the pressed checkbox stays
 * unchanged
 */
export function useRestoredFields(
  element: Readonly<RefObject<HTMLFormElement | null>>,
  form: UseFormReturn<FormValues>,
  initial: FormValues,
  onStart: () => void,
): (event: { target: EventTarget | null }) => void {
  const read = useCallback(
    (event: { target: EventTarget | null }) => {
      for (const field of formFields) {
        const control = controlOf(field, element.current)
        if (!control) continue
        if (field === 'agree' || field === 'subscriber') {
          if (control !== event.target) control.checked = form.getValues(field)
          continue
        }
        // An empty field never replaces a known value. A hidden field contains what a server has sent for another step.
        if (control.type === 'hidden' || control.value === '') continue
        if (control.value !== form.getValues(field)) form.setValue(field, control.value)
        if (control.value !== initial[field]) onStart()
      }
    },
    [element, form, initial, onStart],
  )
  useEffect(() => {
    const isBegun = textFields.some((field) => form.getValues(field) !== initial[field])
    if (isBegun) onStart()
    window.addEventListener('pageshow', read)
    return () => window.removeEventListener('pageshow', read)
  }, [read, form, initial, onStart])
  return read
}
