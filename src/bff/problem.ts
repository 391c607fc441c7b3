/** How the BFF says that something went wrong: problem details (RFC 9457), with nothing personal in them. */
import type { Context } from 'hono'
import type { Challenge, Outcome, ProblemCode } from '../contract/bff-api.ts'
import type { LogLine } from './observability/log.ts'
import type { ChosenPartner } from './partners/partner.ts'

/** What travels with a request through the stack. */
export interface Env {
  /** What the host tells of a request: see {@link Peer}. */
  Bindings: Peer
  Variables: {
    /** Names the request in the log and, as its reference, for the voter's page. */
    requestId: string
    /** Whose form the request is from; `undefined` where the partner that it names is not known. */
    partner: ChosenPartner | undefined
    /** What the request's line in the log will say besides. */
    line: Partial<LogLine>
    /** Brings the answer back, once there is one. */
    again?: string
    /** The voter's state or territory, once it is known to be one: for the metrics. */
    state?: string
  }
}

/** What a host knows of the other end of the connection. */
export interface Peer {
  /** The IP address, without a port. */
  remoteAddress?: string | undefined
  /** Whether the request comes from the hosted page in a browser without scripts, which cannot meet a challenge. */
  runsNoScripts?: boolean
}

/** What to answer. `detail` is for a developer: what happened and what to do. */
export interface ProblemAnswer {
  status: 400 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 422 | 429 | 500 | 502 | 503 | 504
  code: ProblemCode
  detail: string
  outcome?: Outcome | undefined
  /** Seconds. */
  retryAfter?: number | undefined
  challenge?: Challenge
  /** The voter's own phone number or e-mail address has been used too often; which of them is not told. */
  limit?: 'phone_or_email'
  /** Whether it is the outcome of an earlier request with the same key. */
  replayed?: boolean
  headers?: Record<string, string>
}

/** Answers with a problem, and notes its code for the log. */
export function problem(c: Context<Env>, answer: ProblemAnswer): Response {
  const { status, code, outcome, retryAfter, headers } = answer
  const line = c.get('line')
  line.code = code
  line.outcome = outcome ?? line.outcome
  return c.body(problemBody(answer, c.get('requestId')), status, {
    'Content-Type': 'application/problem+json; charset=utf-8',
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...headers,
  })
}

/** The JSON of a problem; what is `undefined` is left out. */
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
  origin_refused: 'This page may not use this server',
  bad_request: 'The request cannot be read',
  too_large: 'The request is too large',
  unsupported_media_type: 'The request is of a kind that is not taken here',
  not_found: 'There is nothing here',
  method_not_allowed: 'This method is not allowed here',
  idempotency_key_missing: 'The request has no usable idempotency key',
  idempotency_key_reused: 'The idempotency key belongs to another request',
  consent_outdated: 'The consent wording has changed',
  upgrade_required: 'This version of the form is no longer taken',
  press_invalid: 'The press is not one of ours, or too old',
  answer_gone: 'The answer is not kept any more',
  host_refused: 'This server does not have that name',
  partner_unknown: 'This server does not know that partner',
  rate_limited: 'There have been too many requests',
  challenge_required: 'A challenge must be met first',
  overloaded: 'This server has too much to do',
  storage_unavailable: 'This server can write nothing down',
  upstream_paused: 'The service is left alone for a moment',
  state_unknown: 'This is not the code of a state',
  region_unknown: 'This state has no such region',
  upstream_unreachable: 'The service cannot be reached',
  upstream_auth: 'The service does not let this server in',
  upstream_busy: 'The service is busy',
  upstream_contract: 'The service does not understand this server',
  upstream_unknown: 'It is not known whether the service has the registration',
  civic_failed: 'The facts about states are not available at the moment',
  shutting_down: 'This server is stopping',
  internal: 'Something went wrong in this server',
}
