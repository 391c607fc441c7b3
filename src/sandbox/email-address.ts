/** Whether the service takes an e-mail address: looser than a browser in places, stricter in others (X6, measured). */

const atoms = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** In quotes nearly every ASCII character may stand, a quote or backslash after a backslash. */
const quoted = /^"([!#-[\]-~]|\\[ -~])*"$/
const hostName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{1,62}[a-z0-9]$/i

/**
 * `a@localhost`, `a@éx.com` and a long local part pass; `é@x.com` and `a..b@c.com` do not. Its length is not looked at.
 */
export function isServiceEmail(value: string): boolean {
  const at = value.lastIndexOf('@')
  const [local, domain] = [value.slice(0, at), value.slice(at + 1)]
  if (at < 1 || !(atoms.test(local) || quoted.test(local))) return false
  if (domain === 'localhost' || hostName.test(domain) || isAddressLiteral(domain)) return true
  return hostName.test(toAscii(domain))
}

/** An IP address in brackets. */
function isAddressLiteral(domain: string): boolean {
  const [, address = ''] = /^\[([0-9a-f:.]+)\]$/i.exec(domain) ?? []
  if (/^\d+(\.\d+){3}$/.test(address)) return address.split('.').every((part) => Number(part) <= 255)
  return address.includes(':') && URL.canParse(`http://[${address}]/`)
}

/** A name with letters outside ASCII as the name service knows it (`xn--…`); empty when it is none. */
function toAscii(domain: string): string {
  // Only letters, digits, marks, dots and hyphens: the URL parser would cut a path or a port off.
  if (!/^[\p{L}\p{N}\p{M}.-]+$/u.test(domain) || !URL.canParse(`http://${domain}/`)) return ''
  return new URL(`http://${domain}/`).hostname
}
