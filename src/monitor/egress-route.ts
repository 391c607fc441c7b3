/** The ways by which a site can be asked: straight, or through an HTTP or SOCKS5 proxy. A way connects to addresses that
 *  have been checked, so that no name server can answer differently a moment later. */
import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction, Socket } from 'node:net'
import { SocksClient } from 'socks'
import { buildConnector, Client } from 'undici'
import { failureOf, RouteFailed, SiteFailed } from './check-failure.ts'

/** One way. */
export interface EgressRoute {
  /** Names it in the records, without user name and password. */
  name: string
  /** Whether the far end can find names that this machine cannot. */
  findsNames: boolean
  /**
   * Makes the connector for one request.
   *
   * @param addresses the addresses to connect to; none: the way is to find the name itself
   * @param ca further certificate authorities, PEM
   */
  connector(
    addresses: readonly LookupAddress[],
    settings: { timeout: number; ca?: string | undefined },
  ): buildConnector.connector
}

/** Straight from this machine. */
export const direct: EgressRoute = {
  name: 'direct',
  findsNames: false,
  connector: (addresses, { timeout, ca }) =>
    buildConnector({ timeout, lookup: pinned(addresses), autoSelectFamily: true, ...(ca !== undefined && { ca }) }),
}

/** A look-up that answers what was found and checked before. */
function pinned(addresses: readonly LookupAddress[]): LookupFunction {
  return (_, { all }, done) => {
    const [first] = addresses
    if (first === undefined) done(new Error('No address.'), '', 4)
    else if (all) done(null, [...addresses])
    else done(null, first.address, first.family)
  }
}

/**
 * Reads a way.
 *
 * @param text `direct`, `http://[user:password@]host:port` or `socks5://[user:password@]host:port`
 * @throws with a sentence that holds no password
 */
export function readEgressRoute(text: string): EgressRoute {
  if (text === 'direct') return direct
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.hostname && url.protocol === 'http:') return httpProxy(url)
  if (url?.hostname && url.protocol === 'socks5:') return socksProxy(url)
  throw new Error(
    'A proxy must be "direct", http://host:port or socks5://host:port, with user:password@ if it asks for one.',
  )
}

/** Where a proxy is to connect to: the first address, or the name where the proxy is to find it. */
interface Target {
  host: string
  port: number
  timeout: number
}

/** A way through a proxy. */
function proxied(url: URL, reach: (target: Target) => Promise<Socket>): EgressRoute {
  return {
    name: `${url.protocol}//${url.host}`,
    findsNames: true,
    connector: (addresses, settings) =>
      through(settings, ({ hostname, port, protocol }) => {
        const first = addresses.find(({ family }) => family === 4) ?? addresses[0]
        const usual = protocol === 'https:' ? 443 : 80
        return reach({ host: first?.address ?? hostname, port: Number(port) || usual, timeout: settings.timeout })
      }),
  }
}

function httpProxy(url: URL): EgressRoute {
  const user = decodeURIComponent(url.username)
  const password = decodeURIComponent(url.password)
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const headers = user === '' ? {} : { 'proxy-authorization': authorization }
  return proxied(url, async ({ host, port, timeout }) => {
    const path = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
    const client = new Client(url.origin, { connect: { timeout } })
    try {
      const signal = AbortSignal.timeout(timeout)
      const { socket, statusCode } = await client.connect({ path, headers: { host: path, ...headers }, signal })
      if (statusCode === 200) return plainSocket(socket)
      socket.on('error', () => undefined).destroy()
      // 502 to 504 say that the proxy works and the site does not.
      if (statusCode >= 502 && statusCode <= 504) throw new SiteFailed(`proxy answered ${statusCode}`)
      throw new RouteFailed(`proxy answered ${statusCode}`)
    } catch (error) {
      if (error instanceof SiteFailed || error instanceof RouteFailed) throw error
      throw new RouteFailed(`proxy: ${failureOf(error)}`)
    } finally {
      void client.close()
    }
  })
}

function socksProxy(url: URL): EgressRoute {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const user = url.username === '' ? {} : { userId: decodeURIComponent(url.username) }
  const password = url.password === '' ? {} : { password: decodeURIComponent(url.password) }
  const proxy = { host, port: Number(url.port) || 1080, type: 5 as const, ...user, ...password }
  return proxied(url, async ({ timeout, ...destination }) => {
    try {
      return (await SocksClient.createConnection({ proxy, command: 'connect', destination, timeout })).socket
    } catch (error) {
      throw socksFailure(error)
    }
  })
}

/** The replies of SOCKS5 that are about the site, in the library's words, and what they mean. */
const siteReplies: Readonly<Record<string, string>> = {
  Failure: 'proxy could not connect',
  NetworkUnreachable: 'network unreachable',
  HostUnreachable: 'host unreachable',
  ConnectionRefused: 'connection refused',
  TTLExpired: 'host unreachable',
}

function socksFailure(error: unknown): Error {
  const message = error instanceof Error ? error.message : ''
  const reply = siteReplies[/ - (\w+)$/.exec(message)?.[1] ?? '']
  if (reply !== undefined) return new SiteFailed(reply)
  if (/authentication/i.test(message)) return new RouteFailed('proxy refused the password')
  if (/timed out/i.test(message)) return new RouteFailed('proxy: timeout')
  // The library passes on only the text of a connection's error.
  const code = /\b(E[A-Z]{3,})\b/.exec(message)?.[1]
  return new RouteFailed(`proxy: ${failureOf(code === undefined ? error : Object.assign(new Error(code), { code }))}`)
}

/** A connector over a connection that a proxy has made, with TLS inside it where the site wants that. */
function through(
  { timeout, ca }: { timeout: number; ca?: string | undefined },
  reach: (options: buildConnector.Options) => Promise<Socket>,
): buildConnector.connector {
  const encrypt = buildConnector({ timeout, ...(ca !== undefined && { ca }) })
  return (options, done) => {
    reach(options).then(
      (socket) => {
        if (options.protocol === 'https:') encrypt({ ...options, httpSocket: socket }, done)
        else done(null, socket)
      },
      (error: unknown) => done(error instanceof Error ? error : new RouteFailed('proxy failed'), null),
    )
  }
}

function plainSocket(stream: unknown): Socket {
  if (stream instanceof Socket) return stream
  throw new RouteFailed('proxy: no connection')
}
