/** The outbox: accepts click reports and delivers them to the service (R-A07, R-A94). */
import type { Depth, ReceiptClick } from '../store/store.ts'
import type { ReportOutcome } from '../upstream/upstream.ts'

/** Makes one attempt to deliver an event's JSON to the service, within `deadline` milliseconds if given. Never throws. */
export type Deliver = (event: string, deadline?: number) => Promise<ReportOutcome>

export interface Report {
  event: string
  reference: string
  /** The click token as the page sent it: identifies duplicates. */
  clickToken: string
  click: ReceiptClick
}

export type Accepted =
  /** Stored, to be delivered, or already delivered, failed or unknown. */
  | { type: 'accepted' }
  /** Not stored: it is lost unless the page retries. */
  | { type: 'unavailable'; retryAfter: number }

export interface Outbox {
  /** Never rejects. */
  accept(report: Report): Promise<Accepted>
  /** Rejects when the depth is unknown. */
  depth(): Promise<Depth>
  /** Delivers what is due, for `ms` milliseconds at most, and nothing after that: the next process has what is on disk. */
  drain(ms: number): Promise<void>
}

/** The final result of a click report, for the metrics. `failed`: it is lost unless the page or the operator sends it again.
 *  `unknown`: it was sent, and the service did not respond. */
export type ClickResult = 'delivered' | 'rejected' | 'failed' | 'unknown'

/** Maximum number of delivery attempts for a click report: two days at least, three on average. */
export const maxAttempts = 600

/** How often a report may be sent without an answer: the second time is the last, since each may have counted. */
export const maxUnanswered = 2

/** The pause before a report is sent again that got no answer, in milliseconds. */
export const unansweredPauseMs = 900_000

/** Maximum honored `Retry-After` of the service, in seconds. */
const maxRetryAfter = 3_600

/** The longest backoff, in milliseconds. */
const longestBackoff = 600_000

/** Returns the maximum backoff before the next attempt, in milliseconds: 1 s, 2 s, 4 s … up to ten minutes. */
export function getMaxBackoff(attempts: number): number {
  return Math.min(longestBackoff, 1000 * 2 ** (attempts - 1))
}

/** Returns the backoff in milliseconds: a random part of the maximum, so that reports that failed together are not retried
 *  together; at least half of it once it is the longest, and not sooner than the service asks (`retryAfter`, in seconds). */
export function getBackoff(attempts: number, random: () => number, retryAfter: number | undefined): number {
  const requestedMs = Math.min(maxRetryAfter, retryAfter ?? 0) * 1000
  const maxMs = getMaxBackoff(attempts)
  const minMs = maxMs === longestBackoff ? maxMs / 2 : 0
  return Math.max(requestedMs, Math.floor(minMs + random() * (maxMs - minMs)))
}
