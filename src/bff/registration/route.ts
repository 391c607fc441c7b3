/** `POST /registrations`: checks what the voter filled in, sends it on with the key, and tells what came of it. */
import type { Context, Handler } from 'hono'
import { bffHeaders, type SealedAnswer, type SealedButton } from '../../contract/bff-api.ts'
import { isOlder } from '../../contract/compare-version.ts'
import { checkRequest, nonFieldErrors, type ValidationError } from '../../contract/registration.ts'
import { isRequestField } from '../../contract/request-fields.ts'
import { isStateCode } from '../../contract/states.ts'
import type { Agreement } from '../consent/receipt.ts'
import { readText } from '../middleware/body-limit.ts'
import type { Limiter } from '../middleware/rate-limiter.ts'
import { withinLimits } from '../middleware/with-quota.ts'
import { campaignOf } from '../observability/campaign-fields.ts'
import type { LogLine } from '../observability/log.ts'
import { type Env, type ProblemAnswer, problem } from '../problem.ts'
import type { NewReceipt } from '../store/store.ts'
import { type RegistrationOutcome, type Verdict, verdictOn } from '../upstream/outcome.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { WatchedSites } from '../uptime/site-status-cache.ts'
import type { Final, Idempotency, Sent } from './idempotency.ts'

/** The most bytes of a registration. */
export const registrationLimit = 16 * 1024

/** What the route needs. */
export interface RegistrationDeps {
  upstream: Upstream
  limiter: Limiter
  /** Is told which limit was reached. */
  onLimit: (limit: string) => void
  idempotency: Idempotency
  fingerprint: (body: string, origin: string) => Promise<string>
  /** Makes of the service's answer what the page gets. */
  sealAnswer: (
    outcome: Extract<RegistrationOutcome, { type: 'answered' }>,
  ) => Promise<{ answer: Omit<SealedAnswer, 'reference'>; departures: readonly string[] }>
  /** The wordings that are shown at present: the language of each version. */
  wordings: ReadonlyMap<string, string>
  /** Makes the receipt that is kept with the registration. */
  receiptOf: (agreement: Agreement) => Promise<NewReceipt>
  /** The oldest version of the form that is taken; absent where all are. */
  leastFormVersion?: string | undefined
  /** Which sites of states are up; absent where nobody watches them. */
  sites?: WatchedSites | undefined
  now: () => number
  /** A line of its own, for what becomes known after the answer. */
  log: (line: LogLine) => void
  isStopping: () => boolean
}

/** Answers 200 with the sealed answer, 400 with messages by field, or a problem that says whether anything was sent. */
export function registrationRoute(parts: RegistrationDeps): Handler<Env> {
  return async (c) => {
    if (parts.isStopping()) return refuse(c, stopping)
    const body = await readRequest(c)
    if ('status' in body) return refuse(c, body)

    const key = c.req.header(bffHeaders.idempotencyKey)
    if (key === undefined || !uuid.test(key)) return refuse(c, keyMissing)
    const consent = c.req.header(bffHeaders.consentVersion)
    const language = consent === undefined ? undefined : parts.wordings.get(consent)
    if (consent === undefined || language === undefined) return refuse(c, consentOutdated)

    const checked = checkRequest(body.value)
    if (!checked.ok) return messages(c, checked.errors)

    c.set('state', checked.request.state)
    // By the time the service has answered it is known which sites are up; nobody waits for it.
    parts.sites?.refresh()
    const campaign = campaignOf(c.req.header(bffHeaders.campaign), checked.request)
    if (campaign !== undefined) c.var.line.campaign = campaign
    const request = JSON.stringify(checked.request)
    const site = c.req.header('origin') ?? ''
    const fingerprint = await parts.fingerprint(request, site)
    const form = c.req.header(bffHeaders.formVersion)
    const receipt = await parts.receiptOf({
      request: checked.request,
      wording: { version: consent, language },
      site,
      form,
      reference: c.get('requestId'),
      at: parts.now(),
    })
    const sendIt = async (): Promise<Sent> => {
      // Not before it is known that nothing was sent under this key: an attempt of before may have come to something.
      if (isOlder(form ?? '', parts.leastFormVersion)) return { final: { type: 'verdict', verdict: formTooOld } }
      return withinLimits(
        parts.limiter,
        { request: checked.request, site },
        () => send(c, parts, request),
        (limit) => {
          c.get('line').limit = limit
          parts.onLimit(limit)
        },
      )
    }
    const once = await parts.idempotency.once(key.toLowerCase(), fingerprint, sendIt, receipt)
    switch (once.type) {
      case 'reused':
        return refuse(c, keyReused)
      case 'unavailable':
        return refuse(c, storageUnavailable)
      case 'repeated':
        c.get('line').replayed = true
        return tell(c, once.final, parts)
      case 'sent':
        return tell(c, once.final, parts)
      default:
        return once satisfies never
    }
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The body as a JSON value, or why it is refused. */
async function readRequest(c: Context<Env>): Promise<{ value: unknown } | ProblemAnswer> {
  if (!/^application\/json\s*(;\s*charset=utf-8\s*)?$/i.test(c.req.header('content-type') ?? '')) {
    return { status: 415, code: 'unsupported_media_type', detail: 'Send the registration as application/json.' }
  }
  const body = await readText(c)
  if (body.type === 'refused') return body.problem
  try {
    return { value: JSON.parse(body.text) }
  } catch {
    return { status: 400, code: 'bad_request', detail: 'The body is not JSON.' }
  }
}

/** Sends the request on, and makes of the outcome what the page is told. */
async function send(c: Context<Env>, parts: RegistrationDeps, request: string): Promise<Sent> {
  const { outcome, late } = await parts.upstream.register(request)
  const reference = c.get('requestId')
  Object.assign(c.get('line'), facts(outcome))
  const final = await finalOf(parts, outcome, reference)
  if (late === undefined) return { final, ...told(outcome) }
  return {
    final,
    ...told(outcome),
    late: late.then(async (later) => {
      parts.log({ level: 'warn', code: 'late_answer', outcome: later.type, reference, ...facts(later) })
      return { final: await finalOf(parts, later, reference), ...told(later) }
    }),
  }
}

/** What the receipt says of an outcome; nothing when the service was not asked. */
function told(outcome: RegistrationOutcome): Pick<Sent, 'told'> {
  const { type: at } = outcome
  if (at === 'unreachable' || at === 'overloaded' || at === 'paused') return {}
  const { upstream_status: status } = facts(outcome)
  return { told: { outcome: at, ...(status !== undefined && { status }) } }
}

async function finalOf(parts: RegistrationDeps, outcome: RegistrationOutcome, reference: string): Promise<Final> {
  if (outcome.type === 'refused') return outcome
  if (outcome.type !== 'answered') return { type: 'verdict', verdict: verdictOn(outcome) }
  const since = parts.now()
  const { answer, departures } = await parts.sealAnswer(outcome)
  if (departures.length > 0) {
    const message = 'The service departs from its specification; the voter was shown what could be used.'
    parts.log({ level: 'warn', code: 'departures', message, departures, reference })
  }
  return { type: 'answered', text: JSON.stringify(answer), since }
}

/** What the log says of an outcome. */
function facts(outcome: RegistrationOutcome): Partial<LogLine> {
  switch (outcome.type) {
    case 'answered':
      return { upstream_status: 200 }
    case 'refused':
      return { upstream_status: 400 }
    case 'unreachable':
      return { cause: outcome.cause }
    case 'unknown':
      return { cause: outcome.cause, ...(outcome.status !== undefined && { upstream_status: outcome.status }) }
    case 'timeout':
      return { cause: 'timeout' }
    case 'misunderstood':
      return {
        upstream_status: outcome.status,
        message: 'The service does not understand our requests. Check UPSTREAM_URL, and for a newer version.',
      }
    case 'unwelcome':
      return {
        upstream_status: outcome.status,
        message: 'The service does not let us in. Check API_KEY_ID, API_KEY_SECRET and the address we call from.',
      }
    case 'busy':
      return { upstream_status: outcome.status }
    case 'overloaded':
    case 'paused':
      return { cause: outcome.type }
    default:
      return outcome satisfies never
  }
}

function tell(c: Context<Env>, final: Final, { now, sites }: RegistrationDeps): Response {
  switch (final.type) {
    case 'refused':
      return messages(c, final.errors)
    case 'verdict':
      return problem(c, c.get('line').replayed === true ? { ...final.verdict, replayed: true } : final.verdict)
    case 'answered': {
      c.get('line').outcome = 'answered'
      const reference = c.get('requestId')
      const passed = now() - final.since
      const isFresh = passed < freshFor
      if (isFresh && sites === undefined) {
        return c.body(`${final.text.slice(0, -1)},"reference":"${reference}"}`, 200, json)
      }
      const answer: Omit<SealedAnswer, 'reference'> = JSON.parse(final.text)
      const shown: SealedAnswer = { ...answer, reference }
      if (!isFresh) shown.buttons = shown.buttons.map((button) => older(button, passed))
      if (sites !== undefined) shown.buttons = shown.buttons.map((button) => withSite(button, sites, c.get('state')))
      return c.body(JSON.stringify(shown), 200, json)
    }
    default:
      return final satisfies never
  }
}

/** An answer as old as this, in milliseconds, still leads as long as it said: the page counts with a margin of a minute. */
const freshFor = 1_000

function older(button: SealedAnswer['buttons'][number], passed: number): SealedAnswer['buttons'][number] {
  return button.expires_in_ms === undefined ? button : { ...button, expires_in_ms: button.expires_in_ms - passed }
}

function withSite(button: SealedButton, sites: WatchedSites, state: string | undefined): SealedButton {
  const site = sites.behind(button.url, isStateCode(state) ? state : undefined)
  return site === undefined ? button : { ...button, site }
}

const json = { 'Content-Type': 'application/json; charset=utf-8' }

/** The specification's 400: messages by field (R-A81). The log gets the names only. */
function messages(c: Context<Env>, errors: ValidationError): Response {
  c.get('line').outcome = 'not_sent'
  const names = Object.keys(errors).map((name) => (isRequestField(name) || name === nonFieldErrors ? name : 'unknown'))
  c.get('line').field_names = [...new Set(names)]
  return c.body(JSON.stringify(errors), 400, json)
}

function refuse(c: Context<Env>, answer: ProblemAnswer): Response {
  return problem(c, { ...answer, outcome: 'not_sent' })
}

const stopping: ProblemAnswer = {
  status: 503,
  code: 'shutting_down',
  retryAfter: 5,
  detail: 'This server is stopping; nothing was sent. Try again.',
}

const keyMissing: ProblemAnswer = {
  status: 400,
  code: 'idempotency_key_missing',
  detail: `Send ${bffHeaders.idempotencyKey} with a UUID, one for each filled form.`,
}

const storageUnavailable: ProblemAnswer = {
  status: 503,
  code: 'storage_unavailable',
  retryAfter: 10,
  detail: 'What must be written down before could not be; nothing was sent. See the log for storage_unavailable.',
}

const keyReused: ProblemAnswer = {
  status: 422,
  code: 'idempotency_key_reused',
  detail: `This ${bffHeaders.idempotencyKey} was used for another registration. Make a new UUID for each filled form.`,
}

/** 409, not 426: that one is about protocols, and must name another one. */
const formTooOld: Verdict = {
  status: 409,
  code: 'upgrade_required',
  outcome: 'not_sent',
  detail: `The form is older than LEAST_FORM_VERSION allows (${bffHeaders.formVersion}). Put the newer script file on the page, or update the package.`,
}

const consentOutdated: ProblemAnswer = {
  status: 409,
  code: 'consent_outdated',
  detail: `Send ${bffHeaders.consentVersion} with the version of the wording that was on the screen. If it has changed meanwhile, get /settings, show the new one and ask again (R-A12, R-A13).`,
}
