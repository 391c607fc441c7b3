/** Whether the service takes a phone number. The service asks a phone library with every country's numbering plan and
 *  the United States as default (X7); the sandbox has no such library and knows less, as said below. */
import { isE164 } from '../contract/text.ts'

/**
 * Takes E.164, and what people in the United States write: `(617) 555-1234`, `617.555.1234`, `1-800-FLOWERS`, `011` for
 * abroad, an extension at the end.
 *
 * It does not know which area codes are in use, which ranges other countries have (any 7 to 15 digits after a `+` pass
 * unless they begin with 1), digits of other scripts, and `tel:` addresses.
 */
export function isServicePhone(value: string): boolean {
  const number = value.replace(/\s*(?:;ext=|,|x|ext\.?|extension|#)\s*\d{1,7}#?$/i, '')
  if (!/^\+?[\d\s().\-/A-Za-z]+$/.test(number)) return false
  const digits = number.replace(/[A-Za-z]/g, keypadDigit).replace(/\D/g, '')
  if (number.startsWith('+')) return isE164(`+${digits}`)
  if (digits.startsWith('011')) return isE164(`+${digits.slice(3)}`)
  if (digits.length === 10) return isE164(`+1${digits}`)
  return digits.length === 11 && isE164(`+${digits}`)
}

/** The key of a phone on which a letter stands. */
function keypadDigit(letter: string): string {
  return '22233344455566677778889999'.charAt(letter.toLowerCase().charCodeAt(0) - 97)
}
