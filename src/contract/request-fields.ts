/** The names of the registration's fields and of its titles, as plain lists: `registration.ts` has the schema. */

/** The five titles the service knows, without dots (R-A31). */
export const titles = ['Mr', 'Mrs', 'Miss', 'Ms', 'Mx'] as const

/** One of the five titles. */
export type Title = (typeof titles)[number]

/** The 15 fields in the order of the specification (R-A51). */
export const requestFields = [
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

/** The name of one of the 15 fields, as in the API. */
export type RequestField = (typeof requestFields)[number]

/** Whether a key is one of the 15 request fields. */
export function isRequestField(key: string): key is RequestField {
  return (requestFields as readonly string[]).includes(key)
}
