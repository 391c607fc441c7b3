/** One request of a check, over a new connection to an address that was checked. */
import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { Client, type Dispatcher } from 'undici'
import { decompress } from '../server/upstream/decompress.ts'
import { SiteError, UnclearError } from './check-failure.ts'
import type { ConnectionSettings, EgressRoute } from './egress-route.ts'
import type { IsAllowedAddress } from './ssrf-guard.ts'

export type ReplyHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface CheckRequest {
  url: URL
  headers: Readonly<Record<string, string>>
  signal: AbortSignal
}

export interface Reply {
  status: number
  headers: ReplyHeaders
  /** At most {@link maxBytes} of the body, as they were sent. */
  bytes: Buffer
}

/** Maximum number of bytes of a page that are read, to search it. */
export const maxBytes = 2 ** 20
/** Maximum number of bytes of a response's headers, as in Chromium. */
export const maxHeaderBytes = 2 ** 18

/** A page that was cut off is decompressed as far as possible. */
export function decodeBody({ bytes, headers }: Pick<Reply, 'bytes' | 'headers'>): string {
  const encoding = String(headers['content-encoding'] ?? '')
  const unpacked = decompress(bytes, encoding, { limit: 8 * maxBytes, isCutOff: true })
  const body = typeof unpacked === 'string' ? bytes : unpacked
  const charset = /charset="?([\w-]+)/i.exec(String(headers['content-type'] ?? ''))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

export interface FetchSettings extends ConnectionSettings {
  route: EgressRoute
  isAllowed: IsAllowedAddress
  lookup?: ((hostname: string) => Promise<LookupAddress[]>) | undefined
}

/** Follows no redirect. @throws UnclearError for an address that must not be asked, SiteError, RouteError, and errors of connections as they are */
export async function fetchPage({ url, headers, signal }: CheckRequest, settings: FetchSettings): Promise<Reply> {
  const addresses = await resolveAddresses(url, settings)
  const connect = settings.route.connector(addresses, settings)
  const client = new Client(url.origin, { connect, maxHeaderSize: maxHeaderBytes, pipelining: 0 })
  try {
    const reply = await client.request({ method: 'GET', path: url.pathname + url.search, headers, signal, reset: true })
    return { status: reply.statusCode, headers: reply.headers, bytes: await readPageBody(reply.body) }
  } finally {
    client.destroy().catch(() => undefined)
  }
}

/** Empty: the egress route resolves the name itself. @throws UnclearError when none is allowed, or the address is not http(s) */
async function resolveAddresses(url: URL, settings: FetchSettings): Promise<LookupAddress[]> {
  const { route, isAllowed, lookup = (name) => dns.lookup(name, { all: true, order: 'verbatim' }) } = settings
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new UnclearError('not http or https')
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const literal = isIP(hostname)
  let addresses: LookupAddress[]
  try {
    addresses = literal === 0 ? await lookup(hostname) : [{ address: hostname, family: literal }]
  } catch (error) {
    if (route.resolvesNames) return []
    throw error
  }
  const allowed = addresses.filter(({ address }) => isAllowed(address))
  if (allowed.length > 0) return allowed
  throw addresses.length === 0 ? new SiteError('name not found') : new UnclearError('address is not public')
}

async function readPageBody(body: Dispatcher.ResponseData['body']): Promise<Buffer> {
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

/** One that begins like a browser's already stays as it is. */
export const toUserAgent = (name: string): string =>
  name.startsWith('Mozilla/') ? name : `Mozilla/5.0 (compatible; ${unwrapName(name)})`

/** Returns the name for a second look, with a browser's engine in it: some firewalls refuse every other one. */
export const addBrowserEngine = (name: string): string =>
  `Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ${unwrapName(name)}) Chrome/142.0.0.0 Safari/537.36`

/** Parentheses inside parentheses are legal, and confuse firewalls. */
function unwrapName(name: string): string {
  const inside = /^Mozilla\/5\.0 \(compatible; (.*)\)$/.exec(name)?.[1] ?? name
  return inside
    .split(/[()]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('; ')
}
