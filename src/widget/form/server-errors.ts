/** Reads the service's refusal: what it says about which field, in words a voter understands (R-A81 to R-A83). */
import { isRequestField, type RequestField } from '../../contract/request-fields.ts'
import { serviceMessages } from '../../contract/service-messages.ts'
import type { ValidationError } from '../../contract/validation-error.ts'
import type { ErrorCode } from '../messages/catalogue.ts'
import { formFieldOf, formFields, requestFieldOf } from './fields.ts'
import type { Findings } from './form-errors.ts'
import type { FormField } from './form-values.ts'
import { encodeMessage, type Message } from './message.ts'

/** What the service refused, by control, and what belongs to none. Every message of every list is in it once. */
export interface Refused {
  byField: Partial<Record<FormField, Message[]>>
  form: Message[]
}

/** Sorts a refusal. Keys that are no field of ours, and `non_field_errors`, belong to the form as a whole. */
export function readRefusal(errors: ValidationError): Refused {
  const refused: Refused = { byField: {}, form: [] }
  for (const [key, texts] of Object.entries(errors)) {
    for (const text of texts) {
      if (text === serviceMessages.tennesseeMx) add(fieldList(refused, 'title'), { code: 'titleNotInTennessee' })
      else if (isRequestField(key)) add(fieldList(refused, formFieldOf(key)), inOurWords(key, text))
      else add(refused.form, { verbatim: text })
    }
  }
  return refused
}

function fieldList(refused: Refused, field: FormField): Message[] {
  const list = refused.byField[field] ?? []
  refused.byField[field] = list
  return list
}

function add(list: Message[], message: Message): void {
  if (!list.some((other) => JSON.stringify(other) === JSON.stringify(message))) list.push(message)
}

/** What is missing, by field; a field the voter cannot leave empty by themselves is only "not understood". */
const missing: Partial<Record<RequestField, ErrorCode>> = {
  title: 'titleMissing',
  first_name: 'firstNameMissing',
  last_name: 'lastNameMissing',
  date_of_birth: 'dateMissing',
  email: 'emailMissing',
  phone: 'phoneUnreal',
  address1: 'address1Missing',
  city: 'cityMissing',
  state: 'stateMissing',
  zipcode: 'zipcodeMissing',
  sms_opt_in: 'agreeMissing',
}

/** The service's known texts (rules B.1) and what we say instead. */
const known: Record<string, ErrorCode> = {
  [serviceMessages.tooLong]: 'tooLong',
  [serviceMessages.nullCharacter]: 'unusable',
  [serviceMessages.email]: 'emailUnreal',
  [serviceMessages.phone]: 'phoneUnreal',
  [serviceMessages.zipcode]: 'zipcodeUnreal',
  [serviceMessages.date]: 'dateUnreal',
  [serviceMessages.mustBeTrue]: 'agreeMissing',
  [serviceMessages.notBoolean]: 'notUnderstood',
  [serviceMessages.notString]: 'notUnderstood',
}

function inOurWords(field: RequestField, text: string): Message {
  if (text === serviceMessages.required || text === serviceMessages.blank || text === serviceMessages.null) {
    return { code: missing[field] ?? 'notUnderstood' }
  }
  if (text.startsWith('Surrogate characters are not allowed')) return { code: 'unusable' }
  if (/^".*" is not a valid choice\.$/s.test(text)) {
    return { code: field === 'state' ? 'stateMissing' : field === 'title' ? 'titleMissing' : 'notUnderstood' }
  }
  const code = Object.hasOwn(known, text) ? known[text] : undefined
  return code === undefined ? { verbatim: text } : { code }
}

/** What the service refused, as findings: the date of birth is refused as a whole. */
export function findingsOf({ byField, form }: Refused): Findings {
  const fields: Partial<Record<FormField, readonly string[]>> = {}
  for (const field of formFields) {
    const messages = byField[field]
    if (messages !== undefined) for (const part of partsOf(field)) fields[part] = messages.map(encodeMessage)
  }
  return { fields, others: form }
}

/** The controls that are one field of the request. */
function partsOf(field: FormField): FormField[] {
  return requestFieldOf[field] === 'date_of_birth'
    ? formFields.filter((other) => requestFieldOf[other] === 'date_of_birth')
    : [field]
}
