/** Reads a phone number as people write it, without a phone library: 24 kB would buy little (see the test). */
import { isE164 } from '../../contract/text.ts'
import { clean } from './clean.ts'

/** What a voter's phone number turned out to be. */
export type Phone = { type: 'empty' } | { type: 'number'; e164: string } | { type: 'extension' } | { type: 'unreal' }

/**
 * Any spacing and punctuation; ten digits are a US number, eleven that begin with 1 too, `+` or `011` begins any other
 * (R-A40, X7). An extension cannot be sent and is said to be in the way: to cut it off would be another number.
 */
export function readPhone(typed: string): Phone {
  const text = clean(typed)
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
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
