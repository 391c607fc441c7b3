/** Normalizes text, phone numbers and ZIP codes. A phone library (24 kB) would add little (see the test). */
import { isE164, normalizeText } from '../../../contract/text.ts'

/** Replaces control characters by spaces and removes lone surrogates, on which the service fails (X3). See {@link normalizeText}. */
export function cleanText(value: string): string {
  return normalizeText(value.replaceAll(/\p{Surrogate}/gu, '').replaceAll(/\p{Cc}/gu, ' '))
}

/** Zero digits of Khmer, Bengali, Hindi, Persian and Arabic. */
const zeros = [0x17e0, 0x9e6, 0x966, 0x6f0, 0x660]

/** Also converts full-width digits and those of the form's languages to ASCII. */
export function cleanDigits(value: string): string {
  return cleanText(value)
    .normalize('NFKC')
    .replaceAll(/[٠-٩۰-۹०-९০-৯០-៩]/g, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - (zeros.find((zero) => zero <= code) ?? code))
    })
}

/** Returns the five digits of a ZIP code or ZIP+4 (R-A45, X9). */
export function parseZipcode(input: string): string | undefined {
  return /^([0-9]{5})(?:[\s\p{Pd}]*[0-9]{4})?$/u.exec(cleanDigits(input))?.[1]
}

export type Phone = { type: 'empty' } | { type: 'number'; e164: string } | { type: 'extension' } | { type: 'unreal' }

/** Accepts US numbers of ten digits, or eleven starting with 1, and others with `+` or `011` (R-A40, X7). Extensions are errors:
 *  the service does not accept them. */
export function parsePhone(input: string): Phone {
  const text = cleanDigits(input)
  if (text === '') return { type: 'empty' }
  // `ext`, `x`, `#` or `;` between the last two runs of digits.
  const between = text.split(/\d+/)
  if (between.length > 2 && /[x#;]/i.test(between.at(-2) ?? '')) return { type: 'extension' }
  const compact = text.replaceAll(/[\s().\-/\p{Pd}·•]/gu, '').replace(/^tel:/i, '')
  const number = toInternational(compact)
  return number !== undefined && isE164(number) ? { type: 'number', e164: number } : { type: 'unreal' }
}

function toInternational(compact: string): string | undefined {
  if (!/^\+?[0-9]+$/.test(compact)) return undefined
  if (compact.startsWith('+')) return compact
  if (compact.length === 10) return `+1${compact}`
  if (compact.length === 11 && compact.startsWith('1')) return `+${compact}`
  return compact.startsWith('011') ? `+${compact.slice(3)}` : undefined
}
