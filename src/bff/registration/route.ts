/** `POST /registrations` in five steps: parse, begin, send, settle, respond. */
import type { Context, Handler } from 'hono'
import { bffHeaders } from '../../contract/bff-api.ts'
import { isOlder } from '../../contract/compare-version.ts'
import type { Agreement } from '../consent/receipt.ts'
import type { Seal } from '../crypto/event-token.ts'
import type { Limiter } from '../middleware/rate-limiter.ts'
import type { Log } from '../observability/log.ts'
import { campaignOf } from '../observability/log.ts'
import type { Env } from '../problem.ts'
import type { NewReceipt } from '../store/store.ts'
import type { RegistrationOutcome } from '../upstream/outcome.ts'
import { errorCode } from '../upstream/transport.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { WatchedSites } from '../uptime/site-status-cache.ts'
import type { Attempt, Idempotency } from './idempotency.ts'
import { mayHaveBeenSent, type Outcome, type UnsealedOutcome } from './outcome.ts'
import { outcomeFacts } from './outcome-facts.ts'
import { parse, type Submission } from './parse.ts'
import { respond, respondDenied, stopping } from './respond.ts'
import { sealAnswer } from './to-client-response.ts'

/** What the route needs. */
export interface RegistrationDeps {
  upstream: Upstream
  limiter: Limiter
  /** Counts a limit that was reached. */
  onLimit: (limit: string) => void
  idempotency: Idempotency
  /** Names body and page, so that a key works for these only. */
  fingerprint: (body: string, origin: string) => Promise<string>
  seal: Seal
  /** Hears of each answer where it departs from the specification. */
  onDepartures: (answer: Answered, departures: readonly string[]) => void
  /** The wordings that are shown at present: the language of each version. */
  wordings: ReadonlyMap<string, string>
  /** Makes the receipt that is kept with the registration. */
  receiptOf: (agreement: Agreement) => Promise<NewReceipt>
  /** The oldest version of the form that is taken; absent where all are. */
  leastFormVersion?: string | undefined
  /** Which sites of states are up; absent where they are not watched. */
  sites?: WatchedSites | undefined
  now: () => number
  /** Takes what becomes known after the answer. */
  log: Log
  isStopping: () => boolean
}

type Answered = Extract<RegistrationOutcome, { type: 'answered' }>
type Begun = Extract<Attempt, { type: 'begun' }>

/** Answers 200 with the sealed answer, 400 with messages by field, or a problem that says whether anything was sent. */
export function registrationRoute(deps: RegistrationDeps): Handler<Env> {
  return async (c) => {
    if (deps.isStopping()) return respondDenied(c, stopping, deps)
    const submission = await parse(c, deps.wordings)
    if (submission.type !== 'submission') return respondDenied(c, submission, deps)
    note(c, submission)
    // By the time the service has answered it is known which sites are up; the voter does not wait for it.
    deps.sites?.refresh()
    const attempt = await begin(submission, c.get('requestId'), deps)
    if (attempt.type !== 'begun') return respondDenied(c, attempt, deps)
    return respond(c, await sendAndSettle(c, attempt, submission, deps), deps)
  }
}

/** Tells the log and the metrics where the voter comes from. */
function note(c: Context<Env>, { request }: Submission): void {
  c.set('state', request.state)
  const campaign = campaignOf(c.req.header(bffHeaders.campaign), request)
  if (campaign !== undefined) c.var.line.campaign = campaign
}

async function begin(submission: Submission, reference: string, deps: RegistrationDeps): Promise<Attempt> {
  const { request, body, key, wording, site, form } = submission
  const fingerprint = await deps.fingerprint(body, site)
  const receipt = await deps.receiptOf({ request, wording, site, form, reference, at: deps.now() })
  return deps.idempotency.begin({ key, fingerprint, receipt })
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
    if (outcome.type === 'limited') deps.onLimit(outcome.limit)
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

/** Sends the registration unless the form is too old or a limit is reached. When the service has not taken it, phone and
 *  e-mail address are not charged for it: a corrected typing error is no second registration. */
async function send(
  { request, body, site, form }: Submission,
  { upstream, limiter, leastFormVersion }: RegistrationDeps,
): Promise<{ outcome: UnsealedOutcome; late?: Promise<RegistrationOutcome> }> {
  // Not before the attempt has begun: one of before may have come to something.
  if (isOlder(form ?? '', leastFormVersion)) return { outcome: { type: 'form_too_old' } }
  const allowed = await limiter.send(request, site)
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
  deps: RegistrationDeps,
): Promise<Outcome> {
  const settled = outcome.type === 'answered' ? await sealed(outcome, reference, deps) : outcome
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

async function sealed(answered: Answered, reference: string, deps: RegistrationDeps): Promise<Outcome> {
  const since = deps.now()
  const { answer, departures } = await sealAnswer(answered, deps.seal, since)
  deps.onDepartures(answered, departures)
  if (departures.length > 0) {
    const message = 'The service departs from its specification; the voter was shown what could be used.'
    deps.log({ level: 'warn', code: 'departures', message, departures, reference })
  }
  return { type: 'answered', text: JSON.stringify(answer), since }
}
