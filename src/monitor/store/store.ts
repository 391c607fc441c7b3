/** What the monitor remembers: sites, their turns, every check, the times they were down, and notices still to be sent. */

/** A site that is to be watched. */
export interface WantedSite {
  /** An absolute `http:` or `https:` address, as the URL standard writes it. */
  url: string
  /** For example `MA Online Voter Registration`. */
  description: string
  /** A text that must be in the page. */
  mustContain?: string | undefined
}

/** A site whose turn it is. Nobody else has it until `until`. */
export interface Turn {
  id: number
  uuid: string
  url: string
  host: string
  description: string
  mustContain: string | undefined
  /** `undefined` before the first check. */
  up: boolean | undefined
}

/** One attempt to reach a site, as it is kept. Times are milliseconds since 1970. */
export interface Attempt {
  at: number
  up: boolean
  /** Nothing was concluded from it. */
  ignored: boolean
  /** Microseconds. */
  loadUs: number
  /** The name of the way it took, without a password. */
  via: string
  status: number | undefined
  error: string | undefined
  /** Where it was sent on to, in order. */
  redirects: readonly string[]
}

/** What was found out about a site in its turn. */
export interface Finding {
  site: Pick<Turn, 'id' | 'uuid'>
  /** Who had the turn. */
  owner: string
  attempts: readonly Attempt[]
  /** `unknown` leaves everything as it was. */
  verdict: 'up' | 'down' | 'unknown'
  /** Which attempt tells: the first that failed, or the one that succeeded. */
  telling: number
  /** When it is due again. */
  due: number
}

/** A check as it is read. */
export interface StoredCheck extends Omit<Attempt, 'via'> {
  uuid: string
  site: string
  /** A UUID. */
  proxy: string
}

/** A site as it is read. */
export interface StoredSite {
  uuid: string
  url: string
  description: string
  up: boolean | undefined
  changedAt: number | undefined
  wentDown: StoredCheck | undefined
  wentUp: StoredCheck | undefined
  /** When it was last asked. */
  checkedAt: number | undefined
  /** Shares of 1, 7, 30 and 90 days until the moment asked for; `undefined` before the first check. */
  shares: readonly [number, number, number, number] | undefined
}

/** A time in which a site was down. */
export interface StoredDowntime {
  uuid: string
  site: string
  downCheck: StoredCheck
  /** `undefined` while it lasts. */
  upCheck: StoredCheck | undefined
}

/** What is left of the checks of one day (UTC), after they were removed. */
export interface StoredDay {
  /** `YYYY-MM-DD`. */
  day: string
  checks: number
  failed: number
  /** The mean of those that succeeded, in seconds; `undefined` when none did. */
  loadTime: number | undefined
}

/** A part of a list. */
export interface Place {
  limit: number
  offset: number
}

/** A part of a list, and how long all of it is. */
export interface Part<Item> {
  count: number
  items: Item[]
}

/** A message that a webhook has still to hear. */
export interface Notice {
  id: string
  madeAt: number
  /** JSON text. */
  body: string
  /** How often it was tried. */
  tries: number
}

/** Remembers. Every method rejects when the storage cannot be used at present. */
export interface Store {
  /** Makes the list of sites this one. Sites that are not on it any more are asked and shown no longer; their history stays,
   *  and is theirs again when they come back. */
  setSites(wanted: readonly WantedSite[], now: number): Promise<void>
  /** Gives turns that are due, the longest overdue first; nobody else gets them until `until`, or until they are recorded.
   *  Those that the owner has claimed and does not know of are given again: the answer to that COMMIT was lost.
   *  `inHand`: the ids of the sites whose turns the owner has. */
  claim(ask: { owner: string; now: number; until: number; limit: number; inHand: readonly number[] }): Promise<Turn[]>
  /** Keeps a turn longer. `false`: somebody else has it. */
  renew(ask: { owner: string; site: number; until: number }): Promise<boolean>
  /** Gives turns back unused. */
  giveBack(owner: string): Promise<void>
  /** Makes a site due now. `false`: there is none with this address. */
  makeDue(url: string, now: number): Promise<boolean>
  /** Keeps what was found out, all of it or nothing. `lost`: the turn had gone to somebody else, and nothing was kept. */
  record(finding: Finding): Promise<'recorded' | 'lost'>

  /** One site, with shares until `now`. */
  site(uuid: string, now: number): Promise<StoredSite | undefined>
  /** All sites, the newest first. */
  sites(place: Place, now: number): Promise<Part<StoredSite>>
  /** The sites that are down, the latest outage first. */
  sitesDown(place: Place, now: number): Promise<Part<StoredSite>>
  /** A site's checks, the newest first; costs the same at any offset. `undefined`: no such site. */
  checks(uuid: string, place: Place): Promise<Part<StoredCheck> | undefined>
  /** Downtime of one site or of all, the latest first. `undefined`: no such site. */
  downtime(uuid: string | undefined, place: Place): Promise<Part<StoredDowntime> | undefined>
  /** What is left of removed checks, the newest first. */
  days(uuid: string): Promise<StoredDay[]>

  /** Gives notices that are due; nobody else gets them until `until`. */
  claimNotices(ask: { now: number; until: number; limit: number }): Promise<Notice[]>
  /** A notice was heard, is to be tried again at `due`, or is given up. */
  settleNotice(
    id: string,
    end: { type: 'heard' } | { type: 'again'; due: number } | { type: 'given_up' },
  ): Promise<void>
  /** How many notices wait, and how many were given up. */
  notices(): Promise<{ waiting: number; givenUp: number }>

  /** Removes checks before a time, at most some hundred of each site, after adding them to their day; notices that were
   *  given up before it go too. `more`: there are more. */
  sweep(before: number): Promise<{ removed: number; more: boolean }>
  /** Rejects when the storage cannot be written to, or soon cannot be any more. */
  check(): Promise<void>
  close(): Promise<void>
}
