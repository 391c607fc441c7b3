import { isIP } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  getCounterName,
  getNetworks,
  isInNetwork,
  parseAddress,
  parseNetwork,
  resolveClientAddress,
} from './client-address.ts'

const nameOf = (text: string): string | undefined => {
  const address = parseAddress(text)
  return address === undefined ? undefined : getCounterName(address)
}

describe('a client address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ])('%s is counted as %s', (text, name) => {
    expect(nameOf(text)).toBe(name)
  })

  it('is loopback exactly when the platform says so', () => {
    const odd = fc.array(fc.constantFrom('0', '1', '25', '255', 'ffff', 'g', '.', ':', '::', '%a', '1.2.3.4', '00'), {
      maxLength: 12,
    })
    const any = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.string(),
      odd.map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(any, (text) => {
        expect(parseAddress(text) !== undefined).toBe(isIP(text) !== 0)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('a network', () => {
  it.each([
    ['203.0.113.0/24', '203.0.113.77', true],
    ['203.0.113.0/24', '203.0.114.1', false],
    ['203.0.113.0/24', '::ffff:203.0.113.77', true],
    ['203.0.113.9', '203.0.113.9', true],
    ['203.0.113.9', '203.0.113.8', false],
    ['2001:db8::/33', '2001:db8:7fff::1', true],
    ['2001:db8::/33', '2001:db8:8000::1', false],
    ['::/0', '2001:db8::1', true],
    ['0.0.0.0/0', '9.9.9.9', true],
    ['0.0.0.0/0', '2001:db8::1', false],
  ])('%s contains %s: %s', (network, text, inside) => {
    const [read, address] = [parseNetwork(network), parseAddress(text)]
    expect(read !== undefined && address !== undefined && isInNetwork(address, read)).toBe(inside)
  })

  it.each([
    '203.0.113.0/33',
    '203.0.113.1/24',
    '2001:db8::/129',
    '2001:db8::1/64',
    '/8',
    'x/8',
    '1.2.3.4/',
    '1.2.3.4/8/8',
  ])('cannot be "%s"', (text) => {
    expect(parseNetwork(text)).toBeUndefined()
  })
})

describe('forwarded headers (threat 15)', () => {
  const peer = '10.0.0.1'
  it.each<[string | undefined, number, string | undefined]>([
    ['1.1.1.1', 0, '10.0.0.1'],
    [undefined, 1, '10.0.0.1'],
    ['1.1.1.1', 1, '1.1.1.1'],
    ['6.6.6.6, 1.1.1.1', 1, '1.1.1.1'],
    ['6.6.6.6, 1.1.1.1, 2.2.2.2', 2, '1.1.1.1'],
    ['1.1.1.1', 2, '10.0.0.1'],
    ['', 1, '10.0.0.1'],
    ['1.1.1.1,', 1, '10.0.0.1'],
    ['unknown', 1, '10.0.0.1'],
    ['6.6.6.6, nonsense', 1, '10.0.0.1'],
    ['1.1.1.1:4711', 1, '1.1.1.1'],
    ['[2001:db8:1:2::3]:4711', 1, '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::3]', 1, '2001:db8:1:2::/64'],
    ['2001:db8:1:2::3', 1, '2001:db8:1:2::/64'],
    ['::ffff:1.1.1.1', 1, '1.1.1.1'],
    ['\t1.1.1.1', 1, '1.1.1.1'],
    ['"1.1.1.1"', 1, '10.0.0.1'],
    ['for=1.1.1.1', 1, '10.0.0.1'],
    ['0x7f000001', 1, '10.0.0.1'],
    [`${'6.6.6.6,'.repeat(1000)}1.1.1.1`, 1, '1.1.1.1'],
  ])('$0 behind $1 proxies give the address $2', (forwardedFor, hops, expected) => {
    const address = resolveClientAddress({ peer, forwardedFor }, hops)
    expect(address && getCounterName(address)).toBe(expected)
  })

  it('count IPv6 in its /64, /56 and /48, and IPv4 by itself', () => {
    const named = (text: string) => {
      const address = parseAddress(text)
      return address && getNetworks(address).map(({ name, weight }) => `${name} ${weight}`)
    }
    expect(named('2001:db8:1:a2ff::3')).toEqual([
      '2001:db8:1:a2ff::/64 1',
      '2001:db8:1:a200::/56 2',
      '2001:db8:1::/48 4',
    ])
    expect(named('1.1.1.1')).toEqual(['1.1.1.1 1'])
    expect(named('::ffff:1.1.1.1')).toEqual(['1.1.1.1 1'])
  })

  it('give no address if the host passes none', () => {
    expect(resolveClientAddress({ peer: undefined, forwardedFor: '1.1.1.1' }, 0)).toBeUndefined()
  })

  it('count the entry of our own proxy, whatever a client writes before it', () => {
    fc.assert(
      fc.property(fc.string(), fc.ipV4(), (forged, real) => {
        const address = resolveClientAddress({ peer, forwardedFor: `${forged}, ${real}` }, 1)
        expect(address && getCounterName(address)).toBe(real)
      }),
    )
  })
})
