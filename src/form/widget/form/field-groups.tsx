/** The fields of the form by group. */
import { memo, useEffect, useRef, useState } from 'react'
import { titles } from '../../../contract/request-fields.ts'
import { useFormContext } from '../form-context.ts'
import { DateOfBirthField } from '../inputs/date-of-birth-field.tsx'
import { useEmailField } from '../inputs/email-field.tsx'
import { useFieldContext, useFieldValue } from '../inputs/form-tools.ts'
import { SelectField, StateField, TextField } from '../inputs/labelled-field.tsx'
import { getNameOrder } from './field-order.ts'
import { parsePhone, parseZipcode } from './typed-text.ts'

export const PlaceFields = memo(function PlaceFields() {
  return (
    <div className="vr-row vr-row-last">
      <StateField />
      <ZipcodeField />
    </div>
  )
})

export const NameFields = memo(function NameFields() {
  const { t } = useFormContext()
  const [first, second, third] = getNameOrder(t).map((name) => (
    <TextField key={name} name={name} optional={name === 'middleName'} />
  ))
  return (
    <>
      {first}
      <div className="vr-row">
        {second}
        {third}
      </div>
      <div className="vr-row vr-row-last">
        <TitleField />
        <TextField name="suffix" optional />
      </div>
      <DateOfBirthField />
    </>
  )
})

export const AddressFields = memo(function AddressFields() {
  const { t } = useFormContext()
  return (
    <>
      <TextField name="address1" hint={t.hints.address1} />
      <div className="vr-row">
        <TextField name="address2" optional />
        <TextField name="city" />
      </div>
    </>
  )
})

export const ContactFields = memo(function ContactFields() {
  const { field, question } = useEmailField()
  return (
    <>
      <div className="vr-row">
        {field}
        <PhoneField />
      </div>
      {question}
    </>
  )
})

/** Shortens a ZIP+4 when the voter leaves the field, and announces it (R-A45). */
export function ZipcodeField() {
  const { t, announce } = useFormContext()
  const { form } = useFieldContext()
  const [shortZipcode, setShortZipcode] = useState<string>()
  const note = shortZipcode === undefined ? undefined : t.notes.zipcodeKept({ zipcode: shortZipcode })
  const shorten = () => {
    const input = form.getValues('zipcode').trim()
    const zipcode = parseZipcode(input)
    if (input === shortZipcode) return
    if (zipcode === undefined || zipcode === input) {
      setShortZipcode(undefined)
      return
    }
    form.setValue('zipcode', zipcode, { shouldDirty: true })
    setShortZipcode(zipcode)
    announce(t.notes.zipcodeKept({ zipcode }))
  }
  return <TextField name="zipcode" note={note} onLeave={shorten} />
}

/** Optional, except in Tennessee, which requires a title and does not accept Mx (R-A32, R-A33). */
export function TitleField() {
  const { t, announce } = useFormContext()
  const { form, revalidate } = useFieldContext()
  const isTennessee = useFieldValue(form, 'state') === 'TN'
  const wasTennessee = useRef(isTennessee)
  const [isCleared, setCleared] = useState(false)

  useEffect(() => {
    if (wasTennessee.current === isTennessee) return
    wasTennessee.current = isTennessee
    const mustClear = isTennessee && form.getValues('title') === 'Mx'
    if (mustClear) form.setValue('title', '', { shouldDirty: true })
    setCleared(mustClear)
    if (isTennessee) announce(mustClear ? t.notes.titleCleared : t.notes.titleRequired)
    else revalidate(['title'])
  }, [isTennessee, form, t, announce, revalidate])

  const choices = titles
    .filter((title) => !isTennessee || title !== 'Mx')
    .map((title) => ({ value: title, label: t.titles[title] }))
  const hint = isCleared ? t.notes.titleCleared : t.notes.titleRequired
  return (
    <SelectField
      name="title"
      choices={choices}
      optional={!isTennessee}
      hint={isTennessee ? hint : undefined}
      onChoose={() => setCleared(false)}
    />
  )
}

/** Shows and announces a note about unusual numbers when the voter leaves the field. */
export function PhoneField() {
  const { t, announce } = useFormContext()
  const { form } = useFieldContext()
  const [note, setNote] = useState<string>()
  const { phoneArea, phoneAbroad } = t.notes
  const updateNote = () => {
    const phone = form.getValues('phone')
    const area = findUnknownAreaCode(phone)
    const newNote = area === undefined ? (isAbroad(phone) ? phoneAbroad : undefined) : phoneArea({ area })
    setNote(newNote)
    if (newNote !== undefined && newNote !== note) announce(newNote)
  }
  return <TextField name="phone" optional hint={t.hints.phone} note={note} onLeave={updateNote} />
}

/** US area codes: one bit for each number from 200 to 999, lowest bit first, in base64. */
export const areaCodes =
  '7vefu4wBeVFolQoA4Hv/+14rzAMbAhAGAPb3ikMNrQGEYckRAPB7e/9/OIGg3vxSFgDu15/0EGMMe+hAVwLgHf/xXZYYJC3+KA4AfvU31MmpRd9DQQAAoH3/IU+/upUAvJwnAA=='

/** Returns the area code of a +1 number that is not in the table: a typo, a new code, or one of another country. */
export function findUnknownAreaCode(phone: string): string | undefined {
  const parsed = parsePhone(phone)
  const area = parsed.type === 'number' ? /^\+1(...)/.exec(parsed.e164)?.[1] : undefined
  if (area === undefined) return undefined
  const bit = Number(area) - 200
  return (atob(areaCodes).charCodeAt(bit >> 3) >> (bit & 7)) & 1 ? undefined : area
}

function isAbroad(phone: string): boolean {
  const parsed = parsePhone(phone)
  return parsed.type === 'number' && !parsed.e164.startsWith('+1')
}
