/** The service's validation of a registration: all field errors at once, and only when there are none the errors of the
 *  whole (B.2.1). So a person can meet a second 400 after mending the first. */
import { nonFieldErrors } from '../contract/registration.ts'
import { isRequestField, type RequestField, requestFields, titles } from '../contract/request-fields.ts'
import { serviceMessages } from '../contract/service-messages.ts'
import { isStateCode, type StateCode, stateCodes } from '../contract/states.ts'
import { codePoints, maxEmailLength } from '../contract/text.ts'
import { choice, date, email, type FieldCheck, mustBeTrue, phone, shortText, zipCode } from './field-checks.ts'
import type { Body } from './read-body.ts'

/**
 * Whose word counts where specification and server differ: `strict` is the specification (a title is required in
 * Tennessee, territories are refused), `faithful` the real server (it is not; territories end in a 500) (X4, X8).
 */
export type Mode = 'strict' | 'faithful'

/** The fields that passed, read as the service reads them. */
export type Registration = Fields & { email: string; state: StateCode }

type Fields = Partial<Record<RequestField, string | true>>

/** What comes of checking: the registration, a 400 with these messages, or a 500 because the service's code fails. */
export type Check =
  | { type: 'accepted'; registration: Registration }
  | { type: 'refused'; errors: Record<string, string[]> }
  | { type: 'crash' }

const territories = ['AS', 'GU', 'MP', 'PR', 'VI']

/** Checks a body that could be parsed. */
export function checkRegistration({ from, value }: Body, mode: Mode): Check {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { type: 'refused', errors: { [nonFieldErrors]: [notDictionary(value)] } }
  }
  const given = new Map<string, unknown>(Object.entries(value))
  const fields: Fields = {}
  const errors: Record<string, string[]> = {}
  for (const field of requestFields) {
    const item = given.get(field)
    const left = from === 'form' && item === '' && !required.includes(field)
    if (item === null) errors[field] = [serviceMessages.null]
    else if (item !== undefined && !left) {
      const checked = byMode[mode][field](item)
      if (checked.type === 'crash') return { type: 'crash' }
      if (checked.type === 'wrong') errors[field] = checked.messages
      else fields[field] = checked.value
    } else if (required.includes(field)) errors[field] = [missing(field, from)]
  }
  if (Object.keys(errors).length > 0) return { type: 'refused', errors }
  return checkWhole(fields, [...given.keys()], mode)
}

/** What no single field can tell; unknown keys come first. */
function checkWhole(fields: Fields, keys: string[], mode: Mode): Check {
  const { email: address, state, title } = fields
  const unknown = keys.filter((key) => !isRequestField(key))
  if (unknown.length > 0) {
    return { type: 'refused', errors: { [nonFieldErrors]: [serviceMessages.unknownFields(unknown)] } }
  }
  if (state === 'TN' && title === 'Mx') {
    return { type: 'refused', errors: { [nonFieldErrors]: [serviceMessages.tennesseeMx] } }
  }
  if (state === 'TN' && title === undefined && mode === 'strict') {
    return { type: 'refused', errors: { title: [serviceMessages.required] } }
  }
  // Only territories are left, which the real server takes at first, and an address too long for its database (inferred).
  if (!isStateCode(state) || typeof address !== 'string') return { type: 'crash' }
  if (mode === 'faithful' && codePoints(address) > maxEmailLength) return { type: 'crash' }
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

/** A form cannot say false: a checkbox that is not in it was not ticked. */
const missing = (field: RequestField, from: Body['from']) =>
  from === 'form' && field === 'sms_opt_in' ? serviceMessages.mustBeTrue : serviceMessages.required

const byField: Omit<Record<RequestField, FieldCheck>, 'state'> = {
  title: choice(titles),
  first_name: shortText,
  middle_name: shortText,
  last_name: shortText,
  suffix: shortText,
  date_of_birth: date,
  email,
  phone,
  address1: shortText,
  address2: shortText,
  city: shortText,
  zipcode: zipCode,
  sms_opt_in: mustBeTrue,
  sms_opt_in_subscriber: mustBeTrue,
}

const byMode: Record<Mode, Record<RequestField, FieldCheck>> = {
  strict: { ...byField, state: choice(stateCodes) },
  faithful: { ...byField, state: choice([...stateCodes, ...territories]) },
}

/** The message for a body that is JSON but no object (X14). */
export function notDictionary(value: unknown): string {
  if (value === null) return serviceMessages.noData
  if (Array.isArray(value)) return serviceMessages.notDictionary('list')
  if (typeof value === 'number') return serviceMessages.notDictionary(Number.isInteger(value) ? 'int' : 'float')
  return serviceMessages.notDictionary(typeof value === 'boolean' ? 'bool' : 'str')
}
