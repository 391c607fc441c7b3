/** Determines the client's IP address, and parses addresses and networks: one address has one name, however written. */
import type { Context, MiddlewareHandler } from 'hono'
import ipaddr from 'ipaddr.js'
import type { Log } from '../observability/log.ts'

export interface Sender {
  /** The other end of the connection, `undefined` when the host does not report it. */
  peer: string | undefined
  forwardedFor: string | undefined
}

/** Returns the client's address. Anyone can write `X-Forwarded-For`, so only as many of its entries are trusted as there are
 *  proxies of ours, counted from the right. @param proxyHops number of proxies in front of this server, each of which appends the
 *  address it sees to `X-Forwarded-For`; with 0 the header is not read. When the header has fewer entries, or the relevant
 *  one is not an address, the request has not passed all proxies, and the peer's address is used. @returns `undefined` when
 *  the address is unknown */
export function resolveClientAddress({ peer, forwardedFor }: Sender, proxyHops: number): Address | undefined {
  const peerAddress = peer === undefined ? undefined : parseAddress(peer)
  if (proxyHops === 0 || forwardedFor === undefined) return peerAddress
  const entries = forwardedFor.split(',')
  const entry = entries.length >= proxyHops ? entries.at(-proxyHops) : undefined
  return (entry === undefined ? undefined : parseAddress(withoutPort(entry.trim()))) ?? peerAddress
}

export function findClientAddress(c: Context, proxyHops: number): Address | undefined {
  // The environment is the host's: only the address is read from it.
  const peer: unknown = c.env?.remoteAddress
  const forwardedFor = c.req.header('x-forwarded-for')
  return resolveClientAddress({ peer: typeof peer === 'string' ? peer : undefined, forwardedFor }, proxyHops)
}

/** Removes the port that some proxies write: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry) ?? []
  const [, v4] = /^(\d[\d.]*):\d{1,5}$/.exec(entry) ?? []
  return bracketed ?? v4 ?? entry
}

/** An IP address; IPv4 is mapped into IPv6 (`::ffff:203.0.113.9`). */
export type Address = ipaddr.IPv6

/** A network: the first `bits` of the 128 bits of `address`. */
export interface Network {
  address: Address
  bits: number
}

/** Parses an address: accepts exactly what `isIP()` of Node does. ipaddr.js alone also accepts what `inet_aton()` does, such
 *  as `010.0.0.1` and `2130706433`, which two parsers could read as two addresses. @param text IPv4 (`203.0.113.9`) or IPv6,
 *  also with a zone (`fe80::1%eth0`), which is left out. @returns `undefined` for anything else; never throws */
export function parseAddress(text: string): Address | undefined {
  if (text.length > 64) return undefined
  const isV6 = text.includes(':')
  const plain = isV6 ? text.replace(/%[A-Za-z0-9.:-]+$/, '') : text
  const v4 = plain.slice(plain.lastIndexOf(':') + 1)
  if (plain.includes('%')) return undefined
  if ((!isV6 || v4.includes('.')) && !ipaddr.IPv4.isValidFourPartDecimal(v4)) return undefined
  if (!isV6) return ipaddr.IPv4.parse(plain).toIPv4MappedAddress()
  return ipaddr.IPv6.isValid(plain) ? ipaddr.IPv6.parse(plain) : undefined
}

/** Returns the name under which an address is counted: IPv4 whole, IPv6 by its /64, as one household or phone has. */
export function getCounterName(address: Address): string {
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString()
  const household = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${household.join(':')}::/64`
}

/** Returns the networks in which an address is counted, smallest first: IPv4 by itself; IPv6 by its /64 and by the /56 and
 *  /48 that one customer may have, with room for two and four households. */
export function getNetworks(address: Address): { name: string; weight: number }[] {
  const smallest = { name: getCounterName(address), weight: 1 }
  if (address.isIPv4MappedAddress()) return [smallest]
  const [first = 0, second = 0, third = 0, fourth = 0] = address.parts
  const site = [first, second, third].map((part) => part.toString(16)).join(':')
  return [
    smallest,
    { name: `${site}:${(fourth & 0xff00).toString(16)}::/56`, weight: 2 },
    { name: `${site}::/48`, weight: 4 },
  ]
}

/** Parses a network in CIDR form, for example `203.0.113.0/24` or `2001:db8::/48`; a single address is a network of one.
 *  @returns `undefined` when it is malformed, or its address has bits set beyond its length */
export function parseNetwork(text: string): Network | undefined {
  const [first = '', length, ...extraParts] = text.split('/')
  const address = first.includes('%') ? undefined : parseAddress(first)
  if (address === undefined || extraParts.length > 0 || !/^\d{1,3}$/.test(length ?? '0')) return undefined
  const bits = length === undefined ? 128 : (first.includes(':') ? 0 : 96) + Number(length)
  if (bits > 128) return undefined
  const start = ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/${bits}`)
  return address.match(start, 128) ? { address, bits } : undefined
}

export function isInNetwork(address: Address, { address: start, bits }: Network): boolean {
  return address.match(start, bits)
}

/** Warns once, at the first request with `X-Forwarded-For` to a server that trusts no proxy. A host that does not report
 *  client addresses, such as Next.js, gets the warning `address_unknown` instead. */
export function warnAboutForwarded(log: Log): MiddlewareHandler {
  const warn = warnOnce(
    log,
    'proxy_not_trusted',
    'A request has X-Forwarded-For while TRUST_PROXY_HOPS is 0. Set it to the number of proxies in front; otherwise all voters behind them count as one IP address. If there is no proxy, leave it at 0: anyone can send the header.',
  )
  return async (c, next) => {
    if (c.env?.remoteAddress !== undefined && c.req.header('x-forwarded-for') !== undefined) warn()
    await next()
  }
}

export const createAddressWarning = (log: Log): (() => void) =>
  warnOnce(
    log,
    'address_unknown',
    'This host does not report client addresses, so no limit by address applies (those by phone number and email address do). Set TRUST_PROXY_HOPS to the number of proxies in front, 1 on most hosts of Next.js, or pass { remoteAddress } to fetch. If there is no proxy, leave it at 0: anyone can send X-Forwarded-For.',
  )

function warnOnce(log: Log, code: string, message: string): () => void {
  let hasWarned = false
  return () => {
    if (!hasWarned) log({ level: 'warn', code, message })
    hasWarned = true
  }
}
