/** The service's messages about a request that it refuses. */
import * as z from 'zod/mini'

/** The service's wording of every known validation message (rules B.1), and ours of `lostLetter`, which the service accepts. */
export const serviceMessages = {
  required: 'This field is required.',
  null: 'This field may not be null.',
  blank: 'This field may not be blank.',
  notString: 'Not a valid string.',
  tooLong: 'Ensure this field has no more than 256 characters.',
  nullCharacter: 'Null characters are not allowed.',
  surrogate: (unit: string) => `Surrogate characters are not allowed: ${unit}.`,
  lostLetter: 'Replacement characters (U+FFFD) are not allowed: a letter was lost.',
  notChoice: (value: string) => `"${value}" is not a valid choice.`,
  email: 'Enter a valid email address.',
  phone: 'Enter a valid phone number.',
  zipcode: 'Zip codes are 5 digits',
  date: 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
  mustBeTrue: 'Must be true',
  notBoolean: 'Must be a valid boolean.',
  tennesseeMx: 'Tennesee does not allow a title of Mx.',
  unknownFields: (keys: readonly string[]) => `Got unknown fields: {${keys.map((key) => `'${key}'`).join(', ')}}`,
  notDictionary: (kind: string) => `Invalid data. Expected a dictionary, but got ${kind}.`,
  noData: 'No data provided',
} as const

/** The key of errors that belong to no single field (R-A82). */
export const nonFieldErrors = 'non_field_errors'

/** The service's 400: messages by field name, or under `non_field_errors`; any other key may occur too (R-A81, R-A83). */
export const ValidationError = z.record(z.string(), z.array(z.string()))
export type ValidationError = z.infer<typeof ValidationError>
