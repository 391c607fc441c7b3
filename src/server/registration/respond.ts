/** Responses to the voter's page: answers, messages by field, and the problems of the outcome table. */

import type { Context } from 'hono'
import {
  bffHeaders,
  type KeptAnswer,
  type Notice,
  type SealedAnswer,
  type SealedButton,
} from '../../contract/bff-api.ts'
import type { Clock } from '../../contract/clock.ts'
import { nonFieldErrors, type ValidationError } from '../../contract/registration.ts'
import { isRequestField } from '../../contract/request-fields.ts'
import { isStateCode } from '../../contract/states.ts'
import { type Env, outcomeProblem, problem, tooManyRequests } from '../problem.ts'
import type { SiteStatusCache } from '../uptime/site-status-cache.ts'
import type { Denied } from './idempotency.ts'
import type { Outcome } from './outcome.ts'
import type { Rejected } from './parse.ts'

export interface RespondDeps {
  clock: Clock
  /** Status of the states' sites; absent when they are not watched. */
  sites?: SiteStatusCache | undefined
}

type Unanswered = Exclude<Outcome | Denied, { type: 'answered' | 'refused' | 'repeated' }> | { type: 'stopping' }

export function respond(
  c: Context<Env>,
  outcome: Outcome | Rejected | Denied | { type: 'stopping' },
  deps: RespondDeps,
): Response {
  if (outcome.type === 'repeated') {
    c.get('note')({ replayed: true })
    return respond(c, outcome.outcome, deps)
  }
  if (outcome.type === 'answered') return answer(c, outcome, deps)
  if (outcome.type === 'refused') return messages(c, outcome.errors)
  if (outcome.type === 'rejected') return problem(c, { ...outcome.problem, outcome: 'not_sent' })
  const replayed = c.get('noted').replayed === true && { replayed: true }
  if (outcome.type === 'limited')
    return problem(c, tooManyRequests(outcome.retryAfter, { limit: 'phone_or_email', ...replayed }))
  const retryAfter = 'retryAfter' in outcome ? outcome.retryAfter : retryAfterSeconds[outcome.type]
  const detail = details[outcome.type].replace('{status}', `${'status' in outcome ? outcome.status : ''}`)
  return problem(c, outcomeProblem(outcome.type, detail, { retryAfter, ...replayed }))
}

/** Seconds until a retry makes sense, for outcomes that do not tell. */
const retryAfterSeconds: { [type in Unanswered['type']]?: number } = { unreachable: 5, unavailable: 10, stopping: 5 }

const tryAgain = 'nothing was sent. Try again.'
const askFirst = 'Ask the voter before you send it again.'

const details: Record<Exclude<Unanswered['type'], 'limited'>, string> = {
  misunderstood:
    'The service answered {status} to a valid request. Check UPSTREAM_URL, and whether there is a newer version of this package.',
  unwelcome:
    'The service rejects this server. Check the API key, and that the operator allows the IP address this server calls from.',
  busy: 'The service is overloaded (429). Try again later.',
  overloaded: `This server is overloaded; ${tryAgain}`,
  paused: `The service could not be reached several times, so the circuit breaker is open; ${tryAgain}`,
  unreachable: `The service could not be reached; ${tryAgain}`,
  unknown: `The request was sent, but the response was unusable. ${askFirst}`,
  timeout: `The request was sent, but the service did not respond in time. ${askFirst}`,
  forgotten: `This form was sent before, and its outcome is unknown. ${askFirst}`,
  form_too_old: `The form's version (${bffHeaders.formVersion}) is older than LEAST_FORM_VERSION. Publish the newer script file, or update the package.`,
  reused: `This ${bffHeaders.idempotencyKey} was used for another registration. Create a new UUID for each completed form.`,
  unavailable:
    'The storage is unavailable, so nothing was sent. Look for storage_unavailable in the log of the server.',
  stopping: `This server is stopping; ${tryAgain}`,
}

const json = { 'Content-Type': 'application/json; charset=utf-8' }

/** Responds with the specification's 400: messages by field (R-A81). The log gets the field names only. */
function messages(c: Context<Env>, errors: ValidationError): Response {
  const names = Object.keys(errors).map((name) => (isRequestField(name) || name === nonFieldErrors ? name : 'unknown'))
  c.get('note')({ outcome: 'not_sent', field_names: [...new Set(names)] })
  return c.body(JSON.stringify(errors), 400, json)
}

/** Responds with an answer: its times and notices as of now. `changes` are members that replace its own */
export function answer(
  c: Context<Env>,
  { text, since, changes }: Extract<Outcome, { type: 'answered' }> & { changes?: Partial<KeptAnswer> },
  { clock, sites }: RespondDeps,
): Response {
  c.get('note')({ outcome: 'answered' })
  const state = c.get('state')
  const isHere = ({ states }: Notice) => states === undefined || (state !== undefined && states.includes(state))
  const notices = c.get('partner')?.partner.settings.notices?.filter(isHere) ?? []
  const again = c.get('again')
  const sealed: Omit<SealedAnswer, 'reference'> = JSON.parse(text)
  const buttons = sealed.buttons.map((button): SealedButton => {
    const site = sites?.behind(button.url, isStateCode(state) ? state : undefined)
    return {
      ...button,
      ...(button.expires_in_ms !== undefined && { expires_in_ms: button.expires_in_ms - (clock.now() - since) }),
      ...(site !== undefined && { site }),
    }
  })
  const body = {
    ...sealed,
    buttons,
    ...(notices.length > 0 && { notices }),
    reference: c.get('requestId'),
    ...(again !== undefined && { again }),
    ...changes,
  }
  return c.body(JSON.stringify(body), 200, json)
}
