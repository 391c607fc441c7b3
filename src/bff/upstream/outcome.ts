/** Everything that can come of asking the service for a registration: the left-hand side of the outcome table, whose right
 *  is in `registration/respond.ts`. */
import { type ReadResponse, readResponse, ValidationError } from '../../contract/registration.ts'
import { rawEvents } from './extract-raw-events.ts'
import { type ReadJson, readJson } from './read-json.ts'
import { retryAfter } from './retry-after.ts'
import type { TransportReply } from './transport.ts'

/** The outcome of a registration. */
export type RegistrationOutcome =
  /** 200 with an answer that can be shown. */
  | {
      type: 'answered'
      read: ReadResponse
      /** Each button's event as it was written, by place in `read.response.buttons`. */
      events: readonly (string | undefined)[]
      /** The service's clock at the answer, in milliseconds, if it told. */
      serverTime: number | undefined
    }
  /** 400 in the specification's shape: the voter can mend it (R-A80, R-A81). */
  | { type: 'refused'; errors: ValidationError }
  /** The service did not take our request as one: 3xx, 400 without messages, 404, 405, 406, 415 and the like. */
  | { type: 'misunderstood'; status: number }
  /** 401 or 403: our key or our address is not welcome. */
  | { type: 'unwelcome'; status: number }
  /** 429. */
  | { type: 'busy'; status: number; retryAfter: number }
  /** Not asked: this process has enough calls under way. `retryAfter` in seconds. */
  | { type: 'overloaded'; retryAfter: number }
  /** Not asked: the service has failed too often of late. */
  | { type: 'paused'; retryAfter: number }
  /** No connection: nothing was sent. */
  | { type: 'unreachable'; cause: string }
  /** It was sent, and no usable answer came: 5xx, an answer nobody can read, a broken connection. */
  | { type: 'unknown'; status?: number; cause: string; retryAfter?: number }
  /** It was sent, and no answer came in time. */
  | { type: 'timeout' }

/** Reads the service's reply. Never throws. */
export async function outcomeOf(reply: TransportReply): Promise<RegistrationOutcome> {
  const { status } = reply
  if (status === 200) return answered(reply, await readJson(reply))
  if (status === 400) return refused(await readJson(reply))
  reply.discard()
  if (status === 401 || status === 403) return { type: 'unwelcome', status }
  if (status === 429) return { type: 'busy', status, retryAfter: retryAfter(reply, longestWait) ?? defaultRetryAfter }
  if (status >= 300 && status < 500) return { type: 'misunderstood', status }
  const seconds = retryAfter(reply, longestWait)
  return { type: 'unknown', status, cause: 'status', ...(seconds !== undefined && { retryAfter: seconds }) }
}

/** Seconds to wait where the service names none. */
const defaultRetryAfter = 5
/** The longest wait that the voter's page hears of, in seconds. */
const longestWait = 60

function answered(reply: TransportReply, json: ReadJson): RegistrationOutcome {
  if (json.type === 'unreadable') return { type: 'unknown', status: 200, cause: json.why }
  const read = readResponse(json.value)
  if (read === undefined) return { type: 'unknown', status: 200, cause: 'no_text' }
  const time = Date.parse(reply.header('date') ?? '')
  const raw = read.response.buttons.some((button) => 'event_tracking' in button) ? rawEvents(json.text) : undefined
  return {
    type: 'answered',
    read,
    events: read.places.map((place) => raw?.get(place)),
    serverTime: Number.isNaN(time) ? undefined : time,
  }
}

function refused(json: ReadJson): RegistrationOutcome {
  const map = ValidationError.safeParse(json.type === 'read' ? json.value : undefined)
  const messages = map.success ? Object.values(map.data).flat() : []
  return map.success && messages.length > 0
    ? { type: 'refused', errors: map.data }
    : { type: 'misunderstood', status: 400 }
}
