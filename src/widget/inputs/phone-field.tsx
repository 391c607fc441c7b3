/** The phone number: for an unknown area code the form asks, but never refuses it. */
import { useState } from 'react'
import { unknownAreaOf } from '../form/area-codes.ts'
import { useFormTools } from './form-tools.ts'
import { TextField } from './labelled-field.tsx'

/** Asks when the voter leaves the field, once for each area code. */
export function PhoneField() {
  const { form, words, announce } = useFormTools()
  const [area, setArea] = useState<string>()
  const ask = () => {
    const unknown = unknownAreaOf(form.getValues('phone'))
    setArea(unknown)
    if (unknown !== undefined && unknown !== area) announce(words.notes.phoneArea({ area: unknown }))
  }
  return (
    <TextField
      name="phone"
      optional
      hint={words.hints.phone}
      note={area && words.notes.phoneArea({ area })}
      onLeave={ask}
    />
  )
}
