/** Turns what was typed or pasted into what is sent: nobody sees a difference, and the service accepts it. */
import { trim } from '../../contract/text.ts'

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
