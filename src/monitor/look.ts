/** One request of a check, over a new connection to an address that was checked. */
import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { Client, type Dispatcher } from 'undici'
import { SiteFailed, Unclear } from './check-failure.ts'
import type { ConnectionSettings, EgressRoute } from './egress-route.ts'
import { maxBytes, maxHeaderBytes, type Reply, type Request } from './reply.ts'
import type { IsAllowedAddress } from './ssrf-guard.ts'

export interface LookSettings extends ConnectionSettings {
  way: EgressRoute
  mayAsk: IsAllowedAddress
  /** Resolves a host name. Default: the resolver of this machine. */
  lookup?: ((hostname: string) => Promise<LookupAddress[]>) | undefined
}

/**
 * Requests a page. Follows no redirect.
 *
 * @throws Unclear for an address that must not be asked, SiteFailed, RouteFailed, and errors of connections as they are
 */
export async function look({ url, headers, signal }: Request, settings: LookSettings): Promise<Reply> {
  const addresses = await addressesOf(url, settings)
  const connect = settings.way.connector(addresses, settings)
  const client = new Client(url.origin, { connect, maxHeaderSize: maxHeaderBytes, pipelining: 0 })
  try {
    const reply = await client.request({ method: 'GET', path: url.pathname + url.search, headers, signal, reset: true })
    return { status: reply.statusCode, headers: reply.headers, bytes: await read(reply.body) }
  } finally {
    client.destroy().catch(() => undefined)
  }
}

/**
 * Returns the addresses to connect to, all of which are allowed. Empty: the egress route resolves the name itself.
 *
 * @throws Unclear when none is allowed, or the address is not http(s)
 */
async function addressesOf(
  url: URL,
  {
    way,
    mayAsk,
    lookup = (name) => dns.lookup(name, { all: true, order: 'verbatim' }),
  }: Pick<LookSettings, 'way' | 'mayAsk' | 'lookup'>,
): Promise<LookupAddress[]> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Unclear('not http or https')
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const literal = isIP(hostname)
  let found: LookupAddress[]
  try {
    found = literal === 0 ? await lookup(hostname) : [{ address: hostname, family: literal }]
  } catch (error) {
    if (way.findsNames) return []
    throw error
  }
  const allowed = found.filter(({ address }) => mayAsk(address))
  if (allowed.length > 0) return allowed
  throw found.length === 0 ? new SiteFailed('name not found') : new Unclear('address is not public')
}

/** Reads a page up to the maximum and ignores the rest. */
async function read(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    const bytes: Buffer = chunk
    chunks.push(bytes)
    size += bytes.length
    if (size >= maxBytes) break
  }
  return Buffer.concat(chunks)
}
