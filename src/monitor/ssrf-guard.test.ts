import { describe, expect, it } from 'vitest'
import { createSsrfGuard } from './ssrf-guard.ts'

describe('allowed addresses', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '2606:4700:4700::1111',
    '2a00:1450::1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ])('are public ones: %s', (address) => {
    expect(createSsrfGuard()(address)).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '127.8.9.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '[::1]',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '::ffff:0:7f00:1',
    'localhost',
    '',
    '1.2.3',
    '0x7f.1',
    '2130706433',
  ])('exclude those of this machine, this network and reserved ranges: %s', (address) => {
    expect(createSsrfGuard()(address)).toBe(false)
  })

  it('include those that the operator allows, and only these', () => {
    const mayAsk = createSsrfGuard(['10.1.0.0/16', 'fd00::/8', '192.168.1.7'])
    for (const address of ['10.1.255.1', 'fd12::1', '192.168.1.7', '::ffff:10.1.0.1', '8.8.8.8']) {
      expect(mayAsk(address), address).toBe(true)
    }
    for (const address of ['10.2.0.1', 'fc00::1', '192.168.1.8', '127.0.0.1'])
      expect(mayAsk(address), address).toBe(false)
  })

  it.each(['10.0.0.0/33', 'fd00::/129', 'localhost', '10.0.0.0/x', '', '/8', '10.0.0.0/-1'])(
    'cannot include %j',
    (network) => {
      expect(() => createSsrfGuard([network])).toThrow('is not a network')
    },
  )
})
