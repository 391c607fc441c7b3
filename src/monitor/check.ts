/** Checks a site once, over real HTTP, as a voter's browser would: a new connection, redirects followed, the page read. */
import { promises as dns, type LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { isIP } from 'node:net'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { Client, type Dispatcher } from 'undici'
import { failureOf, Refused, RouteFailed, SiteFailed } from './check-failure.ts'
import { Cookies } from './cookies.ts'
import type { EgressRoute } from './egress-route.ts'
import type { IsAllowedAddress } from './ssrf-guard.ts'

/** The result of a check. */
export interface CheckResult {
  /**
   * - `up`: it responded as it should.
   * - `down`: a voter would not get through.
   * - `unclear`: it responded, but refuses programs (401, 403, 429), or the monitor must not check it: whether a voter gets
   *   through is unknown.
   * - `way_failed`: the proxy failed.
   */
  outcome: 'up' | 'down' | 'unclear' | 'way_failed'
  /** Microseconds until the page was read. */
  loadUs: number
  /** The status code of the last response. */
  status: number | undefined
  /** The error, in a few words of ours. */
  error: string | undefined
  /** The addresses of redirects, in order. */
  redirects: string[]
}

/** How to check. */
export interface CheckSettings {
  /** Timeout of the whole check in milliseconds, redirects included. */
  timeout: number
  mayAsk: IsAllowedAddress
  userAgent: string
  /** Resolves a host name. Default: the resolver of this machine. */
  lookup?: ((hostname: string) => Promise<LookupAddress[]>) | undefined
  /** A further certificate authority, PEM. */
  ca?: string | undefined
}

const maxRedirects = 10
/** Maximum number of bytes of a page that are read, to search the required text. */
const maxBytes = 2 ** 20
/** Status codes with which a site refuses programs: a voter may get in. */
export const keepsOut: ReadonlySet<number> = new Set([401, 403, 429])

/** Runs the check. Never throws. */
export async function check(
  { url, mustContain }: { url: string; mustContain?: string | undefined },
  way: EgressRoute,
  settings: CheckSettings,
): Promise<CheckResult> {
  const before = performance.now()
  const redirects: string[] = []
  const seen = new Set<string>()
  const cookies = new Cookies()
  const signal = AbortSignal.timeout(settings.timeout)
  // Also ends what ignores the signal: a name server, a proxy.
  const late = once(signal, 'abort').then(() => Promise.reject(signal.reason))
  late.catch(() => undefined)
  let status: number | undefined
  const result = (outcome: CheckResult['outcome'], error?: string): CheckResult => ({
    outcome,
    loadUs: Math.max(0, Math.round((performance.now() - before) * 1_000)),
    status,
    error,
    redirects,
  })
  try {
    let at = new URL(url)
    seen.add(`${at.href} `)
    for (;;) {
      const asked = ask({ url: at, way, cookies, wantsText: mustContain !== undefined, signal }, settings)
      const answer = await Promise.race([asked, late])
      status = answer.status
      if (answer.location === undefined) {
        if (keepsOut.has(answer.status)) return result('unclear', `keeps programs out (HTTP ${answer.status})`)
        if (answer.status >= 400) return result('down', `HTTP ${answer.status}`)
        const misses = mustContain !== undefined && !answer.text.includes(mustContain)
        return misses ? result('down', 'the text that must be there is missing') : result('up')
      }
      const next = URL.canParse(answer.location, at.href) ? new URL(answer.location, at.href) : undefined
      if (next === undefined) return result('down', 'redirect without an address')
      next.hash = ''
      redirects.push(next.origin + next.pathname)
      const step = `${next.href} ${cookies.for(next.hostname)}`
      if (seen.has(step)) return result('down', 'redirects in a circle')
      seen.add(step)
      if (redirects.length > maxRedirects) return result('down', 'too many redirects')
      at = next
    }
  } catch (error) {
    const says = failureOf(error)
    if (error instanceof Refused) return result('unclear', says)
    return result(error instanceof RouteFailed ? 'way_failed' : 'down', says)
  }
}

interface Ask {
  url: URL
  way: EgressRoute
  cookies: Cookies
  wantsText: boolean
  signal: AbortSignal
}

async function ask(
  { url, way, cookies, wantsText, signal }: Ask,
  { timeout, mayAsk, userAgent, lookup, ca }: CheckSettings,
): Promise<{ status: number; location: string | undefined; text: string }> {
  const addresses = await addressesOf(url, way, mayAsk, lookup)
  const client = new Client(url.origin, {
    connect: way.connector(addresses, { timeout, ca }),
    headersTimeout: timeout,
    bodyTimeout: timeout,
    pipelining: 0,
  })
  try {
    const cookie = cookies.for(url.hostname)
    const headers = {
      'user-agent': userAgent,
      accept: 'text/html,*/*;q=0.8',
      'accept-encoding': 'identity',
      ...(cookie !== '' && { cookie }),
    }
    const reply = await client.request({ method: 'GET', path: url.pathname + url.search, headers, signal, reset: true })
    const { location } = reply.headers
    cookies.take(url.hostname, reply.headers['set-cookie'])
    const isRedirect = [301, 302, 303, 307, 308].includes(reply.statusCode) && location !== undefined
    const bytes = await read(reply.body)
    return {
      status: reply.statusCode,
      location: isRedirect ? String(location) : undefined,
      text: wantsText && !isRedirect ? textOf(bytes, reply.headers) : '',
    }
  } finally {
    client.destroy().catch(() => undefined)
  }
}

/** Returns the addresses to connect to, all of which are allowed. Empty: the egress route resolves the name itself. */
async function addressesOf(
  url: URL,
  way: EgressRoute,
  mayAsk: IsAllowedAddress,
  lookup: CheckSettings['lookup'] = (name) => dns.lookup(name, { all: true, order: 'verbatim' }),
): Promise<LookupAddress[]> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Refused('not http or https')
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
  throw found.length === 0 ? new SiteFailed('name not found') : new Refused('address is not public')
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

function textOf(bytes: Buffer, headers: Readonly<Record<string, string | string[] | undefined>>): string {
  const plain = decompressed(bytes, String(headers['content-encoding'] ?? ''))
  const charset = /charset="?([\w-]+)/i.exec(String(headers['content-type'] ?? ''))?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(plain)
  } catch {
    return plain.toString('utf8')
  }
}

/** Some servers compress whatever was requested. A page that was cut off is decompressed as far as possible. */
function decompressed(bytes: Buffer, encoding: string): Buffer {
  const most = { maxOutputLength: 8 * maxBytes }
  try {
    if (encoding === 'gzip') return gunzipSync(bytes, { ...most, finishFlush: 2 })
    if (encoding === 'br') return brotliDecompressSync(bytes, { ...most, finishFlush: 2 })
    if (encoding === 'deflate') return inflateSync(bytes, { ...most, finishFlush: 2 })
  } catch {
    return bytes
  }
  return bytes
}
