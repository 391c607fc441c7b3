/** The parameter names under which a page's address may contain initial values. */
import type { Prefill } from '../options.ts'

/** The fields that an address may prefill, with the names in links of other forms. Consent is never among them. */
const fields: { readonly [Field in keyof Prefill]-?: readonly string[] } = {
  title: [],
  first_name: [],
  middle_name: [],
  last_name: [],
  suffix: [],
  date_of_birth: [],
  email: ['email_address'],
  phone: ['phone_number'],
  address1: ['address', 'street'],
  address2: ['unit'],
  city: [],
  state: [],
  zipcode: ['zip', 'zip5', 'zip_code', 'home_zip_code'],
}
export const prefillable: readonly string[] = Object.keys(fields)
/** Fields that are not personal: a page may have parameters of its own by these names. */
const impersonalFields: readonly string[] = ['title', 'city', 'state', 'zipcode']
const birthNames = ['year_of_birth', 'month_of_birth', 'day_of_birth'] as const

/** `take` is called for every name of an allowed field and of a personal one, so that it may remove them. */
export function prefillFrom(allowed: readonly string[], takeParameter: (name: string) => string | undefined): Prefill {
  const prefill: Record<string, string> = {}
  for (const [field, otherNames] of Object.entries(fields)) {
    const isAllowed = allowed.includes(field)
    if (!isAllowed && impersonalFields.includes(field)) continue
    const values = [field, ...otherNames].map(takeParameter)
    const birth = field === 'date_of_birth' ? birthNames.map(takeParameter) : []
    const value = values.find((candidate) => candidate !== undefined) ?? joinDate(birth)
    if (isAllowed && value !== undefined) prefill[field] = value
  }
  return prefill
}

function joinDate(parts: readonly (string | undefined)[]): string | undefined {
  if (parts.length === 0 || parts.includes(undefined)) return undefined
  return parts.map((part = '') => part.padStart(2, '0')).join('-')
}
