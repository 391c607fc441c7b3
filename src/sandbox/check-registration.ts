/** Validates a registration: errors of the whole only when there are none of fields (B.2.1), so a second 400 may follow the first. */
import { isStateCode, type StateCode } from '../contract/states.ts'
import {
  choice,
  currentPlans,
  date,
  email,
  type FieldCheck,
  mustBeTrue,
  phone,
  shortText,
  zipCode,
} from './field-checks.ts'
import { JsonNumber, length } from './python-values.ts'
import type { Body } from './read-body.ts'
import { nonFieldErrors, serviceMessages } from './service-answers.ts'

/** Where they differ: `strict` is the specification (a title is required in Tennessee), `faithful` the real server (X4, X8). */
export type Mode = 'strict' | 'faithful'

export type Registration = Fields & { email: string; state: StateCode }

/** The fields, in the order in which the service checks them; a deliberate second copy of the contract's list (R-A51). */
const requestFields = [
  'title',
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'date_of_birth',
  'email',
  'phone',
  'address1',
  'address2',
  'city',
  'state',
  'zipcode',
  'sms_opt_in',
  'sms_opt_in_subscriber',
] as const
type RequestField = (typeof requestFields)[number]

type Fields = Partial<Record<RequestField, string | true>>

export type RegistrationCheck =
  | { type: 'accepted'; registration: Registration }
  | { type: 'refused'; errors: Record<string, string[]> }
  | { type: 'crash' }

const stateList =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  )
const territories = ['AS', 'GU', 'MP', 'PR', 'VI']

/** Maximum number of characters of an e-mail address in the service's database. */
const maxStoredEmail = 254

export function checkRegistration({ format, value }: Body, mode: Mode, plans = currentPlans): RegistrationCheck {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber) {
    return { type: 'refused', errors: { [nonFieldErrors]: [notDictionary(value)] } }
  }
  const checks = { ...fieldChecks, phone: phone(plans), state: mode === 'strict' ? strictState : faithfulState }
  const input = new Map<string, unknown>(Object.entries(value))
  const fields: Fields = {}
  const errors: Record<string, string[]> = {}
  for (const field of requestFields) {
    const item = input.get(field)
    const isSkipped = format === 'form' && item === '' && !required.includes(field)
    if (item === null) errors[field] = [serviceMessages.null]
    else if (item !== undefined && !isSkipped) {
      const result = checks[field](item)
      if (result.type === 'crash') return { type: 'crash' }
      if (result.type === 'wrong') errors[field] = result.messages
      else fields[field] = result.value
    } else if (required.includes(field)) errors[field] = [getMissingMessage(field, format)]
  }
  if (Object.keys(errors).length > 0) return { type: 'refused', errors }
  return checkCombination(fields, [...input.keys()], mode)
}

function checkCombination(fields: Fields, keys: string[], mode: Mode): RegistrationCheck {
  const { email: address, state, title } = fields
  const unknown = keys.filter((key) => !requestFields.some((field) => field === key))
  if (unknown.length > 0) {
    return { type: 'refused', errors: { [nonFieldErrors]: [serviceMessages.unknownFields(unknown)] } }
  }
  if (state === 'TN' && title === 'Mx') {
    return { type: 'refused', errors: { [nonFieldErrors]: [serviceMessages.tennesseeMx] } }
  }
  if (state === 'TN' && title === undefined && mode === 'strict') {
    return { type: 'refused', errors: { title: [serviceMessages.required] } }
  }
  // Left are only territories, which the real server accepts at first, and an address too long for its database (inferred).
  if (!isStateCode(state) || typeof address !== 'string') return { type: 'crash' }
  if (mode === 'faithful' && length(address) > maxStoredEmail) return { type: 'crash' }
  return { type: 'accepted', registration: { ...fields, email: address, state } }
}

const required: readonly RequestField[] = [
  'first_name',
  'last_name',
  'date_of_birth',
  'email',
  'address1',
  'city',
  'state',
  'zipcode',
  'sms_opt_in',
]

/** A form cannot send false: a checkbox that is missing was not ticked. */
const getMissingMessage = (field: RequestField, format: Body['format']) =>
  format === 'form' && field === 'sms_opt_in' ? serviceMessages.mustBeTrue : serviceMessages.required

const fieldChecks: Omit<Record<RequestField, FieldCheck>, 'phone' | 'state'> = {
  title: choice(['Mr', 'Mrs', 'Miss', 'Ms', 'Mx']),
  first_name: shortText,
  middle_name: shortText,
  last_name: shortText,
  suffix: shortText,
  date_of_birth: date,
  email,
  address1: shortText,
  address2: shortText,
  city: shortText,
  zipcode: zipCode,
  sms_opt_in: mustBeTrue,
  sms_opt_in_subscriber: mustBeTrue,
}

const strictState = choice(stateList)
const faithfulState = choice([...stateList, ...territories])

/** Returns the message for a body that is JSON but not an object (X14). */
export function notDictionary(value: unknown): string {
  if (value === null) return serviceMessages.noData
  if (Array.isArray(value)) return serviceMessages.notDictionary('list')
  if (value instanceof JsonNumber) return serviceMessages.notDictionary(value.isInteger ? 'int' : 'float')
  return serviceMessages.notDictionary(typeof value === 'boolean' ? 'bool' : 'str')
}
