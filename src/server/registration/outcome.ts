/** The outcome of an attempt to register: its entry in the log, how it is stored, and the response to the voter's page. */
import type { Context } from 'hono'
import * as z from 'zod/mini'
import {
  bffHeaders,
  type EncryptedAnswer,
  type EncryptedButton,
  type Notice,
  type SavedAnswer,
} from '../../contract/bff-api.ts'
import type { Clock } from '../../contract/clock.ts'
import { getOutcome } from '../../contract/outcome-table.ts'
import { nonFieldErrors, type ValidationError } from '../../contract/registration.ts'
import { isRequestField } from '../../contract/request-fields.ts'
import { isStateCode } from '../../contract/states.ts'
import type { LimitName } from '../middleware/limits.ts'
import type { LogLine } from '../observability/log.ts'
import { type Env, outcomeProblem, problem, tooManyRequests } from '../problem.ts'
import type { ServiceOutcome } from '../upstream/outcome.ts'
import type { SiteStatusCache } from '../uptime/site-status-cache.ts'
import type { Rejected } from './parse.ts'

export type PlainOutcome =
  | ServiceOutcome
  /** `retryAfter` in seconds. */
  | { type: 'rate_limited'; limit: LimitName; retryAfter: number }
  | { type: 'form_too_old' }

/** The outcome of an attempt, as it is stored for a repeat. */
export type Outcome =
  | Exclude<PlainOutcome, { type: 'answered' }>
  /** Holds links that open a voter's record: in memory, or encrypted in a store, for 15 minutes. `text`: the encrypted answer as
   *  JSON, without its reference; `since`: our clock on arrival, in milliseconds; `sent`: what a voter would have to type
   *  again. */
  | z.infer<typeof AnsweredOutcome>
  /** It was sent before, or may have been; nothing more is known. */
  | { type: 'outcome_lost' }

export type NotStarted =
  /** Another request with this key and body is in flight, or was: this is its outcome. */
  | { type: 'repeated'; outcome: Outcome }
  /** The key belongs to another body or another page. */
  | { type: 'key_reused' }
  /** The records required before sending could not be stored. */
  | { type: 'unavailable' }

const AnsweredOutcome = z.object({
  type: z.literal('answered'),
  text: z.string(),
  receivedAt: z.number(),
  /** `request` as JSON; `reference` of the request that received the answer. */
  submission: z.exactOptional(z.object({ request: z.string(), consentVersion: z.string(), reference: z.string() })),
})

const StoredOutcome = z.discriminatedUnion('type', [
  AnsweredOutcome,
  z.object({
    type: z.literal('unknown'),
    status: z.exactOptional(z.number()),
    cause: z.string(),
    retryAfter: z.exactOptional(z.number()),
  }),
  z.object({ type: z.literal('timeout') }),
  z.object({ type: z.literal('outcome_lost') }),
])

/** Identifies the form of an outcome, independent of API key, service address and our own keys: hash of key, body and page,
 *  and the version of this package, since another one may serialize the same body differently. */
const FormIdentity = z.object({ form: z.object({ content: z.string(), release: z.string() }) })
type FormIdentity = z.infer<typeof FormIdentity>

export function serializeOutcome(outcome: Outcome, form: FormIdentity['form']): string {
  return JSON.stringify({ ...outcome, form })
}

/** Parses a stored outcome; `outcome_lost` for what this release does not know. */
export function parseOutcome(text: string): { outcome: Outcome; form: FormIdentity['form'] | undefined } {
  const value: unknown = JSON.parse(text)
  return {
    outcome: StoredOutcome.safeParse(value).data ?? { type: 'outcome_lost' },
    form: FormIdentity.safeParse(value).data?.form,
  }
}

/** Whether the service has the registration, or may have it: only then is a repeat not sent. */
export function mayHaveBeenSent({ type }: PlainOutcome | Outcome): boolean {
  return getOutcome(type).certainty !== 'not_sent'
}

export function getUpstreamStatus(outcome: PlainOutcome | Outcome): number | undefined {
  if (outcome.type === 'answered') return 200
  if (outcome.type === 'invalid') return 400
  return 'status' in outcome ? outcome.status : undefined
}

const adviceByOutcome: Readonly<Record<string, string>> = {
  contract_error:
    'The service does not accept valid requests. Check UPSTREAM_URL, and whether there is a newer version of this package.',
  'unauthorized 401':
    'The service rejects the API key. Check API_KEY_ID and API_KEY_SECRET, and run the command "check".',
  'unauthorized 403':
    'The service, or a firewall in front of it, rejects this server. Run the command "check", and tell the operator the IP address that this server calls from.',
  unreachable:
    'The service cannot be reached, so nothing is sent. Check UPSTREAM_URL, DNS, the firewall and the certificate, and run the command "check".',
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((status) => [
      `unknown ${status}`,
      'The service redirects registrations, which this server does not follow; it may have received them. Check UPSTREAM_URL, and ask the operator.',
    ]),
  ),
  'unknown 503': 'The service is busy or in maintenance, and may have received the registration. Ask the operator.',
}

/** Returns an outcome for the log: status, cause and advice; never anything that the voter typed or the service wrote. */
export function toLogFields(outcome: PlainOutcome): Partial<LogLine> {
  const { type } = outcome
  const status = getUpstreamStatus(outcome)
  const isOwnCause = type === 'timeout' || type === 'overloaded' || type === 'circuit_open'
  return {
    upstream_status: status,
    cause: 'cause' in outcome ? outcome.cause : isOwnCause ? type : undefined,
    limit: type === 'rate_limited' ? outcome.limit : undefined,
    message: adviceByOutcome[type] ?? adviceByOutcome[`${type} ${status}`],
  }
}

export interface RespondDeps {
  clock: Clock
  sites?: SiteStatusCache | undefined
}

type Unanswered = Exclude<Outcome | NotStarted, { type: 'answered' | 'invalid' | 'repeated' }> | { type: 'stopping' }

export function respond(
  c: Context<Env>,
  outcome: Outcome | Rejected | NotStarted | { type: 'stopping' },
  deps: RespondDeps,
): Response {
  if (outcome.type === 'repeated') {
    c.get('addLogFields')({ replayed: true })
    return respond(c, outcome.outcome, deps)
  }
  if (outcome.type === 'answered') return respondAnswer(c, outcome, deps)
  if (outcome.type === 'invalid') return respondInvalid(c, outcome.errors)
  if (outcome.type === 'rejected') return problem(c, { ...outcome.problem, outcome: 'not_sent' })
  const replayed = c.get('logFields').replayed === true && { replayed: true }
  if (outcome.type === 'rate_limited')
    return problem(c, tooManyRequests(outcome.retryAfter, { limit: 'phone_or_email', ...replayed }))
  const retryAfter = 'retryAfter' in outcome ? outcome.retryAfter : retryAfterSeconds[outcome.type]
  const detail = details[outcome.type].replace('{status}', `${'status' in outcome ? outcome.status : ''}`)
  return problem(c, outcomeProblem(outcome.type, detail, { retryAfter, ...replayed }))
}

/** Default seconds until a retry makes sense. */
const retryAfterSeconds: { [type in Unanswered['type']]?: number } = { unreachable: 5, unavailable: 10, stopping: 5 }

const tryAgain = 'nothing was sent. Try again.'
const askFirst = 'Ask the voter before you send it again.'

const details: Record<Exclude<Unanswered['type'], 'rate_limited'>, string> = {
  contract_error:
    'The service answered {status} to a valid request. Check UPSTREAM_URL, and whether there is a newer version of this package.',
  unauthorized:
    'The service rejects this server. Check the API key, and that the operator allows the IP address this server calls from.',
  busy: 'The service is overloaded (429). Try again later.',
  overloaded: `This server is overloaded; ${tryAgain}`,
  circuit_open: `The service could not be reached several times, so the circuit breaker is open; ${tryAgain}`,
  unreachable: `The service could not be reached; ${tryAgain}`,
  unknown: `The request was sent, but the response was unusable. ${askFirst}`,
  timeout: `The request was sent, but the service did not respond in time. ${askFirst}`,
  outcome_lost: `This form was sent before, and its outcome is unknown. ${askFirst}`,
  form_too_old: `The form's version (${bffHeaders.formVersion}) is older than MIN_FORM_VERSION. Publish the newer script file, or update the package.`,
  key_reused: `This ${bffHeaders.idempotencyKey} was used for another registration. Create a new UUID for each completed form.`,
  unavailable:
    'The storage is unavailable, so nothing was sent. Look for storage_unavailable in the log of the server.',
  stopping: `This server is stopping; ${tryAgain}`,
}

const contentType = { 'Content-Type': 'application/json; charset=utf-8' }

/** Responds with the specification's 400: messages by field (R-A81). The log gets the field names only. */
function respondInvalid(c: Context<Env>, errors: ValidationError): Response {
  const names = Object.keys(errors).map((name) => (isRequestField(name) || name === nonFieldErrors ? name : 'unknown'))
  c.get('addLogFields')({ outcome: 'not_sent', field_names: [...new Set(names)] })
  return c.body(JSON.stringify(errors), 400, contentType)
}

/** Responds with an answer: its times and notices as of now. `changes` are members that replace its own */
export function respondAnswer(
  c: Context<Env>,
  { text, receivedAt, changes }: Extract<Outcome, { type: 'answered' }> & { changes?: Partial<SavedAnswer> },
  { clock, sites }: RespondDeps,
): Response {
  c.get('addLogFields')({ outcome: 'answered' })
  const state = c.get('state')
  const appliesToState = ({ states }: Notice) => states === undefined || (state !== undefined && states.includes(state))
  const notices = c.get('partner')?.partner.settings.notices?.filter(appliesToState) ?? []
  const token = c.get('answerToken')
  const encrypted: Omit<EncryptedAnswer, 'reference'> = JSON.parse(text)
  const buttons = encrypted.buttons.map((button): EncryptedButton => {
    const site = sites?.findStateByUrl(button.url, isStateCode(state) ? state : undefined)
    return {
      ...button,
      ...(button.expires_in_ms !== undefined && { expires_in_ms: button.expires_in_ms - (clock.now() - receivedAt) }),
      ...(site !== undefined && { site }),
    }
  })
  const body = {
    ...encrypted,
    buttons,
    ...(notices.length > 0 && { notices }),
    reference: c.get('requestId'),
    ...(token !== undefined && { answer_token: token }),
    ...changes,
  }
  return c.body(JSON.stringify(body), 200, contentType)
}
