/** Certificate chains that are not whole, of a real server and a real authority. */
import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { listenOnFreePort } from '../contract/testing/listen-on-free-port.ts'
import { sampleAuthority, sampleKey } from '../server/testing/certificates.ts'
import { check } from './check.ts'
import { direct, type EgressRoute } from './egress-route.ts'
import { ssrfGuard } from './ssrf-guard.ts'
import {
  chainCertificates,
  sampleIntermediate,
  sampleLower,
  samplePkcs7,
  sampleRoot,
} from './testing/chain-certificates.ts'
import { startOddSite } from './testing/misbehaving-site.ts'
import { said, sitePage } from './testing/raw-site.ts'
import { asCompatible } from './user-agent.ts'

/** On this machine: nothing leaves it. */
const localCheck = {
  timeout: 20_000,
  mayAsk: ssrfGuard(['127.0.0.0/8']),
  userAgent: asCompatible('monitor-test/1 (test@state.example)'),
  lookup: async () => [{ address: '127.0.0.1', family: 4 }],
}

/** Certificates, and what the authority's address serves. */
const derOf = (pem: string) => new X509Certificate(pem).raw
const found = (bytes: Buffer | string): Buffer => {
  const file = Buffer.from(bytes)
  return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${file.length}\r\n\r\n`), file])
}
const der = found(derOf(sampleIntermediate))
const missing = Buffer.from('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n')
const unreadable = 'unclear: certificate not trusted (incomplete chain, and the missing part cannot be read)'
const incomplete = 'down: certificate not trusted (incomplete chain)'
const { withAddress, withoutAddress, privateAddress, twoMissing, expired, nameless } = chainCertificates
const chains = [
  ['up', 'whole', withAddress + sampleIntermediate, {}],
  ['up', 'completed from DER', withAddress, { '/issuer': der }],
  ['up', 'completed from PEM', withAddress, { '/issuer': found(sampleIntermediate) }],
  ['up', 'completed from PKCS #7', withAddress, { '/issuer': found(Buffer.from(samplePkcs7, 'base64')) }],
  [
    'up',
    'completed after a redirect',
    withAddress,
    {
      '/issuer': Buffer.from('HTTP/1.1 301 Moved\r\nLocation: /upper\r\nContent-Length: 0\r\n\r\n'),
      '/upper': der,
    },
  ],
  ['up', 'completed twice', twoMissing, { '/issuer': found(derOf(sampleLower)), '/upper': der }],
  ['up', 'completed at its top', twoMissing + sampleLower, { '/upper': der }],
  ['up', 'with a certificate too many', withAddress + withoutAddress + sampleIntermediate, {}],
  [unreadable, 'whose missing part is not there', withAddress, { '/issuer': missing }],
  [unreadable, 'whose missing part is a page', withAddress, { '/issuer': found(sitePage) }],
  [
    unreadable,
    'whose missing part is behind redirects without an end',
    withAddress,
    {
      '/issuer': Buffer.from('HTTP/1.1 301 Moved\r\nLocation: /issuer\r\nContent-Length: 0\r\n\r\n'),
    },
  ],
  [unreadable, 'whose missing part is in a private network', privateAddress, {}],
  [
    unreadable,
    'whose missing part redirects into a private network',
    withAddress,
    {
      '/issuer': Buffer.from('HTTP/1.1 301 Moved\r\nLocation: http://10.0.0.1/\r\nContent-Length: 0\r\n\r\n'),
    },
  ],
  [incomplete, 'that says of no address', withoutAddress, {}],
  [incomplete, 'whose address has another certificate', withAddress, { '/issuer': found(derOf(sampleLower)) }],
  [incomplete, 'whose address has an unknown root', withAddress, { '/issuer': found(derOf(sampleRoot)) }],
  ['down: certificate expired', 'completed, and expired', expired, { '/issuer': der }],
  ['down: certificate for another name', 'without a list of names', nameless, {}],
  [
    'down: certificate for another name',
    'completed, for another name',
    withAddress,
    { '/issuer': der },
    'other.state.example',
  ],
  [
    'down: certificate not trusted (unknown issuer)',
    'completed, of an unknown root',
    withAddress,
    { '/issuer': der },
    undefined,
    sampleAuthority,
  ],
] as const satisfies readonly (readonly [
  is: string,
  what: string,
  cert: string,
  files: Readonly<Record<string, Buffer>>,
  host?: string | undefined,
  ca?: string,
])[]

it('completes a certificate chain as browsers do, through the SSRF guard, and trusts no more than before', async () => {
  const asked: string[] = []
  const results: string[] = []
  for (const [, what, cert, files, host = 'good.state.example', ca = sampleRoot] of chains) {
    const authority = await listenOnFreePort(
      createServer((socket) => {
        socket.on('error', () => undefined)
        socket.once('data', (data) => {
          const path = /^GET (\S+)/.exec(data.toString())?.[1] ?? ''
          socket.end(Object.entries(files).find(([name]) => name === path)?.[1] ?? missing)
        })
      }),
    )
    // The address of the authority has no port, so the route leads to its free one.
    const way: EgressRoute = {
      ...direct,
      connector: (addresses, how) => (options, done) => {
        asked.push(...addresses.map(({ address }) => address))
        const port = options.hostname === 'ca.state.example' ? String(authority.port) : options.port
        return direct.connector(addresses, how)({ ...options, port }, done)
      },
    }
    const served = await startOddSite({ key: sampleKey, cert })
    const result = await check({ url: `https://${host}:${served.port}/` }, way, { ...localCheck, ca })
    results.push(`a chain ${what} → ${said(result)}`)
    await Promise.all([authority.close(), served.close()])
  }
  expect(results).toEqual(chains.map(([is, what]) => `a chain ${what} → ${is}`))
  expect(new Set(asked)).toEqual(new Set(['127.0.0.1']))
})
