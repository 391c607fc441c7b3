/** Takes reports of presses and sees that they reach the service (R-A07, R-A94). */
import type { LogLine } from '../observability/log.ts'
import { shortHash } from '../short-hash.ts'
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
  /** When the sealed press can be opened no more, in milliseconds since 1970: until then it counts once. */
  until: number
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

/** How often a press is tried at most. */
export const maxTries = 8

/** The longest that a service's `Retry-After` is obeyed, in seconds. */
const maxRetryAfter = 3_600

/** The most milliseconds before another try: 1 s, 2 s, 4 s … up to five minutes. */
export function maxBackoff(tries: number): number {
  return Math.min(300_000, 1000 * 2 ** (tries - 1))
}

/**
 * The milliseconds before the next try: a random part of the longest pause (full jitter, so that many who failed at the
 * same moment do not come back at the same moment), and not sooner than the service asks.
 *
 * @param tries how often it has been tried
 * @param retryAfter seconds, as the service said
 */
export function backoffAfter(tries: number, random: () => number, retryAfter: number | undefined): number {
  const wish = Math.min(maxRetryAfter, retryAfter ?? 0) * 1000
  return Math.max(wish, Math.floor(random() * maxBackoff(tries)))
}

/** What the log says of a try to deliver a press, whatever the outcome: never the event. */
export function reportLine(
  { event, reference }: { event: string; reference: string },
  outcome: ReportOutcome,
  tries: number,
): Partial<LogLine> {
  return {
    reference,
    tries,
    outcome: outcome.type,
    event_hash: shortHash(event),
    ...(outcome.status !== undefined && { upstream_status: outcome.status }),
    ...(outcome.type === 'failed' && { cause: outcome.cause }),
  }
}
