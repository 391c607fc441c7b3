/** A voter whose every value is unique, for tests that search for leaks. No value occurs by chance: words are
 *  long, and digits are too many for an identifier, a port, a time or a size. */
import type { RegistrationRequest } from '../registration.ts'

/** A request with all 15 fields, each with a value that occurs nowhere else; only `title` and `state` are common words. */
export const canaryRequest = {
  title: 'Miss',
  first_name: 'Canfirstqx',
  middle_name: 'Canmiddleqx',
  last_name: 'Canlastqx',
  suffix: 'Cansuffixqx',
  date_of_birth: '1937-11-23',
  email: 'canmailqx@example.org',
  phone: '+16178672943',
  address1: '73014486 Canstreetqx Road',
  address2: 'Canflatqx 9',
  city: 'Cancityqx',
  state: 'MA',
  // Numbers have no leading zero, so none is mistaken for it.
  zipcode: '02793',
  sms_opt_in: true,
} as const satisfies RegistrationRequest

/** The values that must occur nowhere, in each format: as entered and as sent. */
const writings: readonly (string | RegExp)[] = [
  'canfirstqx',
  'canmiddleqx',
  'canlastqx',
  'cansuffixqx',
  '1937-11-23',
  '11/23/1937',
  'canmailqx',
  /(?<![\da-f])867-2943/,
  '6178672943',
  /(?<![\da-z.])73014486(?![\da-z])/,
  'canstreetqx',
  'canflatqx',
  'cancityqx',
  /(?<![\da-z.])02793(?![\da-z])/,
]

/** Returns the values of {@link canaryRequest} in a text; empty when nothing has leaked. */
export function canariesIn(text: string): string[] {
  const lower = text.toLowerCase()
  return writings
    .filter((writing) => (typeof writing === 'string' ? lower.includes(writing) : writing.test(lower)))
    .map(String)
}
