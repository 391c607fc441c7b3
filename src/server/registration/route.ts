/** `POST /registrations` in five steps: parse, begin, send, settle, respond. */
import { type Context, type Handler, Hono } from 'hono'
import type { Clock } from '../../contract/clock.ts'
import { bffPaths } from '../../contract/routes.ts'
import { isOlderVersion } from '../../contract/strings.ts'
import { createReceipt } from '../consent/receipt.ts'
import { type createAnswerTokens, digest, keyedHash } from '../crypto/provider.ts'
import { limitBody } from '../middleware/body-limit.ts'
import { allowPartnerPages, getSiteName, type OriginCheckDeps } from '../middleware/browser-security.ts'
import { getNetworks } from '../middleware/client-address.ts'
import { busyAmount, type createRateLimiter } from '../middleware/rate-limiter.ts'
import { getSafeCampaign, type Log, type LogLine } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import type { Config } from '../options/bff-config.ts'
import type { PartnerSelection } from '../partners/partner.ts'
import { getPartnerSelection, type Partners, requirePartner } from '../partners/partners.ts'
import type { Env } from '../problem.ts'
import type { ServiceOutcome } from '../upstream/outcome.ts'
import { errorCode } from '../upstream/transport.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { createAnswerEncryptor } from './encrypt-answer.ts'
import { type Idempotency, type IdempotentForm, outcomeTtlMs, type SendAttempt } from './idempotency.ts'
import {
  mayHaveBeenSent,
  type NotStarted,
  type Outcome,
  type PlainOutcome,
  type RespondDeps,
  respond,
  toLogFields,
} from './outcome.ts'
import {
  findPhoneProblem,
  type PostedRegistration,
  parse,
  type Rejected,
  readPosted,
  registrationLimit,
  type Submission,
} from './parse.ts'

export interface RegistrationDeps extends OriginCheckDeps, RespondDeps {
  upstream: Upstream
  rateLimiter: ReturnType<typeof createRateLimiter>
  idempotency: Idempotency
  describeForm: ReturnType<typeof createFormDescriber>
  encryptAnswer: ReturnType<typeof createAnswerEncryptor>
  writeAnswerToken: ReturnType<typeof createAnswerTokens>['write']
  attribution: readonly string[]
  log: Log
  meter: Meter | undefined
  stopping: AbortController
}

type Sending = Submission & { selection: PartnerSelection } & Pick<LogLine, 'campaign'>

export function registrationRoutes(deps: RegistrationDeps): Hono<Env> {
  return new Hono<Env>().post(
    bffPaths.registrations,
    requirePartner,
    allowPartnerPages(deps),
    limitBody({ maxSize: registrationLimit, name: 'A registration', outcome: 'not_sent' }),
    registrationRoute(deps),
  )
}

function registrationRoute(deps: RegistrationDeps): Handler<Env> {
  return async function handleRegistration(c) {
    const postedForm = await readPosted(c)
    return postedForm.type === 'posted' ? register(c, postedForm, deps) : respond(c, postedForm, deps)
  }
}

/** Registers a voter: responds with 200 and the encrypted answer, 400 and messages by field, or a problem that reports whether
 *  anything was sent. The partner must be known, and the page allowed to send. */
export function register(c: Context<Env>, postedForm: PostedRegistration, deps: RegistrationDeps): Promise<Response> {
  const { idempotency } = deps
  c.set('isRegistration', true)
  return deps.rateLimiter.admit(c, postedForm, async () => {
    if (deps.stopping.signal.aborted) return respond(c, { type: 'stopping' }, deps)
    const selection = getPartnerSelection(c)
    const submission = parse(postedForm, selection.partner.texts, deps.clock.now())
    if (submission.type !== 'submission') return respond(c, submission, deps)
    const { request, key } = submission
    c.set('state', request.state)
    // Global Privacy Control: where a voter came from is optional.
    const header = c.req.header('sec-gpc') === '1' ? undefined : postedForm.campaign
    const campaign = getSafeCampaign(header, request, deps.attribution)
    c.get('addLogFields')({ campaign })
    const rejection = await checkPhone(submission, idempotency)
    if (rejection !== undefined) return respond(c, rejection, deps)
    // Loads the status of the sites while the service answers; the voter does not wait for it.
    deps.sites?.refresh()
    const sending = { ...submission, selection, campaign }
    const attempt = await idempotency.startAttempt(deps.describeForm(sending, c.get('requestId')))
    const result = attempt.type === 'begun' ? await sendAndStore(c, { attempt, sending }, deps) : attempt
    const outcome = result.type === 'repeated' ? result.outcome : result
    if (outcome.type === 'answered' && outcome.submission !== undefined) {
      const expiresAt = outcome.receivedAt + outcomeTtlMs
      c.set('answerToken', deps.writeAnswerToken({ key, partner: selection.partner.id, expiresAt }))
    }
    return respond(c, result, deps)
  })
}

/** Refuses a phone number before anything is stored. An earlier attempt may have been sent: then with its outcome. */
async function checkPhone(
  { request: { phone }, key }: Submission,
  idempotency: Idempotency,
): Promise<Rejected | NotStarted | undefined> {
  const message = phone === undefined ? undefined : findPhoneProblem(phone)
  if (message === undefined) return undefined
  try {
    const earlier = await idempotency.findOutcome(key)
    const isSent = earlier !== undefined && mayHaveBeenSent(earlier)
    return isSent ? undefined : { type: 'invalid', errors: { phone: [message] } }
  } catch {
    return { type: 'unavailable' }
  }
}

/** Describes a form for the store: hashes that recognize it and reveal nothing of the body, and the receipt of consent. */
export function createFormDescriber(
  config: Pick<Config, 'upstreamUrl' | 'keyId' | 'keys' | 'receiptMaterial' | 'publicHosts'>,
  { origins }: Pick<Partners, 'origins'>,
  clock: Clock,
) {
  const hashForm = keyedHash(config.keys[0], 'fingerprint v2')
  const hashPhone = keyedHash(config.receiptMaterial, 'phone v1')
  return (sending: Sending, reference: string): IdempotentForm => {
    const { key, body, origin, selection, text } = sending
    const { id, serviceKey } = selection.partner
    // Without a partner the hash is that of releases without partners, so that a repeat during an update is recognized.
    const page = [origin, body, ...(id === undefined ? [] : [id])]
    // BFFs and partners that share a database never share a form.
    const fingerprint = hashForm(JSON.stringify([`${config.upstreamUrl} ${serviceKey?.id ?? config.keyId}`, ...page]))
    const site = getSiteName(origin, origins(), config.publicHosts)
    const receipt = createReceipt(
      { ...sending, site, partner: selection.label, reference, createdAt: clock.now() },
      hashPhone,
    )
    return { key, fingerprint, content: digest(`${key} ${JSON.stringify(page)}`), receipt, text }
  }
}

async function sendAndStore(
  c: Context<Env>,
  { attempt, sending }: { attempt: Extract<SendAttempt, { type: 'begun' }>; sending: Sending },
  deps: RegistrationDeps,
): Promise<Outcome> {
  const reference = c.get('requestId')
  const submission = { request: sending.body, consentVersion: sending.consentVersion, reference }
  const store = async (outcome: PlainOutcome): Promise<Outcome> => {
    const storedOutcome =
      outcome.type === 'answered'
        ? { ...deps.encryptAnswer(outcome, { reference, receipt: attempt.receipt }), submission }
        : outcome
    await attempt.finish(storedOutcome)
    return storedOutcome
  }
  try {
    const { outcome, lateOutcome } = await sendRegistration(c, sending, deps)
    c.get('addLogFields')(toLogFields(outcome))
    if (outcome.type === 'rate_limited') deps.meter?.limited(outcome.limit)
    const storedOutcome = await store(outcome)
    lateOutcome
      ?.then((answer) => {
        deps.log({ level: 'warn', code: 'late_response', outcome: answer.type, reference, ...toLogFields(answer) })
        return store(answer)
      })
      .catch((error) => deps.log({ level: 'error', code: 'outcome_not_stored', cause: errorCode(error), reference }))
    return storedOutcome
  } catch (error) {
    // An internal error: a repeat must not send it a second time.
    await attempt.finish({ type: 'outcome_lost' })
    throw error
  }
}

/** Refuses a form that is too old, or over the limit of its phone or mailbox. `late`: the answer that comes after a timeout. */
async function sendRegistration(
  c: Context<Env>,
  { request, body, form, selection }: Sending,
  { upstream, rateLimiter }: RegistrationDeps,
): Promise<{ outcome: PlainOutcome; lateOutcome?: Promise<ServiceOutcome> }> {
  // Checked only after the attempt has begun: an earlier attempt with this key may have an outcome.
  const { serviceKey, settings } = selection.partner
  if (isOlderVersion(form ?? '', settings.min_form_version)) return { outcome: { type: 'form_too_old' } }
  const exceeded = await rateLimiter.findExceeded(request)
  if (exceeded !== undefined) return { outcome: { type: 'rate_limited', ...exceeded } }
  const address = c.get('address')
  const sender = address && getNetworks(address).at(-1)?.name
  const { outcome, lateOutcome } = await upstream.register(body, { key: serviceKey?.key, sender })
  const countAccepted = async (result: ServiceOutcome) => {
    if (result.type === 'answered') await rateLimiter.countPerson(request)
    return result
  }
  const amount = outcome.type === 'busy' ? busyAmount : Number(mayHaveBeenSent(outcome))
  if (amount > 0) await rateLimiter.countAddress(address, amount)
  await countAccepted(outcome)
  return { outcome, ...(lateOutcome && { lateOutcome: lateOutcome.then(countAccepted) }) }
}
