/** The small schemas that the others share: text, date, e-mail, phone, link. Their messages are the service's own
 *  words (rules B.1), so an error reads the same whether our schema or the service found it. */
import * as z from 'zod/mini'

/** The service's wording of every validation message it is known to send (rules B.1). */
export const serviceMessages = {
  required: 'This field is required.',
  null: 'This field may not be null.',
  blank: 'This field may not be blank.',
  notString: 'Not a valid string.',
  tooLong: 'Ensure this field has no more than 256 characters.',
  nullCharacter: 'Null characters are not allowed.',
  surrogate: (unit: string) => `Surrogate characters are not allowed: ${unit}.`,
  notChoice: (value: string) => `"${value}" is not a valid choice.`,
  email: 'Enter a valid email address.',
  phone: 'Enter a valid phone number.',
  zipcode: 'Zip codes are 5 digits',
  date: 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
  mustBeTrue: 'Must be true',
  notBoolean: 'Must be a valid boolean.',
  tennesseeMx: 'Tennesee does not allow a title of Mx.',
  unknownFields: (keys: readonly string[]) => `Got unknown fields: {${keys.map((key) => `'${key}'`).join(', ')}}`,
  notDictionary: (kind: string) => `Invalid data. Expected a dictionary, but got ${kind}.`,
  noData: 'No data provided',
} as const

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

/** The first lone surrogate of a text as `U+D800`, or `undefined` when the text is well formed. */
export function loneSurrogate(value: string): string | undefined {
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0
    if (code >= 0xd800 && code <= 0xdfff) return `U+${code.toString(16).toUpperCase()}`
  }
  return undefined
}

/** The message for a value that is no string: missing, null, or of another kind. */
export function notAString(issue: { input?: unknown }): string {
  if (issue.input === undefined) return serviceMessages.required
  return issue.input === null ? serviceMessages.null : serviceMessages.notString
}

/** What must hold for every text: no NUL, no lone surrogate. The service answers the latter with a 500. */
function wellFormed(value: string, fail: (message: string) => void): void {
  if (value.includes('\0')) fail(serviceMessages.nullCharacter)
  const lone = loneSurrogate(value)
  if (lone !== undefined) fail(serviceMessages.surrogate(lone))
}

/** Text of 1 to 256 code points after trimming; the output is trimmed (R-A30). */
export const ShortText = z.string({ error: notAString }).check(
  z.overwrite(trim),
  z.check((context) => {
    const fail = (message: string) => {
      context.issues.push({ code: 'custom', message, input: context.value })
    }
    if (context.value === '') fail(serviceMessages.blank)
    if (codePoints(context.value) > maxCodePoints) fail(serviceMessages.tooLong)
    wellFormed(context.value, fail)
  }),
)

/** Whether year, month (1–12) and day name a day that exists in the calendar. */
export function isCalendarDate(year: number, month: number, day: number): boolean {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** A real calendar date as `YYYY-MM-DD` (R-A38, X5). */
export const CalendarDate = z.string({ error: notAString }).check(
  z.refine(
    (value) => {
      const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
      return parts !== null && isCalendarDate(Number(parts[1]), Number(parts[2]), Number(parts[3]))
    },
    { error: serviceMessages.date },
  ),
)

/** An e-mail address of at most 254 characters; the output is trimmed (R-A39, X6). */
export const Email = z.string({ error: notAString }).check(
  z.overwrite(trim),
  z.check((context) => {
    const fail = (message: string) => {
      context.issues.push({ code: 'custom', message, input: context.value })
    }
    if (context.value === '') fail(serviceMessages.blank)
    else if (codePoints(context.value) > maxCodePoints) fail(serviceMessages.tooLong)
    else if (context.value.length > maxEmailLength || !z.regexes.email.test(context.value)) fail(serviceMessages.email)
  }),
)

/**
 * Whether a text is a phone number in E.164 (R-A40). Numbers of the North American plan (`+1`) must have an area code
 * and an exchange that begin with 2–9 and are no service codes such as 911, and an area code whose second digit is
 * not 9 (X7: the service refuses `+15555555555` by range).
 */
export function isE164(value: string): boolean {
  if (!/^\+[1-9]\d{6,14}$/.test(value)) return false
  return !value.startsWith('+1') || /^\+1(?!\d11|555)[2-9][0-8]\d(?!\d11)[2-9]\d{6}$/.test(value)
}

/** A phone number in E.164, for example `+16175551234` (R-A40). */
export const Phone = z.string({ error: notAString }).check(
  z.overwrite(trim),
  z.check((context) => {
    if (context.value === '') {
      context.issues.push({ code: 'custom', message: serviceMessages.blank, input: context.value })
    } else if (!isE164(context.value)) {
      context.issues.push({ code: 'custom', message: serviceMessages.phone, input: context.value })
    }
  }),
)

/** Five ASCII digits; the output is trimmed (R-A45, X9). */
export const ZipCode = z.string({ error: notAString }).check(
  z.overwrite(trim),
  z.check((context) => {
    if (context.value === '') {
      context.issues.push({ code: 'custom', message: serviceMessages.blank, input: context.value })
    } else if (!/^[0-9]{5}$/.test(context.value)) {
      context.issues.push({ code: 'custom', message: serviceMessages.zipcode, input: context.value })
    }
  }),
)

/** The literal `true`; anything else is refused in the service's words (R-A46, R-A47, X10). */
export const True = z.literal(true, {
  error: ({ input }) => {
    if (input === undefined) return serviceMessages.required
    if (input === null) return serviceMessages.null
    return input === false ? serviceMessages.mustBeTrue : serviceMessages.notBoolean
  },
})

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
