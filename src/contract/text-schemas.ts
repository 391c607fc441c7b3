/** The basic schemas that the others share: text, date, e-mail, phone. Their messages are the service's own words
 *  (rules B.1), so an error reads the same whether our schema or the service found it. */
import * as z from 'zod/mini'
import { serviceMessages } from './service-messages.ts'
import { codePoints, isCalendarDate, isE164, isEmail, maxCodePoints, normalizeText } from './text.ts'

/** Returns the message for a value that is not a string: missing, null, or of another type. */
export function getStringMessage(issue: { input?: unknown }): string {
  if (issue.input === undefined) return serviceMessages.required
  return issue.input === null ? serviceMessages.null : serviceMessages.notString
}

/** A trimmed text without invisible characters, checked for all its problems; one that looks empty is refused as blank. */
const trimmedText = (getProblems: (value: string) => readonly (string | false)[]) =>
  z.string({ error: getStringMessage }).check(
    z.overwrite(normalizeText),
    z.check(({ value, issues }) => {
      const messages = value === '' ? [serviceMessages.blank] : getProblems(value)
      for (const message of messages) if (message !== false) issues.push({ code: 'custom', message, input: value })
    }),
  )

/** Text of 1 to 256 code points after trimming; the output is trimmed (R-A30). No NUL, and no lone surrogate, because the
 *  service answers one with a 500; no U+FFFD, which stands for a lost letter. */
export const ShortText = trimmedText((value) => {
  const [surrogate] = /\p{Surrogate}/u.exec(value) ?? []
  return [
    codePoints(value) > maxCodePoints && serviceMessages.tooLong,
    value.includes('\0') && serviceMessages.nullCharacter,
    surrogate !== undefined && serviceMessages.surrogate(`U+${surrogate.charCodeAt(0).toString(16).toUpperCase()}`),
    value.includes('\ufffd') && serviceMessages.lostLetter,
  ]
})

/** A real calendar date as `YYYY-MM-DD` (R-A38, X5). Invisible characters are dropped; a space is not. */
export const CalendarDate = z.string({ error: getStringMessage }).check(
  z.overwrite((value) => (value.trim() === value ? normalizeText(value) : value)),
  z.refine(
    (value) => {
      const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
      return parts !== null && isCalendarDate(Number(parts[1]), Number(parts[2]), Number(parts[3]))
    },
    { error: serviceMessages.date },
  ),
)

/** An e-mail address of at most 254 characters; the output is trimmed (R-A39, X6). */
export const Email = trimmedText((value) => [
  codePoints(value) > maxCodePoints ? serviceMessages.tooLong : !isEmail(value) && serviceMessages.email,
  value.includes('\ufffd') && serviceMessages.lostLetter,
])

/** A phone number in E.164, for example `+16175551234` (R-A40). */
export const Phone = trimmedText((value) => [!isE164(value) && serviceMessages.phone])

/** Five ASCII digits; the output is trimmed (R-A45, X9). */
export const ZipCode = trimmedText((value) => [!/^[0-9]{5}$/.test(value) && serviceMessages.zipcode])

/** The literal `true`; anything else is refused in the service's words (R-A46, R-A47, X10). */
export const True = z.literal(true, {
  error: ({ input }) => {
    if (input === undefined) return serviceMessages.required
    if (input === null) return serviceMessages.null
    return input === false ? serviceMessages.mustBeTrue : serviceMessages.notBoolean
  },
})
