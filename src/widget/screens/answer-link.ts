/** Which addresses in the service's text may become links. */
import { safeLink } from '../../contract/text.ts'

/**
 * An address that a link in the service's text may have, or `undefined`: what the contract calls a safe link (`https:`;
 * `http:` on this machine), `mailto:` and `tel:`. A line break hidden in a `mailto:` could add recipients.
 *
 * @returns the address as it goes into `href`
 */
export function answerLink(url: string): string | undefined {
  if (/^mailto:[^\s:/\\]+@[^\s:/\\]+$/i.test(url) && !/%0[ad]/i.test(url)) return url
  if (/^tel:\+?[0-9().;=a-z-]+$/i.test(url)) return url
  return safeLink(url)
}
