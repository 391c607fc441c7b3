/** Internationalized e-mail domains, for servers: the form accepts them as they are. */
import { trim } from './text.ts'

/** Letters, marks, digits, dots and hyphens, none of them invisible. */
const plainDomain = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}.-])+$/u

/** Maximum number of characters of a domain (RFC 1035). Converting a longer one takes time that grows with the square of its
 *  length. */
const maxDomain = 253

/**
 * Returns an e-mail address with its internationalized domain in ASCII: `ada@bücher.example` is `ada@xn--bcher-kva.example`
 * (R-A39). Returns any other text unchanged, so that later checks still refuse it. Never changes the part before the `@`,
 * a domain with invisible characters, or an ASCII domain in another spelling (full-width letters).
 */
export function asciiEmail(value: string): string {
  const at = value.lastIndexOf('@') + 1
  const domain = trim(value.slice(at))
  if (domain.length > maxDomain) return value
  if (at === 0 || isAscii(domain) || !plainDomain.test(domain) || !URL.canParse(`https://${domain}`)) return value
  const ascii = new URL(`https://${domain}`).hostname.split('.')
  const isSame = domain
    .split('.')
    .every((label, place) => (isAscii(label) ? label.toLowerCase() === ascii[place] : ascii[place]?.startsWith('xn--')))
  return isSame ? value.slice(0, at) + ascii.join('.') : value
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text)
}
