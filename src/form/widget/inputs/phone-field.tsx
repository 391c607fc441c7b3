/** The phone number: for an unknown area code the form asks, and for a number of another country it warns, but refuses neither. */
import { useState } from 'react'
import { readPhone } from '../form/typed-text.ts'
import { useFormContext } from '../form-context.ts'
import { useFormTools } from './form-tools.ts'
import { TextField } from './labelled-field.tsx'

/** Asks or warns when the voter leaves the field, once for each note. */
export function PhoneField() {
  const { t, announce } = useFormContext()
  const { form } = useFormTools()
  const [note, setNote] = useState<string>()
  const { phoneArea, phoneAbroad } = t.notes
  const ask = () => {
    const typed = form.getValues('phone')
    const area = unknownAreaOf(typed)
    const next = area === undefined ? (isAbroad(typed) ? phoneAbroad : undefined) : phoneArea({ area })
    setNote(next)
    if (next !== undefined && next !== note) announce(next)
  }
  return <TextField name="phone" optional hint={t.hints.phone} note={note} onLeave={ask} />
}

/** The area codes of the United States in a hundred bytes. One bit for each number from 200 to 999: whether it is an area code
 *  of subscribers in the states, DC or the territories. In base64, the lowest bit of a byte first. */
export const areaCodes =
  '7vefu4wBeVFolQoA4Hv/+14rzAMbAhAGAPb3ikMNrQGEYckRAPB7e/9/OIGg3vxSFgDu15/0EGMMe+hAVwLgHf/xXZYYJC3+KA4AfvU31MmpRd9DQQAAoH3/IU+/upUAvJwnAA=='

/** Returns the area code of a +1 number that is not in the table: a typing error, a new one, or one of another country. */
export function unknownAreaOf(typed: string): string | undefined {
  const phone = readPhone(typed)
  const area = phone.type === 'number' ? /^\+1(...)/.exec(phone.e164)?.[1] : undefined
  if (area === undefined) return undefined
  const bit = Number(area) - 200
  return (atob(areaCodes).charCodeAt(bit >> 3) >> (bit & 7)) & 1 ? undefined : area
}

function isAbroad(typed: string): boolean {
  const phone = readPhone(typed)
  return phone.type === 'number' && !phone.e164.startsWith('+1')
}
