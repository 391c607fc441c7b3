/** Everything that can come of asking the service for a registration, and what the voter's page is told of it: the
 *  outcome table, in one place. */
import type { Outcome, ProblemCode } from '../../contract/bff-api.ts'
import { type ReadResponse, readResponse, ValidationError } from '../../contract/registration.ts'
import { rawEvents } from './extract-raw-events.ts'
import { type ReadJson, readJson } from './read-json.ts'
import { retryAfter } from './retry-after.ts'
import type { TransportReply } from './transport.ts'

/** What came of a registration. */
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

/** What the voter's page is told of an outcome that is neither an answer nor a refusal. */
export interface Verdict {
  status: 409 | 429 | 502 | 503 | 504
  code: ProblemCode
  outcome: Outcome
  /** Seconds. */
  retryAfter?: number
  detail: string
}

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

/** The right-hand side of the table. */
export function verdictOn(outcome: Exclude<RegistrationOutcome, { type: 'answered' } | { type: 'refused' }>): Verdict {
  switch (outcome.type) {
    case 'misunderstood':
      return {
        status: 502,
        code: 'upstream_contract',
        outcome: 'not_sent',
        detail: `The service answered ${outcome.status} to a request it should understand. Check UPSTREAM_URL, and whether there is a newer version of this package.`,
      }
    case 'unwelcome':
      return {
        status: 503,
        code: 'upstream_auth',
        outcome: 'not_sent',
        detail:
          'The service does not let this server in. Check the API key, and that the operator knows the address this server calls from.',
      }
    case 'busy':
      return {
        status: 503,
        code: 'upstream_busy',
        outcome: 'not_sent',
        retryAfter: outcome.retryAfter,
        detail: 'The service has too much to do. Try again later.',
      }
    case 'overloaded':
      return {
        status: 503,
        code: 'overloaded',
        outcome: 'not_sent',
        retryAfter: outcome.retryAfter,
        detail: 'This server has too much to do; nothing was sent. Try again.',
      }
    case 'paused':
      return {
        status: 503,
        code: 'upstream_paused',
        outcome: 'not_sent',
        retryAfter: outcome.retryAfter,
        detail: 'The service has failed several times, so it is left alone for a moment; nothing was sent. Try again.',
      }
    case 'unreachable':
      return {
        status: 503,
        code: 'upstream_unreachable',
        outcome: 'not_sent',
        retryAfter: defaultRetryAfter,
        detail: 'The service could not be reached; nothing was sent. Try again.',
      }
    case 'unknown':
      return {
        status: 502,
        code: 'upstream_unknown',
        outcome: 'may_have_been_sent',
        ...(outcome.retryAfter !== undefined && { retryAfter: outcome.retryAfter }),
        detail: 'The request was sent, but no usable answer came back. Do not send it again without asking the voter.',
      }
    case 'timeout':
      return {
        status: 504,
        code: 'upstream_unknown',
        outcome: 'may_have_been_sent',
        detail: 'The request was sent, but no answer came in time. Do not send it again without asking the voter.',
      }
    default:
      return outcome satisfies never
  }
}

/** Seconds to wait where the service names none. */
const defaultRetryAfter = 5
/** The longest that a voter is told to wait, in seconds. */
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
