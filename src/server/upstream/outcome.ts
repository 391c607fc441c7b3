/** All outcomes of a registration call to the service. `contract/outcome-table.ts` has the consequences of each. */
import { type ParsedResponse, parseResponse, ValidationError } from '../../contract/registration.ts'
import { parseRetryAfter, type ReadJson, readJson } from './read-reply.ts'
import type { TransportReply } from './transport.ts'

export type ServiceOutcome =
  | {
      type: 'answered'
      read: ParsedResponse
      /** Each button's event as the service wrote it, by index in `read.response.buttons`. */
      events: readonly (string | undefined)[]
      /** The service's clock at the answer, in milliseconds, if it sent one. */
      serverTime: number | undefined
    }
  | { type: 'invalid'; errors: ValidationError }
  /** The service certainly did nothing with our request: see {@link unprocessedStatuses}. */
  | { type: 'contract_error'; status: number }
  | { type: 'unauthorized'; status: number }
  | { type: 'busy'; status: number; retryAfter: number }
  /** Not sent: this process has too many calls in flight. `retryAfter` in seconds. */
  | { type: 'overloaded'; retryAfter: number }
  /** Not sent: the circuit breaker is open, since the service could not be reached too often recently. */
  | { type: 'circuit_open'; retryAfter: number }
  | { type: 'unreachable'; cause: string }
  /** Sent, but it is uncertain whether the service has it: see {@link toOutcome}. */
  | { type: 'unknown'; status?: number; cause: string; retryAfter?: number }
  | { type: 'timeout' }

/** Statuses after which the service certainly has no registration, each with the reason. It judges these before its
 *  registration view reads the body. Any other 4xx is uncertain: a view, or
 *  a proxy that timed out, may respond with it after the body was forwarded. */
const unprocessedStatuses: Readonly<Record<number, string>> = {
  404: 'no view has this path',
  405: 'no view of this path takes POST',
  406: 'the format of the answer is negotiated before the view',
  411: 'a body without its length is not read',
  413: 'a body that is too long is not read',
  414: 'an address that is too long is not read',
  415: 'a body of this type is not read',
  421: 'the connection is to another server',
  426: 'the protocol is rejected before the request is read',
  431: 'headers that are too long are not read',
}

/** Never throws. After any other status the service may have the registration. For a missing slash its framework redirects
 *  before any view (X31). */
export async function toOutcome(reply: TransportReply, url: string): Promise<ServiceOutcome> {
  const { status } = reply
  if (status === 200) return toAnsweredOutcome(reply, await readJson(reply))
  if (status === 400) return toInvalidOutcome(await readJson(reply))
  reply.discard()
  if (status === 401 || status === 403) return { type: 'unauthorized', status }
  if (status === 429)
    return {
      type: 'busy',
      status,
      retryAfter: parseRetryAfter(reply, maxRetryAfterSeconds) ?? defaultRetryAfterSeconds,
    }
  if (unprocessedStatuses[status] !== undefined || isForMissingSlash(reply, url))
    return { type: 'contract_error', status }
  const seconds = parseRetryAfter(reply, maxRetryAfterSeconds)
  return { type: 'unknown', status, cause: 'status', ...(seconds !== undefined && { retryAfter: seconds }) }
}

function isForMissingSlash(reply: TransportReply, url: string): boolean {
  const location = reply.header('location')
  const isPermanent = reply.status === 301 || reply.status === 308
  return isPermanent && URL.canParse(location ?? '', url) && new URL(location ?? '', url).href === `${url}/`
}

const defaultRetryAfterSeconds = 5
const maxRetryAfterSeconds = 60

function toAnsweredOutcome(reply: TransportReply, json: ReadJson): ServiceOutcome {
  if (json.type === 'unreadable') return { type: 'unknown', status: 200, cause: json.reason }
  const read = parseResponse(json.value)
  if (read === undefined) return { type: 'unknown', status: 200, cause: 'no_text' }
  const time = Date.parse(reply.header('date') ?? '')
  const raw = read.response.buttons.some((button) => 'event_tracking' in button) ? findRawEvents(json.text) : undefined
  return {
    type: 'answered',
    read,
    events: read.indexes.map((index) => raw?.get(index)),
    serverTime: Number.isNaN(time) ? undefined : time,
  }
}

function toInvalidOutcome(json: ReadJson): ServiceOutcome {
  const map = ValidationError.safeParse(json.type === 'read' ? json.value : undefined)
  const messages = map.success ? Object.values(map.data).flat() : []
  return map.success && messages.length > 0
    ? { type: 'invalid', errors: map.data }
    : { type: 'contract_error', status: 400 }
}

/** JSON tokens: a string; a structural character; a number, `true`, `false` or `null`. A string without an end also
 *  matches: otherwise the search would restart at each of its characters. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{},:]|[^\s"[\]{},:]+/g

/** Returns the text of every `event_tracking` by the index of its button, byte for byte (R-A70):
 *  `JSON.stringify(JSON.parse(…))` would change `12345678901234567890` and `1.0`. As in `JSON.parse`, the last of duplicate
 *  keys counts. Does not recurse, so that deep nesting is harmless. */
export function findRawEvents(json: string): Map<number, string> {
  const events = new Map<number, string>()
  /** For each open value: the key (in an object) or the index (in a list) of the next value. */
  const path: (string | number)[] = []
  let isKeyNext = false
  let start = 0
  for (const { 0: token, index } of json.matchAll(tokens)) {
    const isOpening = token === '{' || token === '['
    const isClosing = token === '}' || token === ']'
    if (token === ',') {
      const last = path.pop() ?? 0
      path.push(typeof last === 'number' ? last + 1 : '')
      isKeyNext = typeof last === 'string'
    } else if (isKeyNext && !isOpening && !isClosing) {
      path[path.length - 1] = String(JSON.parse(token))
      isKeyNext = false
    } else if (token !== ':') {
      if (isClosing) path.pop()
      const [list, button, key] = path
      if (!isClosing && list === 'buttons' && path.length === 1) events.clear()
      if (list === 'buttons' && typeof button === 'number' && key === 'event_tracking' && path.length === 3) {
        if (!isClosing) start = index
        if (!isOpening) events.set(button, json.slice(start, index + token.length))
      }
      if (isOpening) {
        path.push(token === '{' ? '' : 0)
        isKeyNext = token === '{'
      }
    }
  }
  return events
}
