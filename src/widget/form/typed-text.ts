/** Reads what was typed or pasted: nobody sees a difference, and the service accepts it. Phone numbers are read without a
 *  phone library: 24 kB would buy little (see the test). */
import { isE164, trim } from '../../contract/text.ts'

/**
 * The text as it is sent: in Unicode's composed form (NFC), control characters (line breaks, tabs, NUL) as spaces,
 * halves of characters removed (the service fails on them), without white space at both ends (X3). A text of nothing
 * but invisible characters is empty.
 */
export function clean(value: string): string {
  const text = trim(
    value
      .replaceAll(/\p{Surrogate}/gu, '')
      .replaceAll(/\p{Cc}/gu, ' ')
      .normalize('NFC'),
  )
  return /^[\p{Cf}\p{Z}]*$/u.test(text) ? '' : text
}

/** The zeros of Khmer, Bengali, Hindi, Persian and Arabic keyboards. */
const zeros = [0x17e0, 0x9e6, 0x966, 0x6f0, 0x660]

/** The same with digits of every kind of width, and of the form's languages, as ASCII ones. */
export function cleanDigits(value: string): string {
  return clean(value)
    .normalize('NFKC')
    .replaceAll(/[٠-٩۰-۹०-९০-৯០-៩]/g, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - (zeros.find((zero) => zero <= code) ?? code))
    })
}

/** The five digits of a ZIP code or of a ZIP+4 (R-A45, X9), or `undefined`. */
export function readZipcode(typed: string): string | undefined {
  return /^([0-9]{5})(?:[\s\p{Pd}]*[0-9]{4})?$/u.exec(cleanDigits(typed))?.[1]
}

/** What a voter's phone number turned out to be. */
export type Phone = { type: 'empty' } | { type: 'number'; e164: string } | { type: 'extension' } | { type: 'unreal' }

/**
 * Any spacing and punctuation; ten digits are a US number, eleven that begin with 1 too, `+` or `011` begins any other
 * (R-A40, X7). An extension cannot be sent and is said to be in the way: to cut it off would be another number.
 */
export function readPhone(typed: string): Phone {
  const text = cleanDigits(typed).replaceAll(/\p{Cf}/gu, '')
  if (text === '') return { type: 'empty' }
  if (/\d.*?(ext|x|#|;)\D*\d+\D*$/i.test(text)) return { type: 'extension' }
  const compact = text.replaceAll(/[\s().\-/\p{Pd}·•]/gu, '').replace(/^tel:/i, '')
  const number = international(compact)
  return number !== undefined && isE164(number) ? { type: 'number', e164: number } : { type: 'unreal' }
}

function international(compact: string): string | undefined {
  if (!/^\+?[0-9]+$/.test(compact)) return undefined
  if (compact.startsWith('+')) return compact
  if (compact.length === 10) return `+1${compact}`
  if (compact.length === 11 && compact.startsWith('1')) return `+${compact}`
  return compact.startsWith('011') ? `+${compact.slice(3)}` : undefined
}
