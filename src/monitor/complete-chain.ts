/** Completes the certificate chain of a site that sends its own certificate without the intermediate one. Chrome, Edge and
 *  Safari download what is missing from the address in the certificate (AIA caIssuers, RFC 5280 section 4.2.2.1), and Firefox
 *  knows it beforehand, so voters get in; OpenSSL does neither. */
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rootCertificates, TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { Unclear } from './check-failure.ts'
import type { ConnectionSettings } from './egress-route.ts'
import { addressesOf, type LookSettings, look } from './look.ts'
import type { Request } from './reply.ts'

/** Chains of real sites have one or two intermediate certificates. */
const maxIntermediates = 4
/** An authority's address may redirect this often. */
const maxRedirects = 3

const codes: ReadonlySet<unknown> = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])

/** Returns whether an error says that a certificate's issuer was not sent and is not known. */
export const isIncompleteChain = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && codes.has(error.code)

/** The site's request that has failed, and how to connect. */
interface Incomplete {
  request: Request
  connector: (more: Partial<ConnectionSettings>) => buildConnector.connector
  settings: LookSettings
  error: unknown
}

/**
 * Returns the authorities to connect with again: those that are trusted anyway, and the intermediate certificates that the
 * site left out. The latter open nothing by themselves: a chain still has to end at a trusted root. The addresses come from
 * the site's certificate, so they pass the SSRF guard as the site's own does.
 *
 * @returns PEM
 * @throws Unclear when the missing certificate cannot be read from its address; the original error when there is no address
 * or no fitting certificate
 */
export async function completeChain({ request, connector, settings, error }: Incomplete): Promise<string[]> {
  const intermediates: string[] = []
  let last = await lastSent(request, connector({ anyCertificate: true }))
  while (last !== undefined && !last.checkIssued(last) && intermediates.length < maxIntermediates) {
    const address = /^CA Issuers - URI:(https?:\S+)$/m.exec(last.infoAccess ?? '')?.[1]
    if (address === undefined || !URL.canParse(address)) break
    let read: X509Certificate[]
    try {
      read = certificatesIn(await download(new URL(address), request, settings))
    } catch {
      if (intermediates.length > 0) break
      throw new Unclear('certificate not trusted (incomplete chain, and the missing part cannot be read)')
    }
    const child: X509Certificate = last
    last = read.find((issuer) => child.checkIssued(issuer) && child.verify(issuer.publicKey))
    // A root that a site names is not trusted for that.
    if (last !== undefined && !last.checkIssued(last)) intermediates.push(last.toString())
  }
  if (intermediates.length === 0) throw error
  return [...(settings.ca === undefined ? trusted() : [settings.ca].flat()), ...intermediates]
}

/** Returns the last certificate of the chain that the site sends. */
function lastSent({ url, signal }: Request, connect: buildConnector.connector): Promise<X509Certificate | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, host, protocol, port } = url
    connect({ hostname, host, protocol, port }, (error, socket) => {
      if (error !== null) return reject(error)
      let last = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
      socket.on('error', () => undefined).destroy()
      for (let depth = 0; depth < 10 && last?.issuerCertificate !== undefined; depth++) last = last.issuerCertificate
      if (signal.aborted) reject(signal.reason)
      else resolve(last)
    })
  })
}

async function download(address: URL, { headers, signal }: Request, settings: LookSettings): Promise<Buffer> {
  let url = address
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const connect = settings.way.connector(await addressesOf(url, settings), { timeout: settings.timeout })
    const agent = headers['user-agent'] ?? ''
    const reply = await look({ url, headers: { 'user-agent': agent, accept: '*/*' }, signal }, connect)
    if (reply.status === 200) return reply.bytes
    const location = String(reply.headers.location ?? '')
    if (reply.status < 300 || reply.status >= 400 || !URL.canParse(location, url.href)) break
    url = new URL(location, url.href)
  }
  throw new Error('The authority has no certificate there.')
}

/** Returns the certificates of a file: one in DER or PEM, or several in PKCS #7 (RFC 5280 section 4.2.2.1). */
function certificatesIn(file: Buffer): X509Certificate[] {
  try {
    return [new X509Certificate(file)]
  } catch {
    const [info] = elementsOf(file)
    const signed = elementsOf(info?.content ?? file).find(({ tag }) => tag === 0xa0)
    const [data] = elementsOf(signed?.content ?? file)
    const found = elementsOf(data?.content ?? file).find(({ tag }) => tag === 0xa0)
    return elementsOf(found?.content ?? file).map(({ whole }) => new X509Certificate(whole))
  }
}

/** Returns the elements of DER one after another. Throws when it is something else. */
function elementsOf(der: Buffer): { tag: number; whole: Buffer; content: Buffer }[] {
  const elements = []
  for (let at = 0; at < der.length; ) {
    const tag = der.readUInt8(at)
    const first = der.readUInt8(at + 1)
    const size = first < 128 ? 0 : first - 128
    const length = size === 0 ? first : der.readUIntBE(at + 2, size)
    const start = at + 2 + size
    const end = start + length
    if (end > der.length) throw new Error('This is not DER.')
    elements.push({ tag, whole: der.subarray(at, end), content: der.subarray(start, end) })
    at = end
  }
  return elements
}

/** Returns what Node trusts: its own list, and the operator's `NODE_EXTRA_CA_CERTS`. An option `ca` replaces both. */
function trusted(): string[] {
  const extra = process.env.NODE_EXTRA_CA_CERTS
  try {
    return [...rootCertificates, ...(extra === undefined || extra === '' ? [] : [readFileSync(extra, 'utf8')])]
  } catch {
    // Node has warned of a file that cannot be read when it started.
    return [...rootCertificates]
  }
}
