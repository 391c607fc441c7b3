/** Filters the URLs of buttons before the browser gets them. */
import { buttonLink, isLoopback } from '../../contract/text.ts'

/** Maximum length of a button's URL, in characters. */
export const maxButtonUrlLength = 2_048

/** Names that no public name server knows: of one label, and those reserved for a local network (RFC 6762, 8375, 6761). */
const localName = /^[^.]*$|\.(?:local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/

/**
 * Returns the URL unchanged if a voter may be sent there, otherwise an empty text: every release of the form shows such a
 * button as text. Rejected are, besides what {@link buttonLink} rejects: a host that is an IP address in any notation,
 * `localhost`, or a name of a local network; an address without `//`; `%` in the host; invisible characters such as a soft
 * hyphen; more than 2,048 characters. No state's site needs any of these. `http:` stays: the service chose it.
 *
 * @param isSandbox whether the service is the sandbox, whose buttons point to this machine
 */
export function buttonUrl(value: string, isSandbox: boolean): string {
  if (value.length > maxButtonUrlLength || /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(value)) return ''
  const href = buttonLink(value)
  if (href === undefined || !/^https?:\/\/[^/?#%]+(?:[/?#]|$)/i.test(value)) return ''
  // A trailing dot names the same host.
  const host = new URL(href).hostname.replace(/\.$/, '')
  if (isLoopback(host)) return isSandbox ? value : ''
  // The URL parser normalizes every other notation of an IPv4 address to four decimal numbers.
  return host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host) || localName.test(host) ? '' : value
}
