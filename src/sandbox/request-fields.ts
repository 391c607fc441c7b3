/** The fields of a registration as the service lists them, written apart from the contract's list (R-A51). */

const fields = [
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

/** The name of a field. */
export type RequestField = (typeof fields)[number]

/** The 15 fields, in the order in which the service checks them. */
export const requestFields: readonly RequestField[] = fields

/** Whether a key is one of them. */
export const isRequestField = (key: string): key is RequestField => requestFields.some((field) => field === key)

/** The titles the service knows (R-A31). */
export const titles: readonly string[] = ['Mr', 'Mrs', 'Miss', 'Ms', 'Mx']
