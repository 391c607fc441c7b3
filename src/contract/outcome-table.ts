/** Every outcome of a registration: what the BFF responds, what is known, and who can do what next. Server, form and docs read it. */

/** Whether the service has the registration. */
export type Certainty = 'not_sent' | 'unknown' | 'arrived'

/** Who can help: the voter (by waiting or correcting), the page's partner, or the operator of the server. */
export type Audience = 'voter' | 'partner' | 'operator'

/** How it may be sent again. `automatic`: by the form itself after the given time; `manual`: when the voter presses the button;
 *  `corrected`: with a change; `confirmed`: once the voter has confirmed that it may arrive twice. */
export type Retry = 'automatic' | 'manual' | 'corrected' | 'confirmed' | 'never'

type Row = readonly [
  status: number | undefined,
  code: string | undefined,
  certainty: Certainty,
  retry: Retry,
  audience: Audience,
  /** The word in the receipt of consent; a registration of which nothing reached the service has no receipt. */
  receipt?: string,
]

/** The docs show the comment above each row: what has happened. */
export const outcomeTable = {
  // The service answers 200: Markdown, at most two buttons, encrypted events, `expires_in_ms` by the service's clock
  answered: [200, undefined, 'arrived', 'never', 'voter', 'answered'],
  // The service answers 400 with messages by field: the same map
  invalid: [400, undefined, 'not_sent', 'corrected', 'voter', 'invalid'],
  // The service answers 400 without such messages, 404, 405, 406, 411, 413, 414, 415, 421, 426, 431, or a redirect (301, 308) that only adds the last slash
  contract_error: [502, 'upstream_contract', 'not_sent', 'manual', 'operator', 'contract_error'],
  // The service answers 401 or 403 (`WWW-Authenticate` is dropped)
  unauthorized: [503, 'upstream_auth', 'not_sent', 'manual', 'operator', 'unauthorized'],
  // The service answers 429; `Retry-After` 1 to 60 s
  busy: [503, 'upstream_busy', 'not_sent', 'automatic', 'voter', 'busy'],
  // Too many registrations are in flight
  overloaded: [503, 'overloaded', 'not_sent', 'automatic', 'voter'],
  // The circuit breaker is open
  circuit_open: [503, 'upstream_circuit_open', 'not_sent', 'automatic', 'operator'],
  // DNS failure, connection refused, no connection within 3 s, or an invalid certificate: after one retry
  unreachable: [503, 'upstream_unreachable', 'not_sent', 'automatic', 'operator'],
  // An unreadable 200 (HTML, truncated, over 256 KiB, also decompressed), another 2xx, 3xx (never followed), 4xx or 5xx, or a broken connection
  unknown: [502, 'upstream_unknown', 'unknown', 'confirmed', 'operator', 'unknown'],
  // No answer of the service for 15 s; a late one is kept for the same key
  timeout: [504, 'upstream_unknown', 'unknown', 'confirmed', 'operator', 'timeout'],
  // This key was sent before, and its outcome is lost
  outcome_lost: [504, 'upstream_unknown', 'unknown', 'confirmed', 'operator', 'unknown'],
  // The limit of the voter's phone number or e-mail address is reached: `"limit": "phone_or_email"`
  rate_limited: [429, 'rate_limited', 'not_sent', 'manual', 'voter'],
  // The limit of the client's address is reached: a challenge
  challenge_required: [403, 'challenge_required', 'not_sent', 'manual', 'voter'],
  // The form is older than `MIN_FORM_VERSION`
  form_too_old: [409, 'upgrade_required', 'not_sent', 'never', 'partner'],
  // The wording on the screen is not the current one
  consent_outdated: [409, 'consent_outdated', 'not_sent', 'corrected', 'voter'],
  // The key was used for another body or page
  key_reused: [422, 'idempotency_key_reused', 'not_sent', 'manual', 'partner'],
  // The storage is full, or down for 5 s; whether an earlier request with this key was sent is unknown
  unavailable: [503, 'storage_unavailable', 'not_sent', 'automatic', 'operator'],
  // The server is stopping
  stopping: [503, 'shutting_down', 'not_sent', 'automatic', 'operator'],
  // A bug in the server
  failed: [500, 'internal', 'unknown', 'confirmed', 'operator', 'unknown'],
  // The page is not in `ALLOWED_ORIGINS`
  origin_not_allowed: [403, 'origin_not_allowed', 'not_sent', 'manual', 'partner'],
  // The request names another host than `PUBLIC_HOSTS`
  host_not_allowed: [421, 'host_not_allowed', 'not_sent', 'manual', 'operator'],
  // The form names a partner that does not exist
  partner_unknown: [404, 'partner_unknown', 'not_sent', 'never', 'partner'],
  // The entry of the form's partner in the partners file is invalid
  partner_unavailable: [503, 'partner_unavailable', 'not_sent', 'manual', 'operator'],
  // The request has no key, or one that is not a UUID
  key_missing: [400, 'idempotency_key_missing', 'not_sent', 'manual', 'partner'],
  // The body is not JSON
  unreadable_request: [400, 'bad_request', 'not_sent', 'manual', 'partner'],
  // The body has another type, or is compressed
  unsupported_type: [415, 'unsupported_media_type', 'not_sent', 'manual', 'partner'],
  // The body has more than 16 KiB
  too_large: [413, 'too_large', 'not_sent', 'manual', 'partner'],
  // The browser is offline
  offline: [undefined, 'offline', 'not_sent', 'manual', 'voter'],
  // The browser gets no response within 20 s
  no_response: [undefined, 'timeout', 'unknown', 'confirmed', 'operator'],
  // The browser's request fails: it does not tell a refused connection from one that broke after the request was written
  disconnected: [undefined, 'network', 'unknown', 'confirmed', 'operator'],
  // The browser gets a 2xx that is no answer
  unreadable_answer: [undefined, 'unreadable', 'unknown', 'confirmed', 'operator'],
  // The browser gets a 4xx that is not the BFF's
  other_client_error: [undefined, 'http_4xx', 'not_sent', 'manual', 'operator'],
  // The browser gets anything else that is not the BFF's
  other_response: [undefined, 'http_5xx', 'unknown', 'confirmed', 'operator'],
} as const satisfies Record<string, Row>

export type OutcomeName = keyof typeof outcomeTable

export interface OutcomeRow {
  status: number | undefined
  code: string | undefined
  certainty: Certainty
  retry: Retry
  audience: Audience
  receipt: string | undefined
}

export const getOutcome = (name: OutcomeName): OutcomeRow => toOutcomeRow(outcomeTable[name])

/** Returns the outcome with this code; for any other code that of a response that is not the BFF's, by its HTTP status. */
export function findOutcome(code: string, status = 0): OutcomeRow {
  const row = Object.values<Row>(outcomeTable).find((candidate) => candidate[1] === code)
  return row ? toOutcomeRow(row) : getOutcome(status >= 400 && status < 500 ? 'other_client_error' : 'other_response')
}

function toOutcomeRow([status, code, certainty, retry, audience, receipt]: Row): OutcomeRow {
  return { status, code, certainty, retry, audience, receipt }
}

/** The outcomes that the BFF reports only after it has looked up the key. `rate_limited` shares its code with another limit. */
const keyOutcomes = [
  'contract_error',
  'unauthorized',
  'busy',
  'overloaded',
  'circuit_open',
  'unreachable',
  'form_too_old',
] as const

/** Whether a code says that neither this request nor an earlier one under its key was sent. */
export const isAboutKey = (code: string): boolean => keyOutcomes.some((name) => outcomeTable[name][1] === code)
