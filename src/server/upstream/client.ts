/** The registration service over HTTP: fixed headers, one deadline for each call, no redirects, no blind retries. */
import { joinUrl, servicePaths } from '../../contract/routes.ts'
import { withTimeout } from '../with-timeout.ts'
import { outcomeOf, type ServiceOutcome } from './outcome.ts'
import { retryAfter } from './read-reply.ts'
import { errorCode, NotSent, serviceHeaders, type Transport } from './transport.ts'

/** The outcome of a registration within its deadline, and the late outcome, if any. */
export interface SendResult {
  outcome: ServiceOutcome
  /** Only with a `timeout`: the final outcome. */
  late?: Promise<ServiceOutcome>
}

/** The outcome of one attempt to deliver a report. */
export type ReportOutcome =
  | { type: 'delivered'; status: number }
  /** The service rejects it permanently (R-A92). */
  | { type: 'refused'; status: number }
  /** It was sent, and no answer came: the service may have counted it. */
  | { type: 'undecided'; status?: undefined; cause: string }
  /** A retry may succeed. */
  | {
      type: 'failed'
      status?: number
      cause: string
      /** The service's `Retry-After`, in seconds, if any. */
      retryAfter?: number
    }

/** An API key as it is sent. Never logged, never sent in a response. */
export interface ServiceKey {
  /** The `Authorization` header of the registration call. The tracking call never has one: the service answers 403 to it and
   *  the event is lost (R-A101). */
  authorization: string
  /** The spare key for a retry when the service answers 401 to the first: then it has not read the registration. */
  spareAuthorization?: string | undefined
}

/** Who sends a registration. */
interface Sender {
  /** The partner's own key, in place of the server's. */
  key?: ServiceKey | undefined
  /** The voter's network; `undefined` when it is unknown. */
  sender?: string | undefined
}

/** The service. Neither call ever throws. */
export interface Upstream {
  /**
   * Sends a registration at most once; retries only when nothing was sent, or with the spare key after a 401.
   *
   * @param body the request as JSON
   */
  register(body: string, sender?: Sender): Promise<SendResult>
  /**
   * Makes one attempt to deliver a button's event.
   *
   * @param event the event's JSON, exactly as the service wrote it
   * @param deadline in milliseconds; default: {@link Deadlines.tracking}
   */
  report(event: string, deadline?: number): Promise<ReportOutcome>
}

/** Deadlines and pauses, in milliseconds. */
export interface Deadlines {
  /** Until the response to the page that a registration may have been sent. */
  registration: number
  /** How much longer to wait for the answer, to store it for a repeat with the same key. */
  late: number
  /** For one attempt to deliver a report for which no voter waits. */
  tracking: number
  /** Before the only retry of a registration of which nothing was sent. */
  pause: number
}

/** The registration's is below the 20 s after which the widget gives up; 75 s is the longest the service works on a request. A
 *  report that is cut off may have been counted, so it gets more time than a voter would give it. */
export const defaultDeadlines: Deadlines = { registration: 15_000, late: 75_000, tracking: 45_000, pause: 250 }

/**
 * Creates an {@link Upstream} at an address.
 *
 * @param key the server's own
 * @param onSpare called each time the spare key is used
 */
export function httpUpstream({
  url,
  key: own,
  onSpare,
  transport,
  deadlines = defaultDeadlines,
}: {
  url: string
  key: ServiceKey
  onSpare?: () => void
  transport: Transport
  deadlines?: Deadlines
}): Upstream {
  const registrationUrl = joinUrl(url, servicePaths.registration)
  const trackingUrl = joinUrl(url, servicePaths.tracking)
  const utf8 = new TextEncoder()
  const headersFor = (body: string) => ({
    'content-type': 'application/json',
    // The service reads a chunked body as an empty one.
    'content-length': String(utf8.encode(body).byteLength),
    ...serviceHeaders,
  })

  async function askWithEither(body: string, signal: AbortSignal, key: ServiceKey): Promise<ServiceOutcome> {
    const { authorization, spareAuthorization } = key
    const outcome = await ask(body, signal, authorization)
    const isRefusedKey = outcome.type === 'unwelcome' && outcome.status === 401
    if (!isRefusedKey || spareAuthorization === undefined) return outcome
    onSpare?.()
    return ask(body, signal, spareAuthorization)
  }

  async function ask(
    body: string,
    signal: AbortSignal,
    authorization: string,
    mayRepeat: boolean = true,
  ): Promise<ServiceOutcome> {
    try {
      const headers = { authorization, ...headersFor(body) }
      const reply = await transport({ url: registrationUrl, method: 'POST', headers, body, signal })
      return await outcomeOf(reply, registrationUrl)
    } catch (error) {
      if (!(error instanceof NotSent)) return { type: 'unknown', cause: errorCode(error) }
      if (!mayRepeat) return { type: 'unreachable', cause: error.code }
      await new Promise((resolve) => setTimeout(resolve, deadlines.pause))
      return ask(body, signal, authorization, false)
    }
  }

  return {
    async register(body, { key = own } = {}) {
      const call = new AbortController()
      const whole = askWithEither(body, call.signal, key)
      const outcome = await withTimeout(whole, deadlines.registration)
      if (outcome !== undefined) return { outcome }
      const timer = setTimeout(() => call.abort(), deadlines.late)
      return { outcome: { type: 'timeout' }, late: whole.finally(() => clearTimeout(timer)) }
    },

    async report(event, deadline = deadlines.tracking): Promise<ReportOutcome> {
      const call = new AbortController()
      const timer = setTimeout(() => call.abort(), deadline)
      try {
        const headers = headersFor(event)
        const reply = await transport({ url: trackingUrl, method: 'POST', headers, body: event, signal: call.signal })
        reply.discard()
        return reportOutcomeOf(reply.status, retryAfter(reply, 3_600))
      } catch (error) {
        const cause = errorCode(error)
        // fetch() does not say how far a request came. Most often there was no connection.
        const isUnsent = error instanceof NotSent || (cause === 'TypeError' && !call.signal.aborted)
        return { type: isUnsent ? 'failed' : 'undecided', cause }
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/**
 * 2xx is success. A 4xx is final, unless it says nothing about the event: 401 and 403 (a firewall, or a list of addresses that this
 * server has fallen off), 408, 425, 429. A redirect is never followed.
 */
function reportOutcomeOf(status: number, seconds: number | undefined): ReportOutcome {
  if (status >= 200 && status < 300) return { type: 'delivered', status }
  const final = status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status)
  if (final) return { type: 'refused', status }
  return { type: 'failed', status, cause: 'status', ...(seconds !== undefined && { retryAfter: seconds }) }
}
