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
        // Not by its class: a frame's document has others. A select has what is read here, too.
        const control = element.current?.querySelector<HTMLInputElement>(`[name=${field}]`)
        if (!control) continue
        if (field === 'agree' || field === 'subscriber') {
          if (control !== event.target) control.checked = form.getValues(field)
          continue
        }
        // What stands there is taken, never an empty field for something known. A hidden one is what a server has sent of
        // another step.
        if (control.type !== 'hidden' && control.value !== '' && control.value !== form.getValues(field))
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
