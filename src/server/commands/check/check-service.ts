/** Checks whether the services are reachable from here, and whether they accept the keys and this machine's address. */
import { lookup } from 'node:dns/promises'
import { connect, type TLSSocket } from 'node:tls'
import { parseResponse, ValidationError } from '../../../contract/registration.ts'
import { joinUrl, servicePaths } from '../../../contract/routes.ts'
import { isLoopback } from '../../../contract/text.ts'
import { readJson } from '../../upstream/read-reply.ts'
import { errorCode, serviceHeaders } from '../../upstream/transport.ts'
import { undiciTransport } from '../../upstream/transport-undici.ts'

/** One finding of `voter-registration-server check`. */
export interface Finding {
  name: string
  /** A `problem` keeps voters from registering; a `warning` will do so later, or makes the server weaker than it could be. */
  status: 'ok' | 'warning' | 'problem'
  /** The value that was found; never a secret. */
  actual: string
  /** What to do next, for `warning` and `problem`. */
  fix?: string
}

/** A certificate that expires in fewer days than this is reported. */
const minCertificateDays = 14
/** Maximum clock difference, in seconds: above the first it is a warning; above the second, leases and expiring links break. */
const maxClockSeconds = { warning: 5, problem: 60 }

/** Looks up a service's name and opens an encrypted connection to it. Sends no request. */
export async function checkConnection(
  variable: string,
  base: string,
  options: { resolve?: (host: string) => Promise<readonly string[]>; ca?: string } = {},
): Promise<Finding[]> {
  const { resolve = async (name) => (await lookup(name, { all: true })).map(({ address }) => address), ca } = options
  const { hostname, port, protocol } = new URL(base)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  let addresses: readonly string[]
  try {
    addresses = await resolve(host)
  } catch (error) {
    const fix = `Is ${variable} right? Does this machine have a name server (/etc/resolv.conf)?`
    return [
      { name: `${variable} name`, status: 'problem', actual: `${host} has no address (${errorCode(error)})`, fix },
    ]
  }
  const nameFinding: Finding = { name: `${variable} name`, status: 'ok', actual: `${host} is ${addresses.join(', ')}` }
  if (protocol === 'http:' && isLoopback(hostname)) return [nameFinding]
  const name = `${variable} TLS`
  const target = { host: addresses[0] ?? host, port: Number(port || 443), servername: host }
  try {
    const socket = await waitForTls(connect({ ...target, ...(ca !== undefined && { ca }) }))
    const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000)
    const actual = `${socket.getProtocol()}, certificate valid for ${days} days`
    socket.destroy()
    if (days >= minCertificateDays) return [nameFinding, { name, status: 'ok', actual }]
    return [nameFinding, { name, status: 'warning', actual, fix: 'Ask the operator when they renew it.' }]
  } catch (error) {
    const code = errorCode(error)
    return [nameFinding, { name, status: 'problem', actual: code, fix: getTlsAdvice(code, `${host}:${target.port}`) }]
  }
}

function waitForTls(socket: TLSSocket): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    socket.setTimeout(5_000, () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })))
    socket.once('error', reject)
    socket.once('secureConnect', () => resolve(socket))
  })
}

function getTlsAdvice(code: string, place: string): string {
  if (code === 'ECONNREFUSED') return `Nothing listens at ${place}. Check the port.`
  if (/TIMEDOUT|UNREACH/.test(code)) return `${place} does not answer. Does a firewall block this machine?`
  if (code === 'CERT_HAS_EXPIRED')
    return 'The certificate has expired. Check the clock of this machine; if it is right, tell the operator.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `The certificate is not for ${place}. Check the address.`
  if (/CERT|SIGN|ISSUER|VERIFY/.test(code))
    return 'This machine does not trust the issuer of the certificate. Does a proxy intercept TLS? If it is your own authority, set NODE_EXTRA_CA_CERTS.'
  return `No TLS connection to ${place}. Is it an https: port?`
}

/** Sends an empty registration with the key. The service checks key and address first, then refuses it, so no one is
 *  registered. @returns the finding `key and address`, and `clock` when the response has a `Date` header */
export async function checkKey(base: string, authorization: string): Promise<Finding[]> {
  const name = 'key and address'
  const headers = { ...serviceHeaders, authorization, 'content-type': 'application/json', 'content-length': '2' }
  const url = joinUrl(base, servicePaths.registration)
  const transport = undiciTransport(base)
  try {
    const signal = AbortSignal.timeout(15_000)
    const reply = await transport.send({ url, method: 'POST', headers, body: '{}', signal })
    const currentTime = Date.now()
    const read = await readJson(reply, 65_536)
    const { value, text } = read.type === 'read' ? read : { value: undefined, text: '' }
    const isPage = read.type === 'unreadable' && /\bhtml\b/i.test(reply.header('content-type') ?? '')
    const actual = `${reply.status}${isPage ? ' with a web page' : ''}`
    const clock = checkClock(reply.header('date'), currentTime)
    if (reply.status === 400 && isMissingFields(value))
      return [{ name, status: 'ok', actual: '400 that asks for the fields: both are accepted' }, ...clock]
    const isBusy = reply.status === 429 || reply.status >= 500
    const fix = getKeyAdvice(reply.status, isPage, { text, value })
    return [{ name, status: isBusy ? 'warning' : 'problem', actual, fix }, ...clock]
  } catch (error) {
    const fix = 'Nothing was sent. If the lines above are ok, check that the service runs, or ask the operator.'
    return [{ name, status: 'problem', actual: `no answer (${errorCode(error)})`, fix }]
  } finally {
    await transport.close()
  }
}

function isMissingFields(value: unknown): boolean {
  const fields = ValidationError.safeParse(value)
  return fields.success && 'first_name' in fields.data
}

function getKeyAdvice(status: number, isPage: boolean, { text, value }: { text: string; value: unknown }): string {
  if (status === 401) {
    if (text.includes('No such API key'))
      return 'The service has no key with this id. Check API_KEY_ID, and that it is a key of this service.'
    if (text.includes('Incorrect API key secret'))
      return 'The service knows the id, but API_KEY_SECRET is not its secret.'
    return 'The service rejects the key. Check API_KEY_ID and API_KEY_SECRET.'
  }
  if (status === 403)
    return isPage
      ? 'A firewall in front of the service blocks this machine. Tell the operator the address that it calls from.'
      : 'The service knows the key, but rejects this IP address, or the key lacks permission. Ask the operator.'
  if (status === 429 || status === 503)
    return 'The service is busy or in maintenance, so key and address could not be checked. Try again later.'
  if (status >= 500)
    return 'The service fails. Check that API_KEY_ID is a UUID and the secret is ASCII, or ask the operator.'
  if (status === 200 && parseResponse(value) !== undefined)
    return 'It accepts an empty registration, as only a test double does. Check UPSTREAM_URL.'
  return 'This is not a response of the registration service. Check UPSTREAM_URL.'
}

function checkClock(date: string | undefined, currentTime: number): Finding[] {
  const serviceTime = Date.parse(date ?? '')
  if (Number.isNaN(serviceTime)) return []
  // The `Date` header has whole seconds.
  const seconds = Math.round((currentTime - serviceTime - 500) / 1000)
  const difference = Math.abs(seconds)
  const direction = seconds > 0 ? 'ahead of' : 'behind'
  const actual = difference <= 1 ? 'same as the service' : `${difference} s ${direction} the service`
  if (difference <= maxClockSeconds.warning) return [{ name: 'clock', status: 'ok', actual }]
  const status = difference <= maxClockSeconds.problem ? 'warning' : 'problem'
  return [{ name: 'clock', status, actual, fix: 'Let NTP set the clock of this machine.' }]
}
