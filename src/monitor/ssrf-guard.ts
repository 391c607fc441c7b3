/** Which addresses may be checked: no list of sites, name server or redirect may lead into the monitor's own network. */
import { BlockList, isIP } from 'node:net'

/** Networks that are not public (IANA's special-purpose registries). */
const specialNetworks = `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  ::/128 ::1/128 ::ffff:0:0:0/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8`

export type IsAllowedAddress = (address: string) => boolean

/** @throws with a sentence when one of them is not a network */
export function createSsrfGuard(allowed: readonly string[] = []): IsAllowedAddress {
  const [blockedList, allowedList] = [createBlockList(specialNetworks.trim().split(/\s+/)), createBlockList(allowed)]
  return (address) => {
    const normalized = normalizeAddress(address)
    const family = isIP(normalized) === 4 ? 'ipv4' : 'ipv6'
    if (isIP(normalized) === 0) return false
    return allowedList.check(normalized, family) || !blockedList.check(normalized, family)
  }
}

function createBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const version = isIP(address)
    const length = bits === undefined ? (version === 4 ? 32 : 128) : Number(bits)
    if (version === 0 || !/^\d{1,3}$/.test(bits ?? '0') || length > (version === 4 ? 32 : 128)) {
      throw new Error(`"${network}" is not a network. Write it as 10.1.0.0/16 or fd00::/8.`)
    }
    list.addSubnet(address, length, version === 4 ? 'ipv4' : 'ipv6')
  }
  return list
}

/** Also unwraps an IPv4 address inside an IPv6 one: mapped, translated (`64:ff9b::…`) and 6to4 (`2002:…`) lead to the same host. */
function normalizeAddress(text: string): string {
  const [address = ''] = text.replace(/^\[|\]$/g, '').split('%', 1)
  if (isIP(address) !== 6) return address
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const mapped = /^(?:::ffff:|::|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical)
  const sixToFour = /^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}):/.exec(canonical)
  const [, high, low] = mapped ?? sixToFour ?? []
  if (high === undefined || low === undefined) return canonical
  const [h, l] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [h >> 8, h & 255, l >> 8, l & 255].join('.')
}
