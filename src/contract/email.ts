/** What counts as an e-mail address. */
import { regexes } from 'zod/mini'
import { maxEmailLength } from './text.ts'

/** Whether a trimmed text is an e-mail address of at most 254 characters (R-A39, X6). */
export function isEmail(value: string): boolean {
  return value.length <= maxEmailLength && regexes.email.test(value)
}
