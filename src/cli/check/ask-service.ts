/** Sends an empty registration to the registration service. The service checks key and address first, then refuses it, so no
 *  one is registered. */

import { errorCode, serviceHeaders, type TransportReply } from '../../bff/upstream/transport.ts'
import { undiciTransport } from '../../bff/upstream/transport-undici.ts'
import { ValidationError } from '../../contract/registration.ts'
import { joinUrl, servicePaths } from '../../contract/routes.ts'
import type { Finding } from './finding.ts'

/** Timeout of the request, in milliseconds. */
const patience = 15_000
/** Maximum number of bytes of the response that are read. */
const enough = 65_536

/** Maximum clock difference, in seconds: above the first it is a warning; above the second, leases and expiring links break. */
const clock = { warning: 5, problem: 60 }

/**
 * Sends `{}` with the key.
 *
 * @param authorization the `Authorization` header of the registration call
 * @returns the finding `key and address`, and `clock` when the response has a `Date` header
 */
export async function askService(base: string, authorization: string): Promise<Finding[]> {
  const transport = undiciTransport(base)
  const headers = { ...serviceHeaders, authorization, 'content-type': 'application/json', 'content-length': '2' }
  try {
    const reply = await transport.send({
      url: joinUrl(base, servicePaths.registration),
      method: 'POST',
      headers,
      body: '{}',
      signal: AbortSignal.timeout(patience),
    })
    const now = Date.now()
    const text = await startOf(reply)
    return [{ name: 'key and address', ...judged(reply, text) }, ...clockOf(reply.header('date'), now)]
  } catch (error) {
    const todo = 'Nothing was sent. If the lines above are fine, check that the service runs, or ask the operator.'
    return [{ name: 'key and address', state: 'problem', seen: `no answer (${errorCode(error)})`, todo }]
  } finally {
    await transport.close()
  }
}

async function startOf(reply: TransportReply): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of reply.body) {
    chunks.push(chunk)
    if (chunks.reduce((sum, { byteLength }) => sum + byteLength, 0) > enough) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

function judged(reply: TransportReply, text: string): Omit<Finding, 'name'> {
  const { status } = reply
  const isPage = /^\s*<|text\/html/i.test(`${text.slice(0, 20)} ${reply.header('content-type')}`)
  const seen = `${status}${isPage ? ' with a web page' : ''}`
  const problem = (todo: string) => ({ state: 'problem', seen, todo }) as const
  const warning = (todo: string) => ({ state: 'warning', seen, todo }) as const
  if (status === 400 && asksForFields(text)) return { state: 'ok', seen: '400 that asks for the fields: both are good' }
  if (status === 401) return problem(`The key is refused. ${whichHalf(text)}`)
  if (status === 403)
    return isPage
      ? problem('Something in front of the service blocks this machine. Tell the operator the address it calls from.')
      : problem('The service knows the key and refuses this address, or the key lacks the right. Ask the operator.')
  if (status === 429 || status === 503)
    return warning('The service is busy or in maintenance. Key and address are not known; try again later.')
  if (status >= 500)
    return warning('The service fails. Is API_KEY_ID a UUID and the secret plain ASCII? Else ask the operator.')
  return problem('This is not how the registration service answers. Is UPSTREAM_URL right?')
}

function asksForFields(text: string): boolean {
  const fields = ValidationError.safeParse(parsed(text))
  return fields.success && 'first_name' in fields.data
}

function whichHalf(text: string): string {
  if (text.includes('No such API key')) return 'There is no key of this id: is API_KEY_ID right, and of this service?'
  if (text.includes('Incorrect API key secret')) return 'The id is known, API_KEY_SECRET is not its secret.'
  return 'Check API_KEY_ID and API_KEY_SECRET.'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function clockOf(date: string | undefined, now: number): Finding[] {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return []
  // The `Date` header has whole seconds.
  const seconds = Math.round((now - theirs - 500) / 1000)
  const apart = Math.abs(seconds)
  const name = 'clock'
  const seen = apart <= 1 ? 'as the service has it' : `${apart} s ${seconds > 0 ? 'ahead of' : 'behind'} the service`
  if (apart <= clock.warning) return [{ name, state: 'ok', seen }]
  const todo = 'Let NTP set the clock of this machine.'
  return [{ name, state: apart <= clock.problem ? 'warning' : 'problem', seen, todo }]
}
