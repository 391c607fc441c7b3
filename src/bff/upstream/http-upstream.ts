/** The registration service over HTTP: fixed headers, one deadline for each call, no redirects, no blind repeats. */
import { joinUrl, servicePaths } from '../../contract/routes.ts'
import { version } from '../version.ts'
import { outcomeOf, type RegistrationOutcome } from './outcome.ts'
import { retryAfter } from './retry-after.ts'
import { errorCode, NotSent, type Transport } from './transport.ts'
import type { Asked, ReportOutcome, Upstream } from './upstream.ts'

/** How long things may take, in milliseconds. */
export interface Deadlines {
  /** Until the voter's page is told that a registration may have been sent. */
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
 * @param authorization the header of the registration call. The tracking call never has one: the service answers 403
 * to it and the event is lost (R-A101)
 */
export function httpUpstream({
  url,
  authorization,
  transport,
  deadlines = defaultDeadlines,
}: {
  url: string
  authorization: string
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
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': `voter-registration/${version}`,
  })

  async function ask(body: string, signal: AbortSignal, mayRepeat: boolean): Promise<RegistrationOutcome> {
    try {
      const headers = { authorization, ...headersFor(body) }
      return await outcomeOf(await transport({ url: registrationUrl, method: 'POST', headers, body, signal }))
    } catch (error) {
      if (!(error instanceof NotSent)) return { at: 'unknown', cause: errorCode(error) }
      if (!mayRepeat) return { at: 'unreachable', cause: error.code }
      await new Promise((resolve) => setTimeout(resolve, deadlines.pause))
      return ask(body, signal, false)
    }
  }

  return {
    async register(body): Promise<Asked> {
      const deadline = alarm(deadlines.registration, deadlines.late)
      const whole = ask(body, deadline.signal, true).finally(deadline.off)
      const outcome = await Promise.race([whole, deadline.late])
      return outcome === 'late' ? { outcome: { at: 'timeout' }, late: whole } : { outcome }
    },

    async report(event): Promise<ReportOutcome> {
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort(), deadlines.tracking)
      try {
        const request = { url: trackingUrl, method: 'POST', headers: headersFor(event), body: event } as const
        const reply = await transport({ ...request, signal: controller.signal })
        reply.discard()
        return reportOutcomeOf(reply.status, retryAfter(reply, 3_600))
      } catch (error) {
        return { at: 'failed', cause: errorCode(error) }
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** 201 is success; a 4xx is final unless it is about the moment (408, 425, 429); a redirect is never followed. */
function reportOutcomeOf(status: number, seconds: number | undefined): ReportOutcome {
  if (status >= 200 && status < 300) return { at: 'delivered', status }
  const final = status >= 400 && status < 500 && ![408, 425, 429].includes(status)
  if (final) return { at: 'refused', status }
  return { at: 'failed', status, cause: 'status', ...(seconds !== undefined && { retryAfter: seconds }) }
}

/** One timer for both deadlines: first `late` comes true, then it aborts. */
function alarm(ms: number, more: number): { signal: AbortSignal; late: Promise<'late'>; off: () => void } {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => {
      timer = setTimeout(() => controller.abort(), more)
      resolve('late')
    }, ms)
  })
  return { signal: controller.signal, late, off: () => clearTimeout(timer) }
}
