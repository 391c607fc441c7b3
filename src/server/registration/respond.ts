/** Responses to the voter's page: the outcome table, in one place. */
import type { Context } from 'hono'
import { bffHeaders, type Notice, type SealedAnswer, type SealedButton } from '../../contract/bff-api.ts'
import type { KeptAnswer } from '../../contract/kept-answer.ts'
import { nonFieldErrors, type ValidationError } from '../../contract/registration.ts'
import { isRequestField } from '../../contract/request-fields.ts'
import { isStateCode } from '../../contract/states.ts'
import { type Env, type ProblemAnswer, problem, tooManyRequests } from '../problem.ts'
import type { SiteStatusCache } from '../uptime/site-status-cache.ts'
import type { Denied } from './idempotency.ts'
import type { Outcome } from './outcome.ts'
import type { Rejected } from './parse.ts'

/** Dependencies of a response. */
export interface RespondDeps {
  now: () => number
  /** Status of the states' sites; absent when they are not watched. */
  sites?: SiteStatusCache | undefined
}

/** Responds to a request that was rejected, or whose form must not be sent. */
export function respondDenied(c: Context<Env>, result: Rejected | Denied, deps: RespondDeps): Response {
  switch (result.type) {
    case 'rejected':
      return problem(c, { ...result.problem, outcome: 'not_sent' })
    case 'refused':
      return messages(c, result.errors)
    case 'reused':
      return problem(
        c,
        notSent(
          422,
          'idempotency_key_reused',
          `This ${bffHeaders.idempotencyKey} was used for another registration. Create a new UUID for each completed form.`,
        ),
      )
    case 'unavailable':
      return problem(
        c,
        notSent(
          503,
          'storage_unavailable',
          'The storage is unavailable, so nothing was sent. Look for storage_unavailable in the log of the server.',
          10,
        ),
      )
    case 'repeated':
      c.get('note')({ replayed: true })
      return respond(c, result.outcome, deps)
    default:
      return result satisfies never
  }
}

/** Responds with the outcome of an attempt. */
export function respond(c: Context<Env>, outcome: Outcome, deps: RespondDeps): Response {
  if (outcome.type === 'answered') return answer(c, outcome, deps)
  if (outcome.type === 'refused') return messages(c, outcome.errors)
  return problem(c, { ...problemOf(outcome), ...(c.get('noted').replayed === true && { replayed: true }) })
}

/** The right-hand side of the outcome table, apart from answers and messages by field. */
export function problemOf(outcome: Exclude<Outcome, { type: 'answered' | 'refused' }>): ProblemAnswer {
  switch (outcome.type) {
    case 'misunderstood':
      return notSent(
        502,
        'upstream_contract',
        `The service answered ${outcome.status} to a valid request. Check UPSTREAM_URL, and whether there is a newer version of this package.`,
      )
    case 'unwelcome':
      return notSent(
        503,
        'upstream_auth',
        'The service rejects this server. Check the API key, and that the operator allows the IP address this server calls from.',
      )
    case 'busy':
      return notSent(503, 'upstream_busy', 'The service is overloaded (429). Try again later.', outcome.retryAfter)
    case 'overloaded':
      return notSent(503, 'overloaded', `This server is overloaded; ${tryAgain}`, outcome.retryAfter)
    case 'paused':
      return notSent(
        503,
        'upstream_paused',
        `The service could not be reached several times, so the circuit breaker is open; ${tryAgain}`,
        outcome.retryAfter,
      )
    case 'unreachable':
      return notSent(503, 'upstream_unreachable', `The service could not be reached; ${tryAgain}`, 5)
    case 'unknown':
      return maybeSent(502, 'The request was sent, but the response was unusable.', outcome.retryAfter)
    case 'timeout':
      return maybeSent(504, 'The request was sent, but the service did not respond in time.')
    case 'forgotten':
      return maybeSent(504, 'This form was sent before, and its outcome is unknown.')
    case 'limited':
      return { ...tooManyRequests(outcome.retryAfter), limit: 'phone_or_email' }
    case 'form_too_old':
      // 409, not 426: 426 is about protocols, and must name another protocol.
      return notSent(
        409,
        'upgrade_required',
        `The form's version (${bffHeaders.formVersion}) is older than LEAST_FORM_VERSION. Publish the newer script file, or update the package.`,
      )
    default:
      return outcome satisfies never
  }
}

const tryAgain = 'nothing was sent. Try again.'

/** @param retryAfter seconds */
function notSent(
  status: ProblemAnswer['status'],
  code: ProblemAnswer['code'],
  detail: string,
  retryAfter?: number,
): ProblemAnswer {
  return { status, code, outcome: 'not_sent', retryAfter, detail }
}

/** @param retryAfter seconds */
function maybeSent(status: 502 | 504, what: string, retryAfter?: number): ProblemAnswer {
  const detail = `${what} Ask the voter before you send it again.`
  return { status, code: 'upstream_unknown', outcome: 'may_have_been_sent', retryAfter, detail }
}

/** Rejection by a server that is stopping and accepts no more registrations. */
export const stopping: Rejected = {
  type: 'rejected',
  problem: notSent(503, 'shutting_down', `This server is stopping; ${tryAgain}`, 5),
}

const json = { 'Content-Type': 'application/json; charset=utf-8' }

/** Responds with the specification's 400: messages by field (R-A81). The log gets the field names only. */
function messages(c: Context<Env>, errors: ValidationError): Response {
  const names = Object.keys(errors).map((name) => (isRequestField(name) || name === nonFieldErrors ? name : 'unknown'))
  c.get('note')({ outcome: 'not_sent', field_names: [...new Set(names)] })
  return c.body(JSON.stringify(errors), 400, json)
}

/**
 * Responds with an answer, with its times as of now.
 *
 * @param more additional members, which replace its own
 */
export function answer(
  c: Context<Env>,
  { text, since }: Extract<Outcome, { type: 'answered' }>,
  { now, sites }: RespondDeps,
  more: Partial<KeptAnswer> = {},
): Response {
  c.get('note')({ outcome: 'answered' })
  const state = c.get('state')
  const isHere = ({ states }: Notice) => states === undefined || (state !== undefined && states.includes(state))
  const notices = c.get('partner')?.partner.settings.notices?.filter(isHere) ?? []
  // The current notices, also with a stored answer.
  const again = c.get('again')
  const own = {
    ...(notices.length > 0 && { notices }),
    reference: c.get('requestId'),
    ...(again !== undefined && { again }),
    ...more,
  }
  // A fresh answer is sent as it was sealed.
  if (c.get('noted').replayed !== true && sites === undefined) {
    return c.body(`${text.slice(0, -1)},${JSON.stringify(own).slice(1)}`, 200, json)
  }
  const kept: Omit<SealedAnswer, 'reference'> = JSON.parse(text)
  const passed = now() - since
  const buttons = kept.buttons.map((button): SealedButton => {
    const site = sites?.behind(button.url, isStateCode(state) ? state : undefined)
    return {
      ...button,
      ...(button.expires_in_ms !== undefined && { expires_in_ms: button.expires_in_ms - passed }),
      ...(site !== undefined && { site }),
    }
  })
  return c.body(JSON.stringify({ ...kept, buttons, ...own }), 200, json)
}
