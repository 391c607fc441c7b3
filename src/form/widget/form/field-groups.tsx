/** The fields of the form in their groups. */
import { memo } from 'react'
import { DateOfBirthField } from '../inputs/date-of-birth-field.tsx'
import { useEmailField } from '../inputs/email-field.tsx'
import { useFormTools } from '../inputs/form-tools.ts'
import { StateField, TextField } from '../inputs/labelled-field.tsx'
import { PhoneField } from '../inputs/phone-field.tsx'
import { TitleField } from '../inputs/title-field.tsx'
import { ZipcodeField } from '../inputs/zipcode-field.tsx'
import { nameOrder } from './field-order.ts'

// Memoized: they render again only when their own form changes.

/** State and ZIP code. */
export const PlaceFields = memo(function PlaceFields() {
  return (
    <div className="vr-row vr-row-last">
      <StateField />
      <ZipcodeField />
    </div>
  )
})

/** Name and date of birth. */
export const NameFields = memo(function NameFields() {
  const { words } = useFormTools()
  const [one, two, three] = nameOrder(words).map((name) => (
    <TextField key={name} name={name} optional={name === 'middleName'} />
  ))
  return (
    <>
      {one}
      <div className="vr-row">
        {two}
        {three}
      </div>
      <div className="vr-row vr-row-last">
        <TitleField />
        <TextField name="suffix" optional />
      </div>
      <DateOfBirthField />
    </>
  )
})

/** The rest of the address. */
export const AddressFields = memo(function AddressFields() {
  const { words } = useFormTools()
  return (
    <>
      <TextField name="address1" hint={words.hints.address1} />
      <div className="vr-row">
        <TextField name="address2" optional />
        <TextField name="city" />
      </div>
    </>
  )
})

/** E-mail and phone. */
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
