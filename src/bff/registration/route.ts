/** `POST /registrations` in five steps: parse, begin, send, settle, respond. */
import type { Context, Handler } from 'hono'
import { bffHeaders } from '../../contract/bff-api.ts'
import { isOlder } from '../../contract/compare-version.ts'
import type { ConsentTexts } from '../consent/consent-texts.ts'
import { receiptOf } from '../consent/receipt.ts'
import type { KeyedHash } from '../crypto/provider.ts'
import type { Limiter } from '../middleware/rate-limiter.ts'
import { campaignOf, type Log } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import type { Env } from '../problem.ts'
import type { Upstream } from '../upstream/client.ts'
import type { RegistrationOutcome } from '../upstream/outcome.ts'
import { errorCode } from '../upstream/transport.ts'
import type { WatchedSites } from '../uptime/site-status-cache.ts'
import type { Attempt, Idempotency } from './idempotency.ts'
import { mayHaveBeenSent, type Outcome, outcomeFacts, type UnsealedOutcome } from './outcome.ts'
import { parse, type Submission } from './parse.ts'
import { respond, respondDenied, stopping } from './respond.ts'
import type { createAnswerSealer } from './seal-answer.ts'

/** What the route needs. */
export interface RegistrationDeps {
  upstream: Upstream
  limiter: Limiter
  idempotency: Idempotency
  /** Which service, and on whose behalf: BFFs that share a database never share a form. */
  service: string
  /** Names a body with its page and service, so that a key works for these only and nobody can guess the body. */
  hashForm: KeyedHash
  hashPhone: KeyedHash
  /** What receipts and limits call a page. */
  siteOf: (origin: string) => string
  sealAnswer: ReturnType<typeof createAnswerSealer>
  /** What is shown at present. */
  texts: ConsentTexts
  /** The oldest version of the form that is taken; absent where all are. */
  leastFormVersion?: string | undefined
  /** What is wrong with a phone number in E.164, for the voter; `undefined` where it is taken. */
  phoneProblem: (phone: string) => string | undefined
  /** Which sites of states are up; absent where they are not watched. */
  sites?: WatchedSites | undefined
  now: () => number
  log: Log
  meter: Meter | undefined
  isStopping: () => boolean
}

type Begun = Extract<Attempt, { type: 'begun' }>

/** Answers 200 with the sealed answer, 400 with messages by field, or a problem that says whether anything was sent. */
export function registrationRoute(deps: RegistrationDeps): Handler<Env> {
  return async (c) => {
    if (deps.isStopping()) return respondDenied(c, stopping, deps)
    const submission = await parse(c, deps.texts)
    if (submission.type !== 'submission') return respondDenied(c, submission, deps)
    c.set('state', submission.request.state)
    c.get('line').campaign = campaignOf(c.req.header(bffHeaders.campaign), submission.request)
    // By the time the service has answered it is known which sites are up; the voter does not wait for it.
    deps.sites?.refresh()
    const attempt = await begin(submission, c.get('requestId'), deps)
    if (attempt.type !== 'begun') return respondDenied(c, attempt, deps)
    return respond(c, await sendAndSettle(c, attempt, submission, deps), deps)
  }
}

async function begin(submission: Submission, reference: string, deps: RegistrationDeps): Promise<Attempt> {
  const { key, body, origin } = submission
  const fingerprint = await deps.hashForm(JSON.stringify([deps.service, origin, body]))
  const content = JSON.stringify([origin, body])
  const told = { ...submission, site: deps.siteOf(origin), reference, at: deps.now() }
  const receipt = await receiptOf(told, deps.hashPhone)
  return deps.idempotency.begin({ key, fingerprint, content, receipt, text: submission.text })
}

async function sendAndSettle(
  c: Context<Env>,
  attempt: Begun,
  submission: Submission,
  deps: RegistrationDeps,
): Promise<Outcome> {
  const reference = c.get('requestId')
  try {
    const { outcome, late } = await send(submission, deps)
    Object.assign(c.get('line'), outcomeFacts(outcome))
    if (outcome.type === 'limited') deps.meter?.limited(outcome.limit)
    const settled = await settle(attempt, outcome, reference, deps)
    late
      ?.then((later) => settleLate(attempt, later, reference, deps))
      .catch((error) => deps.log({ level: 'error', code: 'outcome_not_kept', cause: errorCode(error), reference }))
    return settled
  } catch (error) {
    // A mistake of ours: a repeat must not send it a second time.
    await attempt.settle({ type: 'forgotten' })
    throw error
  }
}

/** Sends the registration unless the form is too old, the phone number not taken, or a limit reached. When the service has not taken it, phone and
 *  e-mail address are not charged for it: a corrected typing error is no second registration. */
async function send(
  { request, body, origin, form }: Submission,
  { siteOf, upstream, limiter, leastFormVersion, phoneProblem }: RegistrationDeps,
): Promise<{ outcome: UnsealedOutcome; late?: Promise<RegistrationOutcome> }> {
  // Not before the attempt has begun: one of before may have come to something.
  if (isOlder(form ?? '', leastFormVersion)) return { outcome: { type: 'form_too_old' } }
  const message = request.phone === undefined ? undefined : phoneProblem(request.phone)
  if (message !== undefined) return { outcome: { type: 'phone_refused', message } }
  const allowed = await limiter.send(request, siteOf(origin))
  if (allowed.type === 'over') {
    return { outcome: { type: 'limited', limit: allowed.limit, retryAfter: allowed.retryAfter } }
  }
  const asked = await upstream.register(body)
  if (!mayHaveBeenSent(asked.outcome)) await allowed.takeBack()
  return asked
}

async function settle(
  attempt: Begun,
  outcome: UnsealedOutcome,
  reference: string,
  { sealAnswer }: RegistrationDeps,
): Promise<Outcome> {
  const settled = outcome.type === 'answered' ? await sealAnswer(outcome, reference) : outcome
  await attempt.settle(settled)
  return settled
}

/** Keeps an answer that came after the voter's page was told that it may have been sent. */
async function settleLate(
  attempt: Begun,
  outcome: RegistrationOutcome,
  reference: string,
  deps: RegistrationDeps,
): Promise<void> {
  deps.log({ level: 'warn', code: 'late_answer', outcome: outcome.type, reference, ...outcomeFacts(outcome) })
  await settle(attempt, outcome, reference, deps)
}
