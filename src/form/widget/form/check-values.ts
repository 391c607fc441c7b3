/** The validation of the typed values. It rejects everything that `to-request` could not convert to a body the service
 *  accepts. Its messages are codes, so that they follow a change of language. */
import { titles } from '../../../contract/request-fields.ts'
import { isStateCode } from '../../../contract/states.ts'
import { type CalendarDay, codePoints, isEmail, maxCodePoints, maxEmailLength } from '../../../contract/text.ts'
import type { ErrorCode } from '../messages/catalogue.ts'
import { ageOn, dayOf, readBirthDate } from './birth-date.ts'
import type { FormField, FormValues } from './fields.ts'
import type { FormErrors } from './form-errors.ts'
import { clean, readPhone, readZipcode } from './typed-text.ts'

/** Stands for a letter that was lost between two programs. */
const lostLetter = '\ufffd'

/** The fields with any text, and the error of each that must have one. */
const plainTexts = [
  ['firstName', 'firstNameMissing'],
  ['middleName', undefined],
  ['lastName', 'lastNameMissing'],
  ['suffix', undefined],
  ['address1', 'address1Missing'],
  ['address2', undefined],
  ['city', 'cityMissing'],
] as const

export interface CheckOptions {
  /** Today's day for the voter. */
  today?: CalendarDay
  /** The year of birth about which the voter was asked before: it is not asked about again. */
  sureYear?: string | undefined
}

/** Returns the first error of each field. */
export function checkValues(values: FormValues, options: CheckOptions = {}): FormErrors {
  const { today = dayOf(Date.now()), sureYear } = options
  const fields: FormErrors['fields'] = {}
  const report = (field: FormField, code: ErrorCode | undefined) => {
    if (code !== undefined) fields[field] ??= [code]
  }

  if (!isStateCode(values.state)) report('state', 'stateMissing')
  if (clean(values.zipcode) === '') report('zipcode', 'zipcodeMissing')
  else if (readZipcode(values.zipcode) === undefined) report('zipcode', 'zipcodeUnreal')
  for (const [field, missing] of plainTexts) {
    const text = clean(values[field])
    if (text === '') report(field, missing)
    else if (text.includes(lostLetter)) report(field, 'lostLetter')
    else if (codePoints(text) > maxCodePoints) report(field, 'tooLong')
  }
  if (!['', ...titles].includes(values.title)) report('title', 'titleMissing')
  if (values.state === 'TN' && values.title === '') report('title', 'titleMissing')
  if (values.state === 'TN' && values.title === 'Mx') report('title', 'titleNotInTennessee')

  const birth = readBirthDate(values, today)
  if (birth.type === 'wrong') {
    for (const part of birth.parts) report(part, birth.code)
  } else {
    const age = ageOn(birth.date, today)
    // Probably a slip.
    if ((age < 13 || age > 120) && values.birthYear !== sureYear) report('birthYear', 'yearDoubtful')
  }

  const email = clean(values.email)
  // The BFF sends an internationalized domain as `xn--`; here its letters count like ASCII letters.
  const domainAt = email.lastIndexOf('@') + 1
  const domain = email.slice(domainAt).replace(/(?!\p{ASCII})[\p{L}\p{M}\p{N}]/gu, 'a')
  if (email === '') report('email', 'emailMissing')
  else if (email.includes(lostLetter)) report('email', 'lostLetter')
  else if (email.length > maxEmailLength) report('email', 'emailTooLong')
  else if (!isEmail(email.slice(0, domainAt) + domain)) report('email', 'emailUnreal')
  const phone = readPhone(values.phone)
  if (phone.type === 'extension') report('phone', 'phoneExtension')
  if (phone.type === 'unreal') report('phone', 'phoneUnreal')
  if (!values.agree) report('agree', 'agreeMissing')
  if (values.subscriber && phone.type === 'empty') report('phone', 'phoneForTexts')
  return { fields, others: [] }
}
