/** The BFF's store, in memory, SQLite and PostgreSQL: click reports, outcomes of forms, receipts of consent. Times are
 *  milliseconds since 1970. Every call rejects when the storage fails; once it has resolved, the data is stored. */
import * as z from 'zod/mini'

export interface NewClick {
  /** The event's JSON, exactly as the service wrote it. */
  event: string
  reference: string
  /** A hash of the click token: while it is stored, another click with this hash is a duplicate. */
  tokenHash: string
  acceptedAt: number
  /** The clicked button and the receipt that records it. */
  click: ReceiptClick
}

export interface ReceiptClick {
  receipt: string
  button: 'primary' | 'other'
}

/** A click report to deliver now; no other process gets it before its lease expires. */
export const ClaimedClick = z.object({
  id: z.number(),
  event: z.string(),
  reference: z.string(),
  attempts: z.number(),
  /** Number of attempts that were sent and got no response. */
  unanswered: z.number(),
})
export type ClaimedClick = z.infer<typeof ClaimedClick>

export interface ClickAttempt {
  id: number
  state: ClickState
  attempts: number
  unanswered: number
  nextAttemptAt: number
  attemptedAt: number
  status: number | undefined
  cause: string | undefined
}

/** `failed`: rejected permanently or attempted too often, and retained for inspection (R-A94). `unknown`: sent twice without
 *  a response, and retained likewise. */
export const clickStates = ['waiting', 'delivered', 'failed', 'unknown'] as const
export type ClickState = (typeof clickStates)[number]

export const ClickRow = z.object({
  id: z.number(),
  state: z.enum(clickStates),
  /** The event's JSON; `null` once it is delivered and no longer needed. */
  event: z.nullable(z.string()),
  reference: z.string(),
  attempts: z.number(),
  accepted_at: z.number(),
  next_attempt_at: z.number(),
  last_attempt_at: z.nullable(z.number()),
  last_status: z.nullable(z.number()),
  last_cause: z.nullable(z.string()),
})
export type ClickRow = z.infer<typeof ClickRow>

export interface Depth {
  waiting: number
  failed: number
  unknown: number
  /** When the oldest waiting click was accepted. */
  oldestAt: number | undefined
}

export interface OutboxStore {
  /** Adds a click and returns its id; `duplicate` when it is already stored, and then nothing is added. With a lease,
   *  in milliseconds, the caller claims it: no other process gets it before the lease expires. */
  add(click: NewClick, lease?: number): Promise<number | 'duplicate'>
  /** Claims at most `limit` due clicks, oldest first, each for one caller until its lease expires. */
  claim(time: number, limit: number, lease: number): Promise<ClaimedClick[]>
  recordAttempt(attempt: ClickAttempt): Promise<void>
  depth(): Promise<Depth>
  /** Returns rows by ascending id, only those after `after`. */
  list(filter: { state?: ClickState | undefined; after?: number | undefined; limit: number }): Promise<ClickRow[]>
  get(id: number): Promise<ClickRow | undefined>
  /** Makes waiting clicks due now, but for those whose last attempt got no answer; returns how many. */
  makeDue(time: number): Promise<number>
  /** Makes failed clicks wait again, with no attempts counted; returns how many. Those with an unknown outcome only by their ids. */
  retry(ids: readonly number[] | 'all', time: number): Promise<number>
}

/** Receipt of consent for a registration: which text was agreed to, when, where and how. No personal data in clear text. */
export const NewReceipt = z.object({
  id: z.string(),
  created_at: z.number(),
  reference: z.string(),
  /** The version of the shown text, a hash of it. */
  wording_version: z.string(),
  locale: z.string(),
  /** The language of the form around it (BCP 47); `null` when the form does not report it. */
  form_language: z.nullable(z.string()),
  /** How the form is embedded: `react`, `element` or `hosted`. */
  embed: z.nullable(z.string()),
  path: z.nullable(z.string()),
  /** The partner's name, one of the operator's list; `null` when the form names none. */
  partner: z.nullable(z.string()),
  /** Where the voter came from, as parameters: `utm_source=letter&shift=2`. */
  campaign: z.nullable(z.string()),
  /** The checked opt-in fields: `sms_opt_in`, `sms_opt_in_subscriber`. */
  opt_ins: z.pipe(
    z.string(),
    z.transform((text) => text.split(',')),
  ),
  form_version: z.nullable(z.string()),
  site: z.string(),
  /** HMAC of the phone number; `null` when none was given. */
  phone_hmac: z.nullable(z.string()),
  state: z.nullable(z.string()),
})
export type NewReceipt = z.infer<typeof NewReceipt>

export const Receipt = z.extend(NewReceipt, {
  seq: z.number(),
  /** The outcome of the call to the service; `open` while it is in flight, `unknown` when a crash has lost it. */
  outcome: z.string(),
  /** The service's status, when it answered. */
  upstream_status: z.nullable(z.number()),
  outcome_at: z.nullable(z.number()),
  /** Which buttons of the answer were clicked: `primary`, `other` or `both`; `null` for none. */
  clicked: z.nullable(z.string()),
})
export type Receipt = z.infer<typeof Receipt>

export type KnownForm =
  /** It was sent, and its encrypted outcome is stored. */
  | { type: 'settled'; fingerprint: string; outcome: string; expiresAt: number }
  /** A process is sending it right now, until `lease` at the latest. */
  | { type: 'under_way'; fingerprint: string; lease: number }
  /** The process that was sending it has ended: it may have been sent. */
  | { type: 'lost'; fingerprint: string; expiresAt: number }

export interface AttemptStart {
  key: string
  fingerprint: string
  owner: string
  startedAt: number
  /** When the attempt counts as lost, unless it was settled. */
  lease: number
  expiresAt: number
  receipt: NewReceipt
}

export interface AttemptResult {
  key: string
  owner: string
  /** The encrypted outcome; `undefined` frees the key, which may be used again. */
  outcome: string | undefined
  expiresAt: number
  /** Without an outcome nothing was sent: the key is freed, and the receipt deleted. */
  receipt: { id: string; outcome: string | undefined; status: number | null; finishedAt: number }
}

export interface IdempotencyStore {
  /** Stores key and receipt together, unless the key is known. */
  startAttempt(start: AttemptStart): Promise<{ type: 'begun' } | KnownForm>
  find(key: string, time: number): Promise<KnownForm | undefined>
  /** Stores the outcome with the receipt. Does not change a key that another attempt has claimed since. */
  finishAttempt(result: AttemptResult): Promise<void>
}

/** The columns of receipts that can be counted, by their names for operators. */
export const countedColumns = {
  partner: 'partner',
  state: 'state',
  embed: 'embed',
  language: 'form_language',
  outcome: 'outcome',
  clicked: 'clicked',
} as const satisfies Record<string, keyof Receipt>

/** A number of receipts that have these values, `null` for none, in the order that was asked for. */
export interface Counted {
  values: (string | null)[]
  count: number
}

export interface ReceiptStore {
  /** Returns receipts by ascending `seq`, only those after `after`, with times from `from` up to, not including, `to`. */
  list(filter: {
    from?: number | undefined
    to?: number | undefined
    partner?: string | undefined
    after?: number | undefined
    limit: number
  }): Promise<Receipt[]>
  /** Counts receipts from `from` until before `to` by at most two names: {@link countedColumns}, or a campaign parameter. */
  count(filter: { from: number; to: number; by: readonly string[]; outcome?: string | undefined }): Promise<Counted[]>
  /** Returns those with this id, reference or HMAC of a phone number; several when a form was sent again. */
  find(name: string): Promise<Receipt[]>
  /** Takes the HMAC of a phone number off all receipts; returns how many had it. */
  forget(phone: string): Promise<number>
}

/** A consent text that was shown. Never deleted: no receipt may outlive it. */
export const StoredWording = z.object({
  version: z.string(),
  language: z.string(),
  text: z.string(),
  created_at: z.number(),
})
export type StoredWording = z.infer<typeof StoredWording>

export interface WordingStore {
  /** Stores it, unless this version is already stored. */
  keep(wording: StoredWording): Promise<void>
  get(version: string): Promise<StoredWording | undefined>
}

/** Store of the rate limits' counts by name: a keyed hash, never an address, phone number or mailbox. A count ends with its window. */
export interface CountStore {
  /** Whether other processes read these counts. */
  readonly isShared: boolean
  /** Returns counts in the order of the names; 0 for one without a window. */
  read(names: readonly string[], time: number): Promise<number[]>
  /** Adds to a count; the first addition sets the end of its window. */
  add(name: string, window: { amount: number; time: number; expiresAt: number }): Promise<void>
  /** Reserves a name until a time. @returns false when it is reserved already */
  claim(name: string, window: { time: number; expiresAt: number }): Promise<boolean>
}

/** Retention cutoffs: older rows are deleted. */
export interface Cutoffs {
  time: number
  delivered: number
  failed: number
  receipts: number
  /** Receipts `open` since before this time become `unknown`: no process can be waiting for them any more. */
  open: number
}

export interface Store {
  readonly clicks: OutboxStore
  readonly forms: IdempotencyStore
  readonly receipts: ReceiptStore
  readonly wordings: WordingStore
  readonly counts: CountStore
  /** Deletes what is too old, and settles receipts that no process will settle; returns the counts. */
  sweep(
    cutoffs: Cutoffs,
  ): Promise<{ delivered: number; failed: number; forms: number; receipts: number; settled: number }>
  /** Resolves when the store is writable. */
  check(): Promise<void>
  close(): Promise<void>
}
