/** Error responses of the BFF: problem details (RFC 9457), without personal data. */
import type { Context } from 'hono'
import type { Challenge, Problem, ProblemCode } from '../contract/bff-api.ts'
import { type OutcomeName, outcomeTable } from '../contract/outcome-table.ts'
import type { PageVariables } from '../contract/page-interface.ts'
import type { Address } from './middleware/client-address.ts'
import type { LogLine } from './observability/log.ts'
import type { PartnerSelection } from './partners/partner.ts'

export interface Env {
  Bindings: Peer
  Variables: Partial<PageVariables> & {
    /** Identifies the request in the log and, as its reference, on the voter's page. */
    requestId: string
    /** The partner whose form sent the request; `undefined` when the request names an unknown one. */
    partner: PartnerSelection | undefined
    /** Why there is no partner, where the request does not name an unknown one. */
    partnerProblem?: ProblemAnswer
    addLogFields: (fields: Partial<LogLine>) => void
    logFields: Readonly<Partial<LogLine>>
    /** Whether it is counted as a registration, whatever its route. */
    isRegistration?: boolean
    /** Token to fetch the answer again, once there is one. */
    answerToken?: string
    /** Where a registration comes from; `undefined` when the host does not report it. */
    address?: Address | undefined
    state?: string
  }
}

export interface Peer {
  /** The IP address, without a port. */
  remoteAddress?: string | undefined
}

/** A problem response. `detail` is for a developer: what happened and what to do. */
export interface ProblemAnswer {
  status: 400 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 422 | 429 | 500 | 502 | 503 | 504
  code: ProblemCode
  detail: string
  outcome?: Problem['outcome']
  retryAfter?: number | undefined
  challenge?: Challenge
  /** The voter's own phone number or e-mail address has been used too often; which of the two is not disclosed. */
  limit?: 'phone_or_email'
  /** Whether it is the outcome of an earlier request with the same key. */
  replayed?: boolean
  headers?: Record<string, string>
}

export function problem(c: Context<Env>, answer: ProblemAnswer): Response {
  const { status, code, outcome, retryAfter, headers } = answer
  c.get('addLogFields')({ code, ...(outcome !== undefined && { outcome }) })
  return c.body(problemBody(answer, c.get('requestId')), status, {
    'Content-Type': 'application/problem+json; charset=utf-8',
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...headers,
  })
}

export function problemBody(answer: ProblemAnswer, reference: string): string {
  const { status, code, detail, outcome, retryAfter, challenge, limit, replayed } = answer
  return JSON.stringify({
    type: `urn:voter-registration:problem:${code}`,
    title: titles[code],
    status,
    detail,
    code,
    outcome,
    retry_after: retryAfter,
    challenge,
    limit,
    replayed,
    reference,
  })
}

const titles: Record<ProblemCode, string> = {
  origin_not_allowed: 'This page may not use this server',
  bad_request: 'The request is malformed',
  too_large: 'The request is too large',
  unsupported_media_type: 'The media type of the request is not supported',
  not_found: 'This resource does not exist',
  method_not_allowed: 'This method is not allowed here',
  idempotency_key_missing: 'The request has no usable idempotency key',
  idempotency_key_reused: 'The idempotency key belongs to another request',
  consent_outdated: 'The consent wording has changed',
  upgrade_required: 'This version of the form is no longer accepted',
  click_token_invalid: 'The token of the click is invalid or expired',
  answer_gone: 'The result is no longer stored',
  host_not_allowed: 'This server does not have that host name',
  partner_unknown: 'This server does not know that partner',
  partner_unavailable: 'The partner of this form is not set up correctly',
  rate_limited: 'Too many requests',
  challenge_required: 'A challenge is required',
  overloaded: 'This server is overloaded',
  storage_unavailable: 'The storage of this server is unavailable',
  upstream_circuit_open: 'The circuit breaker for the service is open',
  state_unknown: 'This is not the code of a state',
  region_unknown: 'This state has no such region',
  upstream_unreachable: 'The service cannot be reached',
  upstream_auth: 'The service rejects this server',
  upstream_busy: 'The service is busy',
  upstream_contract: 'The service does not accept the request',
  upstream_unknown: 'It is unknown whether the service has the registration',
  civic_failed: 'The facts about states are temporarily unavailable',
  shutting_down: 'This server is stopping',
  internal: 'Something went wrong in this server',
}

type ProblemOutcome = {
  [Name in OutcomeName]: (typeof outcomeTable)[Name] extends readonly [number, ProblemCode, ...unknown[]] ? Name : never
}[OutcomeName]

export function outcomeProblem(
  name: ProblemOutcome,
  detail: string,
  changes: Partial<ProblemAnswer> = {},
): ProblemAnswer {
  const [status, code, certainty] = outcomeTable[name]
  return { status, code, detail, outcome: certainty, ...changes }
}

/** Returns the 429 problem. Only the log names the limit. */
export function tooManyRequests(retryAfter: number, changes: Partial<ProblemAnswer> = {}): ProblemAnswer {
  const detail =
    'Too many requests; nothing was sent. The log line with this reference names the limit. Try again later.'
  return outcomeProblem('rate_limited', detail, { retryAfter, ...changes })
}
