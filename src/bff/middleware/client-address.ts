/** From which IP address a request comes, and what addresses and networks are, by ipaddr.js: one person has one name,
 *  however the address is written. */
import ipaddr from 'ipaddr.js'

/** What tells the address of a request. */
export interface Sender {
  /** The other end of the connection, `undefined` where the host does not tell. */
  peer: string | undefined
  /** `X-Forwarded-For` as it came. */
  forwardedFor: string | undefined
}

/**
 * The client's address. `X-Forwarded-For` can be written by anyone, so only as many of its entries are believed as there
 * are proxies of ours, counted from the right.
 *
 * @param hops how many proxies stand in front of this server, each of which appends the address it sees to
 * `X-Forwarded-For`; with 0 the header is not read. When the header has fewer entries, or the one that counts is no
 * address, the request has not come the whole way, and the peer counts
 * @returns `undefined` when nothing tells
 */
export function clientAddress({ peer, forwardedFor }: Sender, hops: number): Address | undefined {
  const behind = peer === undefined ? undefined : readAddress(peer)
  if (hops === 0 || forwardedFor === undefined) return behind
  const entries = forwardedFor.split(',')
  const entry = entries.length >= hops ? entries.at(-hops) : undefined
  return (entry === undefined ? undefined : readAddress(withoutPort(entry.trim()))) ?? behind
}

/** Some proxies write a port: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry) ?? []
  const [, v4] = /^(\d[\d.]*):\d{1,5}$/.exec(entry) ?? []
  return bracketed ?? v4 ?? entry
}

/** An address; an IPv4 address is the one that is mapped into IPv6 (`::ffff:203.0.113.9`). */
export type Address = ipaddr.IPv6

/** A network: the first `bits` bits of `address`, counted in 128. */
export interface Network {
  address: Address
  bits: number
}

/**
 * Reads an address: exactly what `isIP()` of Node takes. On its own ipaddr.js also takes what `inet_aton()` does, such as
 * `010.0.0.1` and `2130706433`; two readers of such a text could see two addresses.
 *
 * @param text IPv4 (`203.0.113.9`) or IPv6, also with a zone (`fe80::1%eth0`), which is left out
 * @returns `undefined` for anything else; never throws
 */
export function readAddress(text: string): Address | undefined {
  if (text.length > 64) return undefined
  const isV6 = text.includes(':')
  const plain = isV6 ? text.replace(/%[A-Za-z0-9.:-]+$/, '') : text
  const v4 = plain.slice(plain.lastIndexOf(':') + 1)
  if (plain.includes('%')) return undefined
  if ((!isV6 || v4.includes('.')) && !ipaddr.IPv4.isValidFourPartDecimal(v4)) return undefined
  if (!isV6) return ipaddr.IPv4.parse(plain).toIPv4MappedAddress()
  return ipaddr.IPv6.isValid(plain) ? ipaddr.IPv6.parse(plain) : undefined
}

/** The name under which an address is counted: IPv4 whole, IPv6 by its /64, which is what one household or phone has. */
export function countedAs(address: Address): string {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  const household = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${household.join(':')}::/64`
}

/** The networks that an address is counted in, from the smallest: IPv4 by itself; IPv6 by its /64 and by the /56 and /48 that
 *  one customer may have, with room for two and four households. */
export function networksOf(address: Address): { name: string; households: number }[] {
  const smallest = { name: countedAs(address), households: 1 }
  if (address.isIPv4MappedAddress()) return [smallest]
  const [first = 0, second = 0, third = 0, fourth = 0] = address.parts
  const site = [first, second, third].map((part) => part.toString(16)).join(':')
  return [
    smallest,
    { name: `${site}:${(fourth & 0xff00).toString(16)}::/56`, households: 2 },
    { name: `${site}::/48`, households: 4 },
  ]
}

/**
 * Reads a network in CIDR form, for example `203.0.113.0/24` or `2001:db8::/48`; an address alone is a network of one.
 *
 * @returns `undefined` when it is none, or when its address has bits beyond its length
 */
export function readNetwork(text: string): Network | undefined {
  const [first = '', length, ...more] = text.split('/')
  const address = first.includes('%') ? undefined : readAddress(first)
  if (address === undefined || more.length > 0 || !/^\d{1,3}$/.test(length ?? '0')) return undefined
  const bits = length === undefined ? 128 : (first.includes(':') ? 0 : 96) + Number(length)
  if (bits > 128) return undefined
  const start = ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${bits}`)
  return address.match(start, 128) ? { address, bits } : undefined
}

/** Whether an address lies in a network. */
export function isIn(address: Address, { address: start, bits }: Network): boolean {
  return address.match(start, bits)
}
