/** Which address of a button the browser gets. */
import { isLoopback, safeLink } from '../../contract/text.ts'

/** The most characters that the address of a button may have. */
export const maxButtonUrlLength = 2_048

/**
 * The address as it came where a voter may be sent there, else an empty text: every release of the form shows that button
 * as text. Refused are, besides what {@link safeLink} refuses: a host that is an IP address however it is written, or
 * `localhost`; `%` in the host; invisible characters such as a soft hyphen; more than 2,048 characters. A state's site is
 * at none of these.
 *
 * @param isSandbox whether the service is the sandbox, whose buttons lead to this machine
 */
export function buttonUrl(value: string, isSandbox: boolean): string {
  if (value.length > maxButtonUrlLength || /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(value)) return ''
  const href = safeLink(value)
  if (href === undefined || /^[^:]*:\/*[^/?#]*%/.test(value)) return ''
  // A dot at the end names the same host.
  const host = new URL(href).hostname.replace(/\.$/, '')
  if (isLoopback(host)) return isSandbox ? value : ''
  // The URL standard has written every other spelling of an IPv4 address with four decimal numbers.
  return host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host) ? '' : value
}
