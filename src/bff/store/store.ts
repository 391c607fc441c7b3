/** What the BFF keeps: presses that wait for the service, the outcomes of filled forms, receipts of consent. One
 *  interface; in memory, in SQLite and in PostgreSQL. All times are milliseconds since 1970. Every call rejects when the
 *  storage fails; what has resolved is kept. */

/** A press to be reported. */
export interface NewPress {
  /** The event's JSON, exactly as the service wrote it. */
  event: string
  /** Names the press in the log. */
  reference: string
  /** Names the sealed press: as long as it is kept, the same again is the same press. */
  mark: string
  at: number
}

/** A press that is to be delivered now; nobody else gets it before its lease is over. */
export interface ClaimedPress {
  id: number
  event: string
  reference: string
  /** How often it was tried before. */
  tries: number
}

/** The outcome of one try to deliver a press. */
export interface PressTried {
  id: number
  state: PressState
  tries: number
  /** When it is due again; only for `waiting`. */
  dueAt: number
  at: number
  status: number | undefined
  cause: string | undefined
}

/** `failed`: refused for good or tried too often, and kept for inspection (R-A94). */
export const pressStates = ['waiting', 'delivered', 'failed'] as const
export type PressState = (typeof pressStates)[number]

/** A press as an operator sees it. */
export interface PressRow {
  id: number
  state: PressState
  /** The event's JSON; `null` once it is delivered: it is needed no more. */
  event: string | null
  reference: string
  tries: number
  accepted_at: number
  /** When it is due again. */
  due_at: number
  /** When it was last tried. */
  tried_at: number | null
  /** The service's last status. */
  last_status: number | null
  last_cause: string | null
}

/** How much there is of what. */
export interface Depth {
  waiting: number
  failed: number
  /** When the oldest one that waits was accepted. */
  oldest: number | undefined
}

/** Presses. */
export interface OutboxStore {
  /** Takes a press and gives its id; `known` when the same one is kept already, and then nothing is added. With a lease it is the caller's at once, as if claimed: nobody else gets it for so many milliseconds. */
  add(press: NewPress, lease?: number): Promise<number | 'known'>
  /** Hands out at most `limit` presses that are due, oldest first, each to one caller until its lease is over. */
  claim(now: number, limit: number, lease: number): Promise<ClaimedPress[]>
  /** Stores the outcome of a claimed press. */
  tried(press: PressTried): Promise<void>
  depth(): Promise<Depth>
  /** Rows by ascending id, those after `after` only. */
  list(which: { state?: PressState | undefined; after?: number | undefined; limit: number }): Promise<PressRow[]>
  get(id: number): Promise<PressRow | undefined>
  /** Makes failed ones wait again, as if they had never been tried; says how many. */
  retry(which: readonly number[] | 'all', now: number): Promise<number>
}

/** What stands behind a registration: which words were agreed to, when, where and how. Nothing personal in clear. */
export interface NewReceipt {
  /** A UUID. */
  id: string
  at: number
  /** Names this request in the log and for the voter. */
  reference: string
  /** The version of what was shown, a hash of it; a release before 0.2 named the wording without names and links. */
  wording: string
  /** The wording's language (BCP 47). */
  locale: string
  /** The language of the form around it (BCP 47); `null` where the form has not told, as in release 0.1. */
  screen: string | null
  /** How the form came onto the page: `react`, `element` or `hosted`. */
  door: string | null
  /** The page's path, without query. */
  path: string | null
  /** The partner's name, one of the operator's list; `null` where the form names none, as in release 0.1. */
  partner: string | null
  /** Where the voter came from, as parameters: `utm_source=letter&shift=2`. */
  campaign: string | null
  /** The fields that say yes: `sms_opt_in`, `sms_opt_in_subscriber`. */
  boxes: readonly string[]
  /** The form's version, as it told. */
  form: string | null
  /** The page's origin. */
  site: string
  /** HMAC of the phone number, or none was given. */
  phone: string | null
}

/** A receipt with the outcome of the registration. */
export interface Receipt extends NewReceipt {
  seq: number
  /** The outcome of asking the service; `open` while it is asked, `unknown` when a crash has taken the outcome. */
  outcome: string
  /** The service's status, when it answered. */
  status: number | null
  outcome_at: number | null
}

/** What a form's key meets. */
export type KnownForm =
  /** It was sent and something is known: `outcome` is sealed. */
  | { type: 'settled'; fingerprint: string; outcome: string; until: number }
  /** Someone is sending it right now, at the latest until `lease`. */
  | { type: 'under_way'; fingerprint: string; lease: number }
  /** The process that was sending it is gone: it may have been sent. */
  | { type: 'lost'; fingerprint: string; until: number }

/** Begins a form. */
export interface Beginning {
  key: string
  fingerprint: string
  /** Names this attempt. */
  owner: string
  now: number
  /** When the attempt counts as lost unless it was settled. */
  lease: number
  /** When the key is forgotten. */
  until: number
  receipt: NewReceipt
}

/** Ends a form, or tells more about an ended one. */
export interface Ending {
  key: string
  owner: string
  /** The sealed outcome; `undefined` forgets the key: it may be used again. */
  outcome: string | undefined
  until: number
  /** Without an outcome the service was not asked: the key is free, and the receipt goes. */
  receipt: { id: string; outcome: string | undefined; status: number | null; at: number }
}

/** Filled forms, so that each is sent at most once. */
export interface IdempotencyStore {
  /** Notes key and receipt together, unless the key is known. */
  begin(beginning: Beginning): Promise<{ type: 'begun' } | KnownForm>
  /** What is known of a key; `undefined` when nothing is. */
  look(key: string, now: number): Promise<KnownForm | undefined>
  /** Notes the outcome with the receipt. Does nothing to a key that another attempt has taken since. */
  end(ending: Ending): Promise<void>
}

/** Receipts of consent. */
export interface ReceiptStore {
  /** Ascending by `seq`, those after `after`, of times from `from` up to, not including, `to`. */
  list(which: {
    from?: number | undefined
    to?: number | undefined
    /** Those of one partner only. */
    partner?: string | undefined
    after?: number | undefined
    limit: number
  }): Promise<Receipt[]>
  /** Those with this id or reference; several where a form was sent again under its reference. */
  find(name: string): Promise<Receipt[]>
}

/** What was shown. Never removed: no receipt may outlive it. */
export interface ShownWording {
  version: string
  /** The language that is agreed to (BCP 47). */
  language: string
  /** The blocks of the screen as JSON. */
  text: string
  /** When it was first kept. */
  at: number
}

/** Every text that was shown, once. */
export interface WordingStore {
  /** Keeps it, unless there is one of this version. */
  keep(wording: ShownWording): Promise<void>
  get(version: string): Promise<ShownWording | undefined>
}

/** Until when things are kept: what is older goes. */
export interface Cutoffs {
  now: number
  /** For delivered presses, by when they were last tried. */
  delivered: number
  /** For failed presses, by when they were last tried. */
  failed: number
  /** For receipts, by their time. */
  receipts: number
  /** Receipts that have been `open` since before are `unknown`: no process can be asking for them any more. */
  open: number
}

/** Everything that is kept. */
export interface Store {
  /** Whether what it has taken outlives this process. */
  readonly durable: boolean
  readonly presses: OutboxStore
  readonly forms: IdempotencyStore
  readonly receipts: ReceiptStore
  readonly wordings: WordingStore
  /** Removes what is too old, and settles receipts that nobody will settle; says how much. */
  sweep(
    cutoffs: Cutoffs,
  ): Promise<{ delivered: number; failed: number; forms: number; receipts: number; settled: number }>
  /** Resolves when it can be written to. */
  check(): Promise<void>
  close(): Promise<void>
}
