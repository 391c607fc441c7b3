/** Takes what the browser fills in again after a reload or in a restored tab: it tells nobody, and may come after our script. */
import { type RefObject, useCallback, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type FormValues, formFields } from './fields.ts'

/**
 * Reads what stands in the form's fields, when the page is shown and whenever it is asked to. A tick that comes back is taken
 * away: consent is given anew.
 *
 * @returns reads it now: call it at each press, before the form is checked; the box that is pressed is left as it is
 */
export function useRestoredFields(
  element: Readonly<RefObject<HTMLFormElement | null>>,
  form: UseFormReturn<FormValues>,
): (event: { target: EventTarget | null }) => void {
  const read = useCallback(
    (event: { target: EventTarget | null }) => {
      for (const field of formFields) {
        const control = element.current?.elements.namedItem(field)
        if (field === 'agree' || field === 'subscriber') {
          if (control instanceof HTMLInputElement && control !== event.target) control.checked = form.getValues(field)
          continue
        }
        // A hidden one is what a server has sent of another step.
        const isShown =
          control instanceof HTMLSelectElement || (control instanceof HTMLInputElement && control.type !== 'hidden')
        // What stands there is taken, never an empty field for something known.
        if (isShown && control.value !== '' && control.value !== form.getValues(field))
          form.setValue(field, control.value)
      }
    },
    [element, form],
  )
  useEffect(() => {
    window.addEventListener('pageshow', read)
    return () => window.removeEventListener('pageshow', read)
  }, [read])
  return read
}
