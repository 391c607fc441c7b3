/** The partner's own text-message program, as its label and the answer name it (R-A48). */
import * as z from 'zod/mini'

export const TextProgram = z.object({
  /** Its name, for example `River City Alerts`. */
  program: z.string().check(z.trim(), z.minLength(1)),
  /** Maximum number of messages that it sends in a month. */
  monthly: z.int().check(z.positive()),
  /** The short code that sends the messages, for example `12345`. */
  code: z.optional(z.string().check(z.regex(/^\d{5,6}$/))),
})
export type TextProgram = z.infer<typeof TextProgram>

/** Returns the values of `{program}` and `{monthly}`: the name with its short code, and the number. Empty without a program. */
export function getProgramValues(texts: TextProgram | undefined): { program?: string; monthly?: string } {
  if (texts === undefined) return {}
  const { program, monthly, code } = texts
  return { program: code === undefined ? program : `${program} (${code})`, monthly: `${monthly}` }
}
