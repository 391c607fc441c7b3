/** The phone number: for an unknown area code the form asks, and for a number of another country it warns, but refuses neither. */
import { useState } from 'react'
import { isAbroad, unknownAreaOf } from '../form/area-codes.ts'
import { useFormTools } from './form-tools.ts'
import { TextField } from './labelled-field.tsx'

/** Asks or warns when the voter leaves the field, once for each note. */
export function PhoneField() {
  const { form, words, announce } = useFormTools()
  const [note, setNote] = useState<string>()
  const { phoneArea, phoneAbroad } = words.notes
  const ask = () => {
    const typed = form.getValues('phone')
    const area = unknownAreaOf(typed)
    const next = area === undefined ? (isAbroad(typed) ? phoneAbroad : undefined) : phoneArea({ area })
    setNote(next)
    if (next !== undefined && next !== note) announce(next)
  }
  return <TextField name="phone" optional hint={words.hints.phone} note={note} onLeave={ask} />
}
