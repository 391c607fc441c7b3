/** Sends an empty registration to the registration service. The service checks key and address first, then refuses it, so no
 *  one is registered. */

import { readResponse, ValidationError } from '../../../contract/registration.ts'
import { joinUrl, servicePaths } from '../../../contract/routes.ts'
import { type ReadJson, readJson } from '../../upstream/read-reply.ts'
import { errorCode, serviceHeaders, type TransportReply } from '../../upstream/transport.ts'
import { undiciTransport } from '../../upstream/transport-undici.ts'
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
    const read = await readJson(reply, enough)
    return [{ name: 'key and address', ...judged(reply, read) }, ...clockOf(reply.header('date'), now)]
  } catch (error) {
    const todo = 'Nothing was sent. If the lines above are fine, check that the service runs, or ask the operator.'
    return [{ name: 'key and address', state: 'problem', seen: `no answer (${errorCode(error)})`, todo }]
  } finally {
    await transport.close()
  }
}

function judged(reply: TransportReply, read: ReadJson): Omit<Finding, 'name'> {
  const { status } = reply
  const { value, text } = read.type === 'read' ? read : { value: undefined, text: '' }
  const isPage = read.type === 'unreadable' && /\bhtml\b/i.test(reply.header('content-type') ?? '')
  const seen = `${status}${isPage ? ' with a web page' : ''}`
  const problem = (todo: string) => ({ state: 'problem', seen, todo }) as const
  const warning = (todo: string) => ({ state: 'warning', seen, todo }) as const
  if (status === 400 && asksForFields(value))
    return { state: 'ok', seen: '400 that asks for the fields: both are good' }
  if (status === 401) return problem(`The key is refused. ${whichHalf(text)}`)
  if (status === 403)
    return isPage
      ? problem('Something in front of the service blocks this machine. Tell the operator the address it calls from.')
      : problem('The service knows the key and refuses this address, or the key lacks the right. Ask the operator.')
  if (status === 429 || status === 503)
    return warning('The service is busy or in maintenance. Key and address are not known; try again later.')
  if (status >= 500)
    return warning('The service fails. Is API_KEY_ID a UUID and the secret plain ASCII? Else ask the operator.')
  if (status === 200) return accepted(value)
  return problem('This is not how the registration service answers. Is UPSTREAM_URL right?')
}

/** The finding for a service that accepts a registration with nothing in it: says whether a form could show its answer. */
function accepted(value: unknown): Omit<Finding, 'name'> {
  const answer = readResponse(value)
  if (answer === undefined) {
    const todo = 'This is not how the registration service answers. Is UPSTREAM_URL right?'
    return { state: 'problem', seen: '200 without message_markdown', todo }
  }
  const { departures } = answer
  const shape = departures.length === 0 ? 'as the specification has it' : departures.slice(0, 3).join('; ')
  const todo = 'It accepts a registration with nothing in it, as only a test double does. Is UPSTREAM_URL right?'
  return { state: 'problem', seen: `200 with an answer: ${shape}`, todo }
}

function asksForFields(value: unknown): boolean {
  const fields = ValidationError.safeParse(value)
  return fields.success && 'first_name' in fields.data
}

function whichHalf(text: string): string {
  if (text.includes('No such API key')) return 'There is no key of this id: is API_KEY_ID right, and of this service?'
  if (text.includes('Incorrect API key secret')) return 'The id is known, API_KEY_SECRET is not its secret.'
  return 'Check API_KEY_ID and API_KEY_SECRET.'
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
