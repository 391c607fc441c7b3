/** The outcome of an attempt to register. */
import type { LimitName } from '../middleware/rate-limiter.ts'
import type { RegistrationOutcome } from '../upstream/outcome.ts'

/** The outcome of an attempt before the service's answer is sealed for the page. */
export type UnsealedOutcome =
  | RegistrationOutcome
  /** Not asked: a limit was reached. `retryAfter` in seconds. */
  | { type: 'limited'; limit: LimitName; retryAfter: number }
  /** Not asked: the page has a version of the form that is no longer taken. */
  | { type: 'form_too_old' }

/** The outcome of an attempt, as it is kept for a repeat. */
export type Outcome =
  | Exclude<UnsealedOutcome, { type: 'answered' }>
  /** Holds links that open a voter's record: in memory, or sealed in a store, for 15 minutes. `text` is the sealed answer as
   *  JSON, without its reference; `since` is our clock, in milliseconds, when it came: to count down what expires. */
  | { type: 'answered'; text: string; since: number }
  /** It was sent before, or may have been, and nothing more is known. */
  | { type: 'forgotten' }

/** Whether the service has the registration, or may have it: only then is a repeat kept from it. What was refused or
 *  certainly not sent may be sent again under the same key. */
export function mayHaveBeenSent({ type }: UnsealedOutcome | Outcome): boolean {
  return type === 'answered' || type === 'unknown' || type === 'timeout' || type === 'forgotten'
}

/** What the receipt of consent says of an outcome; `undefined` when the service was not asked: then there is no receipt. */
export function receiptWord({ type }: Outcome): string | undefined {
  return receiptWords[type]
}

const receiptWords: Readonly<Record<Outcome['type'], string | undefined>> = {
  answered: 'answered',
  refused: 'refused',
  misunderstood: 'misunderstood',
  unwelcome: 'unwelcome',
  busy: 'busy',
  unknown: 'unknown',
  timeout: 'timeout',
  forgotten: 'unknown',
  overloaded: undefined,
  paused: undefined,
  unreachable: undefined,
  limited: undefined,
  form_too_old: undefined,
}

/** The service's status; `undefined` when it gave none. */
export function statusOf(outcome: Outcome): number | undefined {
  if (outcome.type === 'answered') return 200
  if (outcome.type === 'refused') return 400
  return 'status' in outcome ? outcome.status : undefined
}
