/** What the schemas of `text-schemas.ts` say about texts, dates, addresses and links, as plain functions. */
import { regexes } from 'zod/mini'

/** The most code points that a text field may have after trimming (R-A30, X3). */
export const maxCodePoints = 256

/** The most characters of an e-mail address: the service stores 254 (X6). */
export const maxEmailLength = 254

/** Removes the white space the service removes at both ends: what JavaScript calls white space, and the four
 *  separators U+001C to U+001F and U+0085, which only Python counts as such. */
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

/** How many Unicode code points a text has: what the service counts as its length (X3). */
export function codePoints(value: string): number {
  let count = 0
  for (const _ of value) count++
  return count
}

/** A date of the calendar; `month` from 1. */
export interface CalendarDay {
  year: number
  month: number
  day: number
}

/** The date as the service wants it: `YYYY-MM-DD` (R-A38). */
export function isoDate({ year, month, day }: CalendarDay): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Whether year, month (1–12) and day name a day that exists in the calendar. */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Whether a trimmed text is an e-mail address of at most 254 characters (R-A39, X6). An internationalized top-level domain is
 *  one as well, in the spelling that DNS has for it (`ada@example.xn--p1ai`), which zod's pattern of letters refuses. */
export function isEmail(value: string): boolean {
  return value.length <= maxEmailLength && regexes.email.test(value.replace(/\.xn--[a-z\d-]*[a-z\d]$/i, '.xn'))
}

/**
 * Whether a text is a phone number in E.164 (R-A40). Numbers of the North American plan (`+1`) must have an area code
 * and an exchange that begin with 2–9, and an area code that is no service code such as 911 and whose second digit is not
 * 9 (X7: the service refuses `+15555555555` by range).
 */
export function isE164(value: string): boolean {
  if (!/^\+[1-9]\d{6,14}$/.test(value)) return false
  return !value.startsWith('+1') || /^\+1(?!\d11|555)[2-9][0-8]\d[2-9]\d{6}$/.test(value)
}

/**
 * A link that may be shown to a voter, or `undefined`: `https:` only (`http:` for this machine's own addresses, where
 * the sandbox lives), no user name or password in it, no control or direction-changing characters, no backslash.
 *
 * @returns the address as the URL standard writes it
 */
export function safeLink(value: string): string | undefined {
  if (/[\p{Cc}\p{Bidi_Control}\s\\]/u.test(value)) return undefined
  let url: URL
  try {
    url = new URL(value)
  } catch {
    return undefined
  }
  if (url.username !== '' || url.password !== '') return undefined
  if (url.protocol === 'https:') return url.href
  return url.protocol === 'http:' && isLoopback(url.hostname) ? url.href : undefined
}

/** Whether a host name is this machine itself: `localhost`, `127.0.0.0/8`, `[::1]`. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  )
}
