/** A voter whose every value can be found again, for tests that look for leaks. No value turns up by chance: words are
 *  long, and digits are too many for an identifier, a port, a time or a size. */
import type { RegistrationRequest } from '../contract/registration.ts'

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
  // No number is written with a zero in front, so none is mistaken for it.
  zipcode: '02793',
  sms_opt_in: true,
} as const satisfies RegistrationRequest

/** What of it must be found nowhere: each value as it may be written, as entered and as sent. */
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

/** How a text writes values of {@link canaryRequest}; empty when nothing has leaked. */
export function canariesIn(text: string): string[] {
  const lower = text.toLowerCase()
  return writings
    .filter((writing) => (typeof writing === 'string' ? lower.includes(writing) : writing.test(lower)))
    .map(String)
}
