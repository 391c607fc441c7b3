/** The monitor's store: sites, their turns, every check, their downtime, and notices still to be sent. */
import type { StorageLog } from '../../server/storage/sql.ts'

export interface WantedSite {
  url: string
  description: string
  mustContain?: string | undefined
}

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

/** One attempt to reach a site, as stored. Times are milliseconds since 1970. */
export interface Attempt {
  at: number
  up: boolean
  /** Nothing was concluded from it. */
  ignored: boolean
  loadUs: number
  /** The name of its egress route, without a password. */
  via: string
  status: number | undefined
  error: string | undefined
  redirects: readonly string[]
}

export interface Finding {
  site: Pick<Turn, 'id' | 'uuid'>
  owner: string
  attempts: readonly Attempt[]
  /** `unknown` changes nothing. */
  verdict: 'up' | 'down' | 'unknown'
  /** The index of the decisive attempt: the first that failed, or the one that succeeded. */
  telling: number
  due: number
}

export interface StoredCheck extends Omit<Attempt, 'via'> {
  uuid: string
  site: string
  proxy: string
}

export interface StoredSite {
  uuid: string
  url: string
  description: string
  up: boolean | undefined
  changedAt: number | undefined
  wentDown: StoredCheck | undefined
  wentUp: StoredCheck | undefined
  firstCheckAt: number | undefined
  checkedAt: number | undefined
  /** Uptime ratios of 1, 7, 30 and 90 days until the requested time; `undefined` before the first check. */
  uptimeRatios: readonly [number, number, number, number] | undefined
}

export interface StoredDowntime {
  uuid: string
  site: string
  downCheck: StoredCheck
  upCheck: StoredCheck | undefined
}

export interface Place {
  limit: number
  offset: number
}

export interface Part<Item> {
  count: number
  items: Item[]
}

export interface Notice {
  id: string
  madeAt: number
  body: string
  tries: number
}

/** The store. Every method rejects while the storage is unavailable. */
export interface Store {
  /** Sites that are no longer on the list keep their history, which belongs to them again when they return. */
  setSites(wanted: readonly WantedSite[], now: number): Promise<void>
  /** Claims due turns, the longest overdue first; no other owner gets them until `until`, or until they are recorded.
   *  Also returns turns that the owner has claimed but does not know of: the response to that COMMIT was lost.
   *  `inHand`: the ids of the sites whose turns the owner has. */
  claim(ask: { owner: string; now: number; until: number; limit: number; inHand: readonly number[] }): Promise<Turn[]>
  /** Extends the lease of a turn. `false`: another owner has claimed it. */
  renew(ask: { owner: string; site: number; until: number }): Promise<boolean>
  giveBack(owner: string): Promise<void>
  makeDue(url: string, now: number): Promise<boolean>
  /** Records a finding, all of it or nothing. `lost`: another owner has claimed the turn, and nothing was recorded. */
  record(finding: Finding): Promise<'recorded' | 'lost'>

  site(uuid: string, now: number): Promise<StoredSite | undefined>
  sites(place: Place, now: number): Promise<Part<StoredSite>>
  sitesDown(place: Place, now: number): Promise<Part<StoredSite>>
  /** A site's checks, the newest first; costs the same at any offset. `undefined`: no such site. */
  checks(uuid: string, place: Place): Promise<Part<StoredCheck> | undefined>
  /** Downtime of one site or of all, the latest first. `undefined`: no such site. */
  downtime(uuid: string | undefined, place: Place): Promise<Part<StoredDowntime> | undefined>

  /** Claims due notices; no other process gets them until `until`. */
  claimNotices(ask: { now: number; until: number; limit: number }): Promise<Notice[]>
  /** Records that a notice was delivered, is to be retried at `due`, or is given up. */
  settleNotice(
    id: string,
    end: { type: 'heard' } | { type: 'again'; due: number } | { type: 'given_up' },
  ): Promise<void>
  notices(): Promise<{ waiting: number; givenUp: number }>

  /** Deletes some hundred checks of each site, and notices that were given up. `more`: there are more. */
  sweep(before: number): Promise<{ removed: number; more: boolean }>
  /** Rejects when the storage is not writable, or soon will not be. */
  check(): Promise<void>
  close(): Promise<void>
}

/** A log line: an event that an operator may have to act on. `url` is a site's; no page and no password is in it. */
export type LogLine = Parameters<StorageLog>[0] & { url?: string }

export type Log = (line: LogLine) => void
