/** The registration service as the BFF sees it. */
import type { RegistrationOutcome } from './outcome.ts'

/** The outcome of a registration within its time, and what may still come of it. */
export interface Asked {
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

/** The service. Neither call ever throws. */
export interface Upstream {
  /** Sends a registration, at most once; again only when nothing had gone out. `body` is the request as JSON. */
  register(body: string): Promise<Asked>
  /** Tries once to deliver a button's event. `event` is the event's JSON, exactly as the service wrote it. */
  report(event: string): Promise<ReportOutcome>
}
