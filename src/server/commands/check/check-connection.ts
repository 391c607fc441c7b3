/** Checks whether a service is reachable from here: its name, the connection, its certificate. */
import { lookup } from 'node:dns/promises'
import { connect, type TLSSocket } from 'node:tls'
import { isLoopback } from '../../../contract/text.ts'
import type { Finding } from './finding.ts'

/** Timeout of each step, in milliseconds. */
const patience = 5_000
/** A certificate that expires in fewer days than this is reported. */
const enoughDays = 14

/** What tests replace: the name lookup and the trusted certificate authority. */
export interface ConnectionOptions {
  resolve?: (host: string) => Promise<readonly string[]>
  ca?: string
}

/**
 * Looks up a service's name and opens an encrypted connection to it. Sends no request.
 *
 * @param variable the variable that holds the address
 * @param base an http: or https: address
 * @returns one or two findings, named `<variable> name` and `<variable> TLS`
 */
export async function checkConnection(
  variable: string,
  base: string,
  { resolve = addressesOf, ca }: ConnectionOptions = {},
): Promise<Finding[]> {
  const url = new URL(base)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const name = { name: `${variable} name` }
  let addresses: readonly string[]
  try {
    addresses = await resolve(host)
  } catch (error) {
    const todo = `Is ${variable} right? Does this machine have a name server (/etc/resolv.conf)?`
    return [{ ...name, state: 'problem', seen: `${host} has no address (${codeOf(error)})`, todo }]
  }
  const found: Finding = { ...name, state: 'ok', seen: `${host} is ${addresses.join(', ')}` }
  if (url.protocol === 'http:' && isLoopback(url.hostname)) return [found]
  const [address = host] = addresses
  return [found, await checkCertificate(variable, { host, address, port: Number(url.port || 443), ca })]
}

const addressesOf = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)

async function checkCertificate(
  variable: string,
  { host, address, port, ca }: { host: string; address: string; port: number; ca: string | undefined },
): Promise<Finding> {
  const name = `${variable} TLS`
  try {
    const socket = await encrypted(connect({ host: address, port, servername: host, ...(ca !== undefined && { ca }) }))
    const { valid_to: end } = socket.getPeerCertificate()
    const days = Math.floor((Date.parse(end) - Date.now()) / 86_400_000)
    const seen = `${socket.getProtocol()}, certificate good for ${days} days`
    socket.destroy()
    if (days >= enoughDays) return { name, state: 'ok', seen }
    return { name, state: 'warning', seen, todo: 'Ask the operator when it is renewed.' }
  } catch (error) {
    const code = codeOf(error)
    return { name, state: 'problem', seen: code, todo: adviceOn(code, host, port) }
  }
}

function encrypted(socket: TLSSocket): Promise<TLSSocket> {
  return new Promise((done, fail) => {
    socket.setTimeout(patience, () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    socket.once('error', fail)
    socket.once('secureConnect', () => done(socket))
  })
}

function adviceOn(code: string, host: string, port: number): string {
  if (code === 'ECONNREFUSED') return `Nothing listens at ${host}:${port}. Is the port right?`
  if (/TIMEDOUT|UNREACH/.test(code)) return `${host}:${port} does not answer. Does a firewall let this machine out?`
  if (code === 'CERT_HAS_EXPIRED')
    return 'The certificate has ended. Is the clock of this machine right? Else tell the operator.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate is for another name than ${host}. Is the address right?`
  if (/CERT|SIGN|ISSUER|VERIFY/.test(code))
    return 'No authority that this machine trusts has signed the certificate. Is something between here and the service reading along? An authority of your own: NODE_EXTRA_CA_CERTS.'
  return `No encrypted connection to ${host}:${port}. Is it an https: port?`
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'no answer'
}
