/** Moves the focus to the field for which a step was shown. */
import { type RefObject, useEffect, useRef } from 'react'
import { elementBy } from '../focus.ts'
import { idOf } from '../inputs/form-tools.ts'
import type { FormPlace } from './use-registration-form.ts'

/** @returns a ref for the form's element */
export function useFieldFocus(place: FormPlace, instanceId: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (place.field !== undefined && form.current !== null) {
      elementBy(idOf(instanceId, place.field), form.current)?.focus()
    }
  }, [place, instanceId])
  return form
}
