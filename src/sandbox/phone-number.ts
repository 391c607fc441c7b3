/** Whether the service accepts a phone number. The service uses a phone library with every country's numbering plan and the
 *  United States as default (X7); so does the sandbox. The contract has separate code: one bug must not hide the
 *  other. */
import { type MetadataJson, parsePhoneNumberFromString } from 'libphonenumber-js/core'
import current from 'libphonenumber-js/max/metadata'

/** The current numbering plans, as in `libphonenumber-js/max`. */
export const currentPlans: MetadataJson = current

/**
 * Whether the library finds a valid number: E.164, or a format of the United States, such as `(617) 555-0123`,
 * `1-800-FLOWERS`, `011` for abroad, an extension at the end.
 *
 * @param plans the numbering plans to use; an area code is valid from the release of the library that contains it
 */
export function isServicePhone(value: string, plans: MetadataJson = currentPlans): boolean {
  if (/[\n\r]/.test(value)) return false
  return parsePhoneNumberFromString(dialed(value), { defaultCountry: 'US' }, plans)?.isValid() ?? false
}

const extension = /(?:;ext=|,|x|ext\.?|extension|#)\s*\d{1,7}#?$/i

/** The service converts letters to the digits of their keys if there are three or more; the library does not. */
function dialed(value: string): string {
  const number = value.slice(0, extension.exec(value)?.index).trimEnd()
  if (!/^\+?[\d(]/.test(number) || (number.match(/[A-Za-z]/g) ?? []).length < 3) return value
  return number.replace(/[A-Za-z]/g, keypadDigit) + value.slice(number.length)
}

/** Returns the digit of a letter on a phone's keypad. */
function keypadDigit(letter: string): string {
  return '22233344455566677778889999'.charAt(letter.toLowerCase().charCodeAt(0) - 97)
}
