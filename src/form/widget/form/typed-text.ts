/** Reads typed or pasted text, phone numbers and ZIP codes. No phone library: its 24 kB would add little (see the test). */
import { isE164, tidyText } from '../../../contract/text.ts'

/** See {@link tidyText}; control characters become spaces, lone surrogates are removed: the service fails on them (X3). */
export function cleanText(value: string): string {
  return tidyText(value.replaceAll(/\p{Surrogate}/gu, '').replaceAll(/\p{Cc}/gu, ' '))
}

/** The zero digits of Khmer, Bengali, Hindi, Persian and Arabic keyboards. */
const zeros = [0x17e0, 0x9e6, 0x966, 0x6f0, 0x660]

/** Cleans a text and converts digits of any width, and of the form's languages, to ASCII. */
export function cleanDigits(value: string): string {
  return cleanText(value)
    .normalize('NFKC')
    .replaceAll(/[٠-٩۰-۹०-९০-৯០-៩]/g, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - (zeros.find((zero) => zero <= code) ?? code))
    })
}

/** Returns the five digits of a ZIP code or of a ZIP+4 (R-A45, X9), or `undefined`. */
export function readZipcode(input: string): string | undefined {
  return /^([0-9]{5})(?:[\s\p{Pd}]*[0-9]{4})?$/u.exec(cleanDigits(input))?.[1]
}

export type Phone = { type: 'empty' } | { type: 'number'; e164: string } | { type: 'extension' } | { type: 'unreal' }

/** Ten digits are a US number, as are eleven that begin with 1; `+` or `011` begins any other (R-A40, X7). An extension cannot
 *  be sent, and is an error: without it, it would be another number. */
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
