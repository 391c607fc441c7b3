/** The rules of `text-schemas.ts` for texts, dates, addresses and links, as plain functions. */
import { regexes } from 'zod/mini'

/** Maximum number of code points of a text field after trimming (R-A30, X3). */
export const maxCodePoints = 256

/** Maximum number of characters of an e-mail address: the service stores 254 (X6). */
export const maxEmailLength = 254

/** Removes the white space that the service removes at both ends: that of JavaScript, and the four
 *  separators U+001C to U+001F and U+0085, which only Python treats as white space. */
export function trim(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && isSpace(value.charAt(start))) start++
  while (end > start && isSpace(value.charAt(end - 1))) end--
  return value.slice(start, end)
}

function isSpace(character: string): boolean {
  const code = character.charCodeAt(0)
  return (code >= 0x1c && code <= 0x1f) || code === 0x85 || character.trim() === ''
}

/** Returns a text without what comes along with a paste and nobody sees, in Unicode's composed form (NFC) and trimmed:
 *  direction marks, zero-width and other default-ignorable characters, and what stands for a pasted object, are dropped. Other
 *  spaces and blank letters (Hangul filler, empty Braille cell) are spaces; other hyphens and the minus sign are `-`. Joiners
 *  and variation selectors stay after a letter that is not Latin: Persian, Sinhala and other names are written with them. A
 *  text that looks empty is empty. */
export function normalizeText(value: string): string {
  const text = value
    .normalize('NFC')
    .replaceAll(/[\p{Z}\u2800\u3164\uffa0]/gu, ' ')
    .replaceAll(/[\u2010\u2011\u2212\ufe63\uff0d]/g, '-')
    .replaceAll(/((?![\p{Script=Latin}\p{DI}])[\p{L}\p{M}][\p{M}\p{Join_Control}]*)|[\p{DI}\ufff9-\ufffc]/gu, '$1')
  return /^[\p{Cc}\p{Cf}\p{Z}\p{DI}]*$/u.test(text) ? '' : trim(text)
}

/** Returns the number of Unicode code points of a text: its length by the service's rules (X3). */
export const codePoints = (value: string): number => Array.from(value).length

/** A calendar date; `month` from 1. */
export interface CalendarDay {
  year: number
  month: number
  day: number
}

/** Returns the date in the service's format: `YYYY-MM-DD` (R-A38). */
export function isoDate({ year, month, day }: CalendarDay): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Whether year, month (1–12) and day are a day that exists in the calendar. */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Whether a trimmed text is an e-mail address of at most 254 characters (R-A39, X6). Also accepts an internationalized
 *  top-level domain in its DNS form (`ada@example.xn--p1ai`), which zod's pattern refuses. */
export function isEmail(value: string): boolean {
  return value.length <= maxEmailLength && regexes.email.test(value.replace(/\.xn--[a-z\d-]*[a-z\d]$/i, '.xn'))
}

const ascii = /^\p{ASCII}*$/u

/** Letters, marks, digits, dots and hyphens, none of them invisible. */
const plainDomain = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}.-])+$/u

/** Characters of a domain (RFC 1035): converting a longer one takes time that grows with the square of its length. */
const maxDomain = 253

/** For servers, since the form accepts such domains as they are: returns an e-mail address with its internationalized domain
 *  in ASCII: `ada@bücher.example` is `ada@xn--bcher-kva.example` (R-A39). Returns any other text unchanged, so that later
 *  checks still refuse it. Never changes the part before the `@`, a domain with invisible characters, or an ASCII domain in
 *  another spelling (full-width letters). */
export function asciiEmail(value: string): string {
  const domainStart = value.lastIndexOf('@') + 1
  const domain = trim(value.slice(domainStart))
  if (domain.length > maxDomain) return value
  if (domainStart === 0 || ascii.test(domain) || !plainDomain.test(domain) || !URL.canParse(`https://${domain}`))
    return value
  const labels = new URL(`https://${domain}`).hostname.split('.')
  const isSameDomain = domain
    .split('.')
    .every((label, index) =>
      ascii.test(label) ? label.toLowerCase() === labels[index] : labels[index]?.startsWith('xn--'),
    )
  return isSameDomain ? value.slice(0, domainStart) + labels.join('.') : value
}

/** Whether a text is a phone number in E.164 (R-A40). Numbers of the North American plan (`+1`) need an area code and an
 *  exchange that begin with 2–9. The area code must not be a service code such as 911, and its second digit must not be 9 (X7:
 *  the service refuses `+15555555555` by range). */
export function isE164(value: string): boolean {
  if (!/^\+[1-9]\d{6,14}$/.test(value)) return false
  return !value.startsWith('+1') || /^\+1(?!\d11|555)[2-9][0-8]\d[2-9]\d{6}$/.test(value)
}

/** Returns a link that may be shown to a voter, or `undefined`: as {@link buttonLink}, but `http:` only for this machine's own
 *  addresses, where the sandbox runs.
 *  @returns the address in the canonical form of the URL standard */
export function safeLink(value: string): string | undefined {
  const href = buttonLink(value)
  return href === undefined || href.startsWith('https:') || isLoopback(new URL(href).hostname) ? href : undefined
}

/** Returns the address of a button of the service's answer, or `undefined`: `https:`, or `http:` since the service chose it
 *  and some state may have no other; without user name or password, control or direction-changing characters, or backslash.
 *  @returns the address in the canonical form of the URL standard */
export function buttonLink(value: string): string | undefined {
  if (/[\p{Cc}\p{Bidi_Control}\s\\]/u.test(value)) return undefined
  let url: URL
  try {
    url = new URL(value)
  } catch {
    return undefined
  }
  if (url.username !== '' || url.password !== '') return undefined
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : undefined
}

/** Whether a host name is this machine: `localhost`, `127.0.0.0/8`, `[::1]`. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}
