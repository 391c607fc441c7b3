/** The registration service over HTTP: fixed headers, one deadline for each call, no redirects, no blind retries. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../contract/clock.ts'
import { joinUrl, servicePaths } from '../../contract/routes.ts'
import type { Log } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import { withTimeout } from '../utils.ts'
import { type ServiceOutcome, toOutcome } from './outcome.ts'
import { parseRetryAfter } from './read-reply.ts'
import {
  type ConcurrencyLimits,
  createBreaker,
  createConcurrencyLimit,
  defaultBreaker,
  defaultConcurrency,
  type LoadSignal,
} from './service-limits.ts'
import { errorCode, NotSentError, serviceHeaders, type Transport, type TransportReply } from './transport.ts'

export type ReportOutcome =
  | { type: 'delivered'; status: number }
  /** The service rejects it permanently (R-A92). */
  | { type: 'rejected'; status: number }
  /** It was sent, and no answer came: the service may have counted it. */
  | { type: 'unknown'; status?: undefined; cause: string }
  /** A retry may succeed; after the service's `Retry-After`, in seconds, if any. */
  | { type: 'failed'; status?: number; cause: string; retryAfter?: number }

/** An API key as it is sent. Never logged, never sent in a response. */
export interface ServiceKey {
  /** Of the registration call; the tracking call has none, or it gets a 403 and the event is lost (R-A101). */
  authorization: string
  /** The spare key for a retry when the service answers 401 to the first: then it has not read the registration. */
  spareAuthorization?: string | undefined
}

export type Upstream = ReturnType<typeof createUpstream>

export interface Deadlines {
  /** Until the page gets the response that the outcome is unknown. */
  registration: number
  /** How much longer to wait for the answer, to store it for a retry with the same key. */
  late: number
  /** For one attempt to deliver a click report. */
  tracking: number
  /** Before the only retry of a registration that was not sent. */
  pause: number
}

/** `registration` is below the 20 s after which the widget gives up; the service works on a request for at most 75 s. A report
 *  that is cut off may have been counted, so it gets more time than a voter would wait. */
export const defaultDeadlines: Deadlines = { registration: 15_000, late: 75_000, tracking: 45_000, pause: 250 }

/** The meter exposes the state of both limits. No call ever throws. */
export function createUpstream(
  { upstreamUrl, ...key }: { upstreamUrl: string } & ServiceKey,
  { concurrency, deadlines = defaultDeadlines }: { concurrency?: Partial<ConcurrencyLimits>; deadlines?: Deadlines },
  { transport, clock, log, meter }: { transport: Transport; clock: Clock; log: Log; meter: Meter | undefined },
) {
  const limits = { ...defaultConcurrency, ...concurrency }
  const limit = createConcurrencyLimit(limits, (currentLimit) =>
    log({ ...loadLogLines[currentLimit === limits.inFlight ? 'info' : 'warn'], count: currentLimit }),
  )
  const breaker = createBreaker(defaultBreaker, clock, (state) =>
    log({ level: state === 'open' ? 'error' : 'warn', code: `breaker_${state}`, message: breakerMessages[state] }),
  )
  meter?.gauge('breaker_state', async () => ['closed', 'half_open', 'open'].indexOf(breaker.state()))
  meter?.gauge('upstream_in_flight', async () => limit.inFlight())
  meter?.gauge('upstream_queued', async () => limit.queued())
  const logSpareKey = createSpareKeyLog(log, clock)
  const registrationUrl = joinUrl(upstreamUrl, servicePaths.registration)
  const trackingUrl = joinUrl(upstreamUrl, servicePaths.tracking)
  const post = (url: string, body: string, options: { signal: AbortSignal; authorization?: string }) => {
    const { signal, authorization } = options
    const headers = {
      ...(authorization !== undefined && { authorization }),
      'content-type': 'application/json',
      // The service reads a chunked body as an empty one.
      'content-length': String(Buffer.byteLength(body)),
      ...serviceHeaders,
    }
    return transport({ url, method: 'POST', headers, body, signal })
  }

  /** At most once. Repeats only when nothing was sent; and with the spare key after a 401, which reads no registration. */
  async function sendOnce(body: string, signal: AbortSignal, keys: ServiceKey): Promise<ServiceOutcome> {
    const { authorization, spareAuthorization } = keys
    for (let mayRepeat = true; ; mayRepeat = false) {
      try {
        const outcome = await toOutcome(await post(registrationUrl, body, { signal, authorization }), registrationUrl)
        const isRefusedKey = outcome.type === 'unauthorized' && outcome.status === 401
        if (!isRefusedKey || spareAuthorization === undefined) return outcome
        logSpareKey()
        return await sendOnce(body, signal, { authorization: spareAuthorization })
      } catch (error) {
        if (!(error instanceof NotSentError)) return { type: 'unknown', cause: errorCode(error) }
        if (!mayRepeat) return { type: 'unreachable', cause: error.code }
        await sleep(deadlines.pause)
      }
    }
  }

  return {
    /** Sends a registration, with the partner's own key if it has one, at most once. One that the limits reject was
     *  certainly not sent. `lateOutcome`, only with a `timeout`, is the final outcome. */
    async register(
      body: string,
      options: { key?: ServiceKey | undefined; sender?: string | undefined } = {},
    ): Promise<{ outcome: ServiceOutcome; lateOutcome?: Promise<ServiceOutcome> }> {
      const releaseSlot = await limit.acquire(options.sender)
      if (releaseSlot === undefined) return { outcome: { type: 'overloaded', retryAfter: addJitter(2) } }
      const permit = breaker.requestPermit()
      if (permit.type === 'open') {
        releaseSlot('neither')
        return { outcome: { type: 'circuit_open', retryAfter: addJitter(Math.max(1, Math.ceil(permit.ms / 1000))) } }
      }
      const startedAt = performance.now()
      const call = new AbortController()
      const answer = sendOnce(body, call.signal, options.key ?? key)
      const outcome = (await withTimeout(answer, deadlines.registration)) ?? { type: 'timeout' }
      // A call that timed out for the voter frees its slot: a hanging service must not block others after it has recovered.
      releaseSlot(getLoadSignal(outcome))
      // One sender may cause a slow answer or none, and must not open the circuit breaker for all.
      permit.reportResult(outcome.type === 'unreachable' ? 'failed' : 'worked')
      meter?.upstream('registration', outcome.type, (performance.now() - startedAt) / 1000)
      if (outcome.type !== 'timeout') return { outcome }
      const timer = setTimeout(() => call.abort(), deadlines.late)
      return { outcome, lateOutcome: answer.finally(() => clearTimeout(timer)) }
    },

    /** Makes one attempt to deliver a button's event, its JSON exactly as the service wrote it. */
    async report(event: string, deadline = deadlines.tracking): Promise<ReportOutcome> {
      const startedAt = performance.now()
      const signal = AbortSignal.timeout(deadline)
      const outcome = await toReportOutcome(post(trackingUrl, event, { signal }), signal)
      meter?.upstream('event', outcome.type, (performance.now() - startedAt) / 1000)
      return outcome
    },
  }
}

/** 2xx is success. A 4xx is final, unless it says nothing about the event: 401 and 403 (a firewall, or a list of addresses that
 *  this server has fallen off), 408, 425, 429. A redirect is never followed. */
async function toReportOutcome(response: Promise<TransportReply>, signal: AbortSignal): Promise<ReportOutcome> {
  try {
    const reply = await response
    reply.discard()
    const { status } = reply
    if (status >= 200 && status < 300) return { type: 'delivered', status }
    const isFinal = status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status)
    if (isFinal) return { type: 'rejected', status }
    const seconds = parseRetryAfter(reply, 3_600)
    return { type: 'failed', status, cause: 'status', ...(seconds !== undefined && { retryAfter: seconds }) }
  } catch (error) {
    const cause = errorCode(error)
    // fetch() does not say how far a request came. Most often there was no connection.
    const isUnsent = error instanceof NotSentError || (cause === 'TypeError' && !signal.aborted)
    return { type: isUnsent ? 'failed' : 'unknown', cause }
  }
}

const addJitter = (seconds: number): number => seconds + Math.floor(Math.random() * 11)

function getLoadSignal(outcome: ServiceOutcome): LoadSignal {
  if (outcome.type === 'busy' || outcome.type === 'timeout') return 'strained'
  if (outcome.type === 'unknown') return outcome.status === 503 || outcome.status === 504 ? 'strained' : 'neither'
  return outcome.type === 'unreachable' ? 'neither' : 'answered'
}

const loadLogLines = {
  info: {
    level: 'info',
    code: 'service_recovered',
    message: 'The service has recovered: the concurrency limit ("count") is back at its maximum.',
  },
  warn: {
    level: 'warn',
    code: 'service_slow',
    message:
      'The service is overloaded or slow, so the concurrency limit is lowered to "count". No action is needed; if it continues, inform the operator.',
  },
} as const

const breakerMessages = {
  open: 'The service cannot be reached, so the circuit breaker is open: for 15 s nothing is sent, and voters get an error immediately. Check DNS, the network and the certificate with the command "check".',
  closed: 'The service can be reached again.',
} as const

function createSpareKeyLog(log: Log, clock: Clock): () => void {
  const message =
    'The service rejects API_KEY_ID (401), so the old key was used. Ask the operator whether the new key is active, and keep the old one until it is.'
  let count = 0
  let quietUntil = 0
  return () => {
    count++
    if (clock.now() < quietUntil) return
    log({ level: 'warn', code: 'old_api_key_used', count, message })
    count = 0
    quietUntil = clock.now() + 60_000
  }
}
