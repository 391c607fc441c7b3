/** Egress routes of checks, direct or by HTTP proxy. They connect to validated addresses: a later DNS answer cannot change them. */
import { constants } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction, Socket } from 'node:net'
import { checkServerIdentity } from 'node:tls'
import { buildConnector, Client } from 'undici'
import { describeFailure, RouteError, SiteError } from './check-failure.ts'

export interface ConnectionSettings {
  timeoutMs: number
  /** The certificate authorities to trust in place of Node's, PEM. */
  ca?: string | string[] | undefined
}

export interface EgressRoute {
  name: string
  /** Whether the far end can resolve names that this machine cannot. */
  resolvesNames: boolean
  connector(addresses: readonly LookupAddress[], settings: ConnectionSettings): buildConnector.connector
}

export const directRoute: EgressRoute = {
  name: 'direct',
  resolvesNames: false,
  connector: (addresses, settings) =>
    buildConnector({ ...tlsOptions(settings), lookup: createPinnedLookup(addresses), autoSelectFamily: true }),
}

/** TLS as browsers have it: also to servers without secure renegotiation, and a name counts in the list of names only. */
function tlsOptions({ timeoutMs: timeout, ca }: ConnectionSettings): buildConnector.BuildOptions {
  return {
    timeout,
    secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
    checkServerIdentity: (host, certificate) =>
      certificate.subjectaltname === undefined
        ? Object.assign(new Error('No subjectAltName.'), { code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
        : checkServerIdentity(host, certificate),
    ...(ca !== undefined && { ca }),
  }
}

function createPinnedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_, { all: isForAll }, done) => {
    const [first] = addresses
    if (first === undefined) done(new Error('No address.'), '', 4)
    else if (isForAll) done(null, [...addresses])
    else done(null, first.address, first.family)
  }
}

/** @throws with a sentence that contains no password */
export function parseEgressRoute(text: string): EgressRoute {
  if (text === 'direct') return directRoute
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.hostname && url.protocol === 'http:') return createProxyRoute(url)
  throw new Error('A proxy must be "direct" or http://host:port, with user:password@ if it asks for one.')
}

function createProxyRoute(url: URL): EgressRoute {
  const user = decodeURIComponent(url.username)
  const password = decodeURIComponent(url.password)
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const headers = user === '' ? {} : { 'proxy-authorization': authorization }
  const openTunnel = async (host: string, port: number, timeoutMs: number) => {
    const path = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`
    const client = new Client(url.origin, { connect: { timeout: timeoutMs } })
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const { socket, statusCode } = await client.connect({ path, headers: { host: path, ...headers }, signal })
      if (statusCode === 200 && socket instanceof Socket) return socket
      socket.on('error', () => undefined).destroy()
      // 502 to 504 mean that the proxy works and the site does not.
      if (statusCode >= 502 && statusCode <= 504) throw new SiteError(`proxy answered ${statusCode}`)
      throw new RouteError(`proxy answered ${statusCode}`)
    } catch (error) {
      if (error instanceof SiteError || error instanceof RouteError) throw error
      throw new RouteError(`proxy: ${describeFailure(error)}`)
    } finally {
      void client.close()
    }
  }
  return {
    name: `${url.protocol}//${url.host}`,
    resolvesNames: true,
    connector(addresses, settings) {
      const connectTls = buildConnector(tlsOptions(settings))
      // Without an address the proxy resolves the name.
      const address = (addresses.find(({ family }) => family === 4) ?? addresses[0])?.address
      return (options, done) => {
        const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
        openTunnel(address ?? options.hostname, port, settings.timeoutMs).then(
          (socket) => {
            if (options.protocol === 'https:') connectTls({ ...options, httpSocket: socket }, done)
            else done(null, socket)
          },
          (error: unknown) => done(error instanceof Error ? error : new RouteError('proxy failed'), null),
        )
      }
    },
  }
}
