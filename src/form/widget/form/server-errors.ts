/** Translates the service's validation errors to messages for voters (R-A81 to R-A83). */
import { isRequestField, type RequestField } from '../../../contract/request-fields.ts'
import { serviceMessages, type ValidationError } from '../../../contract/service-messages.ts'
import { en } from '../../locales/en.ts'
import type { ErrorCode } from '../messages/catalog.ts'
import { type FormField, formFields, requestFieldOf } from './fields.ts'
import { encodeMessage, type FormErrors, type Message } from './form-errors.ts'

/** Unknown keys and `non_field_errors` belong to the whole form; an error of the date of birth belongs to all its parts. */
export function parseServerErrors(errors: ValidationError): FormErrors {
  const fields: Partial<Record<FormField, string[]>> = {}
  const general = new Set<string>()
  for (const [key, texts] of Object.entries(errors)) {
    for (const text of new Set(texts)) {
      const isTitle = text === serviceMessages.tennesseeMx
      const field = isTitle ? 'title' : isRequestField(key) ? key : undefined
      if (field === undefined) general.add(key === 'non_field_errors' ? text : `${key}: ${text}`)
      else {
        const message = encodeMessage(isTitle ? { code: 'titleNotInTennessee' } : translateMessage(field, text))
        for (const part of formFields.filter((control) => requestFieldOf[control] === field)) {
          fields[part] = [...new Set([...(fields[part] ?? []), message])]
        }
      }
    }
  }
  return { fields, general: [...general].map((verbatim) => ({ verbatim })) }
}

/** Codes for missing fields. Other fields cannot be missing: `notUnderstood`. */
const missingCodes: Partial<Record<RequestField, ErrorCode>> = {
  title: 'titleMissing',
  first_name: 'firstNameMissing',
  last_name: 'lastNameMissing',
  date_of_birth: 'dateMissing',
  email: 'emailMissing',
  phone: 'phoneInvalid',
  address1: 'address1Missing',
  city: 'cityMissing',
  state: 'stateMissing',
  zipcode: 'zipcodeMissing',
  sms_opt_in: 'agreeMissing',
}

/** Codes by known texts of the service (rules B.1) and the BFF. */
const codesByText: Record<string, ErrorCode> = {
  [serviceMessages.tooLong]: 'tooLong',
  [serviceMessages.nullCharacter]: 'unusable',
  [serviceMessages.lostLetter]: 'lostLetter',
  [serviceMessages.email]: 'emailInvalid',
  [serviceMessages.phone]: 'phoneInvalid',
  [en.errors.phoneKind]: 'phoneKind',
  [serviceMessages.zipcode]: 'zipcodeInvalid',
  [serviceMessages.date]: 'dateInvalid',
  [en.errors.dateInFuture]: 'dateInFuture',
  [en.errors.dateTooLongAgo]: 'dateTooLongAgo',
  [serviceMessages.mustBeTrue]: 'agreeMissing',
  [serviceMessages.notBoolean]: 'notUnderstood',
  [serviceMessages.notString]: 'notUnderstood',
}

function translateMessage(field: RequestField, text: string): Message {
  if (text === serviceMessages.required || text === serviceMessages.blank || text === serviceMessages.null) {
    return { code: missingCodes[field] ?? 'notUnderstood' }
  }
  if (text.startsWith('Surrogate characters are not allowed')) return { code: 'unusable' }
  if (/^".*" is not a valid choice\.$/s.test(text)) {
    return { code: field === 'state' ? 'stateMissing' : field === 'title' ? 'titleMissing' : 'notUnderstood' }
  }
  const code = Object.hasOwn(codesByText, text) ? codesByText[text] : undefined
  return code === undefined ? { verbatim: text } : { code }
}
