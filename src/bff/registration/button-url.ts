/** Filters the URLs of buttons before the browser gets them. */
import { isLoopback, safeLink } from '../../contract/text.ts'

/** Maximum length of a button's URL, in characters. */
export const maxButtonUrlLength = 2_048

/**
 * Returns the URL unchanged if a voter may be sent there, otherwise an empty text: every release of the form shows such a
 * button as text. Rejected are, besides what {@link safeLink} rejects: a host that is an IP address in any notation, or
 * `localhost`; `%` in the host; invisible characters such as a soft hyphen; more than 2,048 characters. No state's site
 * needs any of these.
 *
 * @param isSandbox whether the service is the sandbox, whose buttons point to this machine
 */
export function buttonUrl(value: string, isSandbox: boolean): string {
  if (value.length > maxButtonUrlLength || /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(value)) return ''
  const href = safeLink(value)
  if (href === undefined || /^[^:]*:\/*[^/?#]*%/.test(value)) return ''
  // A trailing dot names the same host.
  const host = new URL(href).hostname.replace(/\.$/, '')
  if (isLoopback(host)) return isSandbox ? value : ''
  // The URL parser normalizes every other notation of an IPv4 address to four decimal numbers.
  return host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host) ? '' : value
}
