/** Whether the service takes a phone number. The service asks a phone library with every country's numbering plan and the
 *  United States as default (X7); so does the sandbox. Its verdict is not the contract's: one bug must not hide the
 *  other. */
import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import current from 'libphonenumber-js/max/metadata'

/** The numbering plans of the day, as `libphonenumber-js/max` has them. */
export const currentPlans: MetadataJson = current

/**
 * Whether the library finds a valid number: E.164, or what people in the United States write, such as `(617) 555-0123`,
 * `1-800-FLOWERS`, `011` for abroad, an extension at the end.
 *
 * @param plans the numbering plans to go by; an area code is valid from the release of the library that knows it
 */
export function isServicePhone(value: string, plans: MetadataJson = currentPlans): boolean {
  if (/[\n\r]/.test(value)) return false
  return parsePhoneNumberFromString(dialed(value), { defaultCountry: 'US' }, plans)?.isValid() ?? false
}

const extension = /\s*(?:;ext=|,|x|ext\.?|extension|#)\s*\d{1,7}#?$/i

/** The service reads letters as the keys on which they stand, from three letters on; the library does not. */
function dialed(value: string): string {
  const [after = ''] = extension.exec(value) ?? []
  const number = value.slice(0, value.length - after.length)
  if (!/^\+?[\d(].*(?:[A-Za-z].*){3}$/.test(number)) return value
  return number.replace(/[A-Za-z]/g, keypadDigit) + after
}

/** The key of a phone on which a letter stands. */
function keypadDigit(letter: string): string {
  return '22233344455566677778889999'.charAt(letter.toLowerCase().charCodeAt(0) - 97)
}
