/** The ZIP code: a ZIP+4 is shortened to five digits, and the form announces that (R-A45). */
import { useState } from 'react'
import { readZipcode } from '../form/typed-text.ts'
import { useFormTools } from './form-tools.ts'
import { TextField } from './labelled-field.tsx'

/** Shortens a ZIP+4 when the voter leaves the field, not while they type. */
export function ZipcodeField() {
  const { form, words, announce } = useFormTools()
  const [kept, setKept] = useState<string>()
  const note = kept === undefined ? undefined : words.notes.zipcodeKept({ zipcode: kept })
  const shorten = () => {
    const typed = form.getValues('zipcode').trim()
    const zipcode = readZipcode(typed)
    if (typed === kept) return
    if (zipcode === undefined || zipcode === typed) {
      setKept(undefined)
      return
    }
    form.setValue('zipcode', zipcode, { shouldDirty: true })
    setKept(zipcode)
    announce(words.notes.zipcodeKept({ zipcode }))
  }
  return <TextField name="zipcode" note={note} onLeave={shorten} />
}
