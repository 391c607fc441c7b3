/** Takes reports of presses and sees that they reach the service (R-A07, R-A94). */
import type { Depth } from '../store/store.ts'
import type { ReportOutcome } from '../upstream/client.ts'

/** Tries once to deliver an event's JSON to the service. Never throws. */
export type Deliver = (event: string) => Promise<ReportOutcome>

/** A report of a press. */
export interface Report {
  /** The event's JSON exactly as the service wrote it. */
  event: string
  /** Names the press in the log. */
  reference: string
  /** The sealed press as the page sent it: tells a press that came twice. */
  press: string
}

/** What comes of handing a report in. */
export type Accepted =
  /** It is kept, and will be delivered at least once or kept as failed; or it is delivered already. */
  | { type: 'accepted' }
  /** It could be neither kept nor delivered: it is lost unless the page tries again. */
  | { type: 'unavailable'; retryAfter: number }
  /** The service will not take it, however often it is tried (R-A92), and there is nowhere to keep it. */
  | { type: 'refused' }

/** An outbox. */
export interface Outbox {
  /** Never rejects. */
  accept(report: Report): Promise<Accepted>
  /** Rejects when it cannot be known. */
  depth(): Promise<Depth>
  /** Delivers what is due; returns when nothing is any more or `ms` milliseconds have passed. Then nothing is delivered
   *  any more; what an outbox has kept on disk waits for the next process. */
  drain(ms: number): Promise<void>
}
