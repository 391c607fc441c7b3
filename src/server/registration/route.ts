/** `POST /registrations` in five steps: parse, begin, send, settle, respond. */
import { type Context, type Handler, Hono } from 'hono'
import { bffHeaders } from '../../contract/bff-api.ts'
import { bffPaths } from '../../contract/routes.ts'
import { isOlderVersion } from '../../contract/strings.ts'
import { receiptOf } from '../consent/receipt.ts'
import type { KeyedHash } from '../crypto/provider.ts'
import type { answerTokens } from '../crypto/sealed-tokens.ts'
import { limitBody } from '../middleware/body-limit.ts'
import { type AllowedPages, onlyFrom } from '../middleware/browser-security.ts'
import { type Address, networksOf } from '../middleware/client-address.ts'
import { busyAmount, type createRateLimiter } from '../middleware/rate-limiter.ts'
import { campaignOf, type Log, type LogLine } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import type { ChosenPartner } from '../partners/partner.ts'
import { chosenOf, knownPartner } from '../partners/partners.ts'
import type { Env } from '../problem.ts'
import type { Upstream } from '../upstream/client.ts'
import type { ServiceOutcome } from '../upstream/outcome.ts'
import { errorCode } from '../upstream/transport.ts'
import type { SiteStatusCache } from '../uptime/site-status-cache.ts'
import { type Attempt, type Denied, type Idempotency, keepFor } from './idempotency.ts'
import { mayHaveBeenSent, type Outcome, outcomeFacts, type UnsealedOutcome } from './outcome.ts'
import { parse, type Rejected, registrationLimit, type Submission } from './parse.ts'
import { respond } from './respond.ts'
import type { createAnswerSealer } from './seal-answer.ts'

/** Dependencies of the route. */
export interface RegistrationDeps extends AllowedPages {
  upstream: Upstream
  rateLimiter: ReturnType<typeof createRateLimiter>
  idempotency: Idempotency
  /** The service's address. */
  url: string
  /** The id of the server's API key. BFFs and partners that share a database never share a form. */
  keyId: string
  /** Hashes a body with its page and service, so that a key works for these only and no one can guess the body. */
  hashForm: KeyedHash
  hashPhone: KeyedHash
  /** Returns the name of a page in receipts. */
  siteOf: (origin: string) => string
  sealAnswer: ReturnType<typeof createAnswerSealer>
  /** Creates the token with which a voter gets an answer again. */
  writeAnswerToken: ReturnType<typeof answerTokens>['write']
  /** Custom attribution parameters, which tell where a voter came from. */
  attribution: readonly string[]
  /** Returns the problem of a phone number in E.164, for the voter; `undefined` when it is accepted. */
  phoneProblem: (phone: string) => string | undefined
  /** Status of the states' sites; absent when they are not watched. */
  sites?: SiteStatusCache | undefined
  now: () => number
  log: Log
  meter: Meter | undefined
  isStopping: () => boolean
}

type Begun = Extract<Attempt, { type: 'begun' }>

/** Creates the route, with what a request passes before it. */
export function registrationRoutes(deps: RegistrationDeps): Hono<Env> {
  return new Hono<Env>().post(
    bffPaths.registrations,
    knownPartner,
    onlyFrom(deps),
    deps.rateLimiter.admit,
    limitBody({ maxSize: registrationLimit, what: 'A registration', outcome: 'not_sent' }),
    registrationRoute(deps),
  )
}

/** Route handler: responds with 200 and the sealed answer, 400 and messages by field, or a problem that reports whether
 *  anything was sent. */
function registrationRoute(deps: RegistrationDeps): Handler<Env> {
  return async (c) => {
    if (deps.isStopping()) return respond(c, { type: 'stopping' }, deps)
    const chosen = chosenOf(c)
    const submission = await parse(c, chosen.partner.texts, deps.now())
    if (submission.type !== 'submission') return respond(c, submission, deps)
    c.set('state', submission.request.state)
    // Global Privacy Control: where a voter came from is optional.
    const told = c.req.header('sec-gpc') === '1' ? undefined : c.req.header(bffHeaders.campaign)
    const campaign = campaignOf(told, submission.request, deps.attribution)
    c.get('note')({ campaign })
    const refusal = await phoneRefusal(submission, deps)
    if (refusal !== undefined) return respond(c, refusal, deps)
    // Loads the status of the sites while the service answers; the voter does not wait for it.
    deps.sites?.refresh()
    const sending = { ...submission, chosen, campaign }
    const attempt = await begin(sending, c.get('requestId'), deps)
    if (attempt.type !== 'begun') {
      if (attempt.type === 'repeated') addAnswerToken(c, attempt.outcome, sending, deps)
      return respond(c, attempt, deps)
    }
    const outcome = await sendAndSettle(c, attempt, sending, deps)
    addAnswerToken(c, outcome, sending, deps)
    return respond(c, outcome, deps)
  }
}

/**
 * Returns the refusal of a phone number that is not accepted, before anything is stored. An earlier attempt with this key may
 * have been sent: then its outcome is the response.
 */
async function phoneRefusal(
  { request: { phone }, key }: Submission,
  { phoneProblem, idempotency }: RegistrationDeps,
): Promise<Rejected | Denied | undefined> {
  const message = phone === undefined ? undefined : phoneProblem(phone)
  if (message === undefined) return undefined
  try {
    const earlier = await idempotency.look(key)
    const isSent = earlier !== undefined && mayHaveBeenSent(earlier)
    return isSent ? undefined : { type: 'refused', errors: { phone: [message] } }
  } catch {
    return { type: 'unavailable' }
  }
}

/** Adds the token with which a stored answer can be requested again. */
function addAnswerToken(c: Context<Env>, outcome: Outcome, { key, chosen }: Sending, deps: RegistrationDeps): void {
  if (outcome.type !== 'answered' || outcome.sent === undefined) return
  c.set('again', deps.writeAnswerToken({ key, partner: chosen.partner.id, until: outcome.since + keepFor }))
}

/** A registration with the form's partner and the voter's campaign. */
type Sending = Submission & { chosen: ChosenPartner } & Pick<LogLine, 'campaign'>

async function begin(sending: Sending, reference: string, deps: RegistrationDeps): Promise<Attempt> {
  const { key, body, origin, chosen } = sending
  const { id, serviceKey } = chosen.partner
  // Without a partner the hash is that of releases without partners, so that a repeat during an update is recognized.
  const own = id === undefined ? [] : [id]
  const service = `${deps.url} ${serviceKey?.id ?? deps.keyId}`
  const fingerprint = deps.hashForm(JSON.stringify([service, origin, body, ...own]))
  const content = JSON.stringify([origin, body, ...own])
  const receiptInput = { ...sending, site: deps.siteOf(origin), partner: chosen.label, reference, at: deps.now() }
  const receipt = receiptOf(receiptInput, deps.hashPhone)
  return deps.idempotency.begin({ key, fingerprint, content, receipt, text: sending.text })
}

async function sendAndSettle(
  c: Context<Env>,
  attempt: Begun,
  sending: Sending,
  deps: RegistrationDeps,
): Promise<Outcome> {
  const reference = c.get('requestId')
  try {
    const { outcome, late } = await send(sending, c.get('address'), deps)
    c.get('note')(outcomeFacts(outcome))
    if (outcome.type === 'limited') deps.meter?.limited(outcome.limit)
    const settled = await settle(attempt, outcome, reference, sending, deps)
    late
      ?.then((later) => settleLate(attempt, later, reference, sending, deps))
      .catch((error) => deps.log({ level: 'error', code: 'outcome_not_kept', cause: errorCode(error), reference }))
    return settled
  } catch (error) {
    // An internal error: a repeat must not send it a second time.
    await attempt.settle({ type: 'forgotten' })
    throw error
  }
}

/** Sends the registration unless the form is too old, or the limit of its phone number or mailbox is reached. */
async function send(
  { request, body, form, chosen }: Sending,
  address: Address | undefined,
  { upstream, rateLimiter }: RegistrationDeps,
): Promise<{ outcome: UnsealedOutcome; late?: Promise<ServiceOutcome> }> {
  // Checked only after the attempt has begun: an earlier attempt with this key may have an outcome.
  const { serviceKey, settings } = chosen.partner
  if (isOlderVersion(form ?? '', settings.least_form_version)) return { outcome: { type: 'form_too_old' } }
  const reached = await rateLimiter.findReached(request)
  if (reached !== undefined) return { outcome: { type: 'limited', ...reached } }
  const sender = address && networksOf(address).at(-1)?.name
  const { outcome, late } = await upstream.register(body, { key: serviceKey?.key, sender })
  const countAccepted = async (result: ServiceOutcome) => {
    if (result.type === 'answered') await rateLimiter.countPerson(request)
    return result
  }
  const amount = outcome.type === 'busy' ? busyAmount : Number(mayHaveBeenSent(outcome))
  if (amount > 0) await rateLimiter.countAddress(address, amount)
  await countAccepted(outcome)
  return { outcome, ...(late && { late: late.then(countAccepted) }) }
}

async function settle(
  attempt: Begun,
  outcome: UnsealedOutcome,
  reference: string,
  { body: request, consentVersion }: Sending,
  { sealAnswer }: RegistrationDeps,
): Promise<Outcome> {
  const sent = { request, consentVersion, reference }
  const settled =
    outcome.type === 'answered' ? { ...sealAnswer(outcome, { reference, receipt: attempt.receipt }), sent } : outcome
  await attempt.settle(settled)
  return settled
}

/** Stores an answer that arrived after the response to the page that the registration may have been sent. */
async function settleLate(
  attempt: Begun,
  outcome: ServiceOutcome,
  reference: string,
  sending: Sending,
  deps: RegistrationDeps,
): Promise<void> {
  deps.log({ level: 'warn', code: 'late_answer', outcome: outcome.type, reference, ...outcomeFacts(outcome) })
  await settle(attempt, outcome, reference, sending, deps)
}
