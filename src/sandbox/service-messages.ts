/** The sandbox's own copy of the service's validation messages (rules B.1). The contract has a second copy, from which the
 *  widget translates: a typo in one copy shows in a comparison with the other. */

export const nonFieldErrors = 'non_field_errors'

export const serviceMessages = {
  required: 'This field is required.',
  null: 'This field may not be null.',
  blank: 'This field may not be blank.',
  notString: 'Not a valid string.',
  tooLong: 'Ensure this field has no more than 256 characters.',
  nullCharacter: 'Null characters are not allowed.',
  surrogate: (unit: string) => `Surrogate characters are not allowed: ${unit}.`,
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
