/** What the BFF counts. Labels are words from our own lists, never anything that a person typed. */

/** Takes counts. A host that has no metrics leaves it out; the node door brings one for Prometheus. Must not throw. */
export interface Meter {
  /** A registration was answered: `answered`, `refused`, `not_sent` or `may_have_been_sent`, with the problem's code or `ok`, the voter's
   *  state or `none`, and the partner where the form names one of the operator's list. */
  registration: (labels: { outcome: string; code: string; state: string; partner?: string | undefined }) => void
  /** The outcome of a press: `accepted`, `invalid`, `full`, later `delivered`, `refused`, `failed` or `undecided`. */
  press: (fate: string) => void
  /** The service was asked. `outcome` as in {@link ServiceOutcome} and {@link ReportOutcome}. */
  upstream: (call: 'registration' | 'event', outcome: string, seconds: number) => void
  /** A request was answered. `route` is a path of the contract or `other`, `method` one of ours or `other`. A meter of a host's own may
   *  do without. */
  request?: (labels: { route: string; method: string; status: number }, seconds: number) => void
  /** A limit was hit; by its name in {@link limitNames}. */
  limited: (limit: string) => void
  /** The service's answer departs from its specification. */
  drift: (name: string) => void
  /** Registers something whose present value is read when metrics are asked for. */
  gauge: (name: GaugeName, read: () => Promise<number>) => void
}

export type GaugeName =
  /** 0 closed, 1 half-open, 2 open. */
  | 'breaker_state'
  | 'upstream_in_flight'
  | 'upstream_queued'
  | 'outbox_waiting'
  | 'outbox_failed'
  | 'outbox_undecided'
  /** Seconds since the oldest waiting press was accepted. */
  | 'outbox_oldest_seconds'
  /** 1 when `GET /readyz` answers 200, else 0. */
  | 'ready'
  /** 1 when the storage can be written, else 0. */
  | 'storage_ready'
