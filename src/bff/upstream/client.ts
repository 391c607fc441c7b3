/** The registration service over HTTP: fixed headers, one deadline for each call, no redirects, no blind repeats. */
import { joinUrl, servicePaths } from '../../contract/routes.ts'
import { version } from '../version.ts'
import { Ending } from './ending.ts'
import { outcomeOf, type RegistrationOutcome } from './outcome.ts'
import { retryAfter } from './retry-after.ts'
import { errorCode, NotSent, type Transport, type TransportRequest } from './transport.ts'
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

  async function ask(body: string, ending: Ending, mayRepeat: boolean): Promise<RegistrationOutcome> {
    try {
      const headers = { authorization, ...headersFor(body) }
      const request = requestOf(registrationUrl, headers, body, ending)
      return await outcomeOf(await transport(request))
    } catch (error) {
      if (!(error instanceof NotSent)) return { type: 'unknown', cause: errorCode(error) }
      if (!mayRepeat) return { type: 'unreachable', cause: error.code }
      await new Promise((resolve) => setTimeout(resolve, deadlines.pause))
      return ask(body, ending, false)
    }
  }

  return {
    register: (body) =>
      new Promise<Asked>((tell, fail) => {
        const ending = new Ending()
        const whole = ask(body, ending, true)
        // One timer for both deadlines: first the voter's page is told, then the call is ended.
        let timer = setTimeout(() => {
          timer = setTimeout(() => ending.end(), deadlines.late)
          tell({ outcome: { type: 'timeout' }, late: whole })
        }, deadlines.registration)
        whole.then(
          (outcome) => {
            clearTimeout(timer)
            tell({ outcome })
          },
          (error: unknown) => {
            clearTimeout(timer)
            fail(error)
          },
        )
      }),

    async report(event): Promise<ReportOutcome> {
      const ending = new Ending()
      const timer = setTimeout(() => ending.end(), deadlines.tracking)
      try {
        const reply = await transport(requestOf(trackingUrl, headersFor(event), event, ending))
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

function requestOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  ending: Ending,
): TransportRequest {
  return {
    url,
    method: 'POST',
    headers,
    body,
    ending,
    get signal() {
      return ending.signal
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
