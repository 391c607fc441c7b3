/** The registration service over HTTP: fixed headers, one deadline for each call, no redirects, no blind repeats. */
import { joinUrl, servicePaths } from '../../contract/routes.ts'
import { withTimeout } from '../with-timeout.ts'
import { outcomeOf, type RegistrationOutcome } from './outcome.ts'
import { retryAfter } from './read-reply.ts'
import { errorCode, NotSent, serviceHeaders, type Transport } from './transport.ts'

/** The outcome of a registration within its time, and what may still come of it. */
export interface SendResult {
  outcome: RegistrationOutcome
  /** Only with a `timeout`: what comes of it in the end. */
  late?: Promise<RegistrationOutcome>
}

/** The outcome of one try to deliver a report. */
export type ReportOutcome =
  | { type: 'delivered'; status: number }
  /** The service will not take it, however often it is tried (R-A92). */
  | { type: 'refused'; status: number }
  /** It may work another time. */
  | {
      type: 'failed'
      status?: number
      cause: string
      /** Seconds after which the service wants to be asked again, if it said so. */
      retryAfter?: number
    }

/** An API key as it is sent. Never logged, never answered. */
export interface ServiceKey {
  /** The `Authorization` header of the registration call. The tracking call never has one: the service answers 403 to it and
   *  the event is lost (R-A101). */
  authorization: string
  /** The one to ask with when the service answers 401 to the first: then it has read no registration. */
  spareAuthorization?: string | undefined
}

/** The service. Neither call ever throws. */
export interface Upstream {
  /**
   * Sends a registration, at most once; again only when nothing had gone out.
   *
   * @param body the request as JSON
   * @param key in place of the server's own
   */
  register(body: string, key?: ServiceKey): Promise<SendResult>
  /** Tries once to deliver a button's event. `event` is the event's JSON, exactly as the service wrote it. */
  report(event: string): Promise<ReportOutcome>
}

/** How long things may take, in milliseconds. */
export interface Deadlines {
  /** Until the voter's page hears that a registration may have been sent. */
  registration: number
  /** How much longer the answer is waited for, to keep it for a repeat with the same key. */
  late: number
  /** For one try to deliver a report. */
  tracking: number
  /** Before the only repeat of a registration of which nothing was sent. */
  pause: number
}

/** Below the 20 s after which the widget gives up; 75 s is the longest the service works on a request. */
export const defaultDeadlines: Deadlines = { registration: 15_000, late: 75_000, tracking: 5_000, pause: 250 }

/**
 * An {@link Upstream} at an address.
 *
 * @param key the server's own
 * @param onSpare hears each time that happens
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

  async function askWithEither(body: string, signal: AbortSignal, key: ServiceKey): Promise<RegistrationOutcome> {
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
  ): Promise<RegistrationOutcome> {
    try {
      const headers = { authorization, ...headersFor(body) }
      return await outcomeOf(await transport({ url: registrationUrl, method: 'POST', headers, body, signal }))
    } catch (error) {
      if (!(error instanceof NotSent)) return { type: 'unknown', cause: errorCode(error) }
      if (!mayRepeat) return { type: 'unreachable', cause: error.code }
      await new Promise((resolve) => setTimeout(resolve, deadlines.pause))
      return ask(body, signal, authorization, false)
    }
  }

  return {
    async register(body, key = own) {
      const call = new AbortController()
      const whole = askWithEither(body, call.signal, key)
      const outcome = await withTimeout(whole, deadlines.registration)
      if (outcome !== undefined) return { outcome }
      const timer = setTimeout(() => call.abort(), deadlines.late)
      return { outcome: { type: 'timeout' }, late: whole.finally(() => clearTimeout(timer)) }
    },

    async report(event): Promise<ReportOutcome> {
      const call = new AbortController()
      const timer = setTimeout(() => call.abort(), deadlines.tracking)
      try {
        const headers = headersFor(event)
        const reply = await transport({ url: trackingUrl, method: 'POST', headers, body: event, signal: call.signal })
        reply.discard()
        return reportOutcomeOf(reply.status, retryAfter(reply, 3_600))
      } catch (error) {
        return { type: 'failed', cause: errorCode(error) }
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** 201 is success; a 4xx is final unless it is about the moment (408, 425, 429); a redirect is never followed. */
function reportOutcomeOf(status: number, seconds: number | undefined): ReportOutcome {
  if (status >= 200 && status < 300) return { type: 'delivered', status }
  const final = status >= 400 && status < 500 && ![408, 425, 429].includes(status)
  if (final) return { type: 'refused', status }
  return { type: 'failed', status, cause: 'status', ...(seconds !== undefined && { retryAfter: seconds }) }
}
