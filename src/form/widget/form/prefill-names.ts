/** URL parameters that may contain prefill values. */
import type { Prefill } from '../options.ts'

/** Fields that a URL may prefill, with the names used by other forms. Never consent. */
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
/** Fields that are not personal: the page may have its own parameters with these names. */
const impersonalFields: readonly string[] = ['title', 'city', 'state', 'zipcode']
const birthNames = ['year_of_birth', 'month_of_birth', 'day_of_birth'] as const

/** Calls `takeParameter` for every name of an allowed or personal field, so that it can remove the parameter. */
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
