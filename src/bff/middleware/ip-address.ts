/** Reads IP addresses and networks, and writes an address so that one person has one name. Web platform only. */

/** An address as the eight groups of IPv6; an IPv4 address is the one that is mapped into IPv6 (`::ffff:…`). */
export type Address = readonly number[]

/**
 * Reads an address.
 *
 * @param text IPv4 (`203.0.113.9`, four decimal numbers without leading zeros) or IPv6, also with a zone (`fe80::1%eth0`)
 * @returns `undefined` for anything else; never throws
 */
export function readAddress(text: string): Address | undefined {
  if (text.length > 64) return undefined
  const v4 = readV4(text)
  if (v4 !== undefined) return [0, 0, 0, 0, 0, 0xffff, ...v4]
  const [plain = '', zone, ...more] = text.split('%')
  if (more.length > 0 || (zone !== undefined && !/^[A-Za-z0-9.:-]+$/.test(zone))) return undefined
  const halves = plain.split('::')
  if (!plain.includes(':') || halves.length > 2) return undefined
  const [head, tail] = halves.map((half, index) => readGroups(half, index === halves.length - 1))
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined
  if (tail === undefined) return head.length === 8 ? head : undefined
  const missing = 8 - head.length - tail.length
  return missing >= 1 ? [...head, ...Array<number>(missing).fill(0), ...tail] : undefined
}

/** The name under which an address is counted: IPv4 whole, IPv6 by its /64, which is what one household or phone has. */
export function countedAs(address: Address): string {
  if (isV4(address)) {
    const [high = 0, low = 0] = address.slice(6)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${address
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** A network: the first `bits` bits of `address`, counted in 128. */
export interface Network {
  address: Address
  bits: number
}

/**
 * Reads a network in CIDR form, for example `203.0.113.0/24` or `2001:db8::/48`; an address alone is a network of one.
 *
 * @returns `undefined` when it is none, or when its address has bits beyond its length
 */
export function readNetwork(text: string): Network | undefined {
  const [first = '', length, ...more] = text.split('/')
  const address = first.includes('%') ? undefined : readAddress(first)
  if (address === undefined || more.length > 0) return undefined
  const [least, most] = first.includes(':') ? [0, 128] : [96, 32]
  if (length !== undefined && !(/^\d{1,3}$/.test(length) && Number(length) <= most)) return undefined
  const bits = length === undefined ? 128 : least + Number(length)
  const network = { address, bits }
  const rest = address.some((group, index) => (group & ~maskOf(index, bits) & 0xffff) !== 0)
  return rest ? undefined : network
}

/** Whether an address lies in a network. */
export function isIn(address: Address, network: Network): boolean {
  return address.every(
    (group, index) => (group & maskOf(index, network.bits)) === ((network.address[index] ?? 0) & 0xffff),
  )
}

function isV4(address: Address): boolean {
  return address.slice(0, 5).every((group) => group === 0) && address[5] === 0xffff
}

/** Which bits of the group at `index` belong to the first `bits` of an address. */
function maskOf(index: number, bits: number): number {
  const own = Math.min(16, Math.max(0, bits - index * 16))
  return (0xffff << (16 - own)) & 0xffff
}

/** The two groups of an IPv4 address. */
function readV4(text: string): [number, number] | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) {
    return undefined
  }
  const [a = 0, b = 0, c = 0, d = 0] = parts.map(Number)
  return [a * 256 + b, c * 256 + d]
}

/** Groups between colons; the last may be an IPv4 address. An empty text has none. */
function readGroups(text: string, mayEndInV4: boolean): number[] | undefined {
  if (text === '') return []
  const groups: number[] = []
  const parts = text.split(':')
  for (const [index, part] of parts.entries()) {
    const v4 = mayEndInV4 && index === parts.length - 1 ? readV4(part) : undefined
    if (v4 !== undefined) groups.push(...v4)
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16))
    else return undefined
  }
  return groups.length <= 8 ? groups : undefined
}
