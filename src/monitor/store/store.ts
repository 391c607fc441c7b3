/** The monitor's store: sites, their turns, every check, their downtime, and notices still to be sent. */
import type { StorageLog } from '../../server/storage/sql.ts'

export interface SiteInput {
  url: string
  description: string
  mustContain?: string | undefined
}

export interface CheckJob {
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
  checkedAt: number
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

export interface CheckFinding {
  site: Pick<CheckJob, 'id' | 'uuid'>
  owner: string
  attempts: readonly Attempt[]
  /** `unknown` changes nothing. */
  verdict: 'up' | 'down' | 'unknown'
  /** The index of the decisive attempt: the first that failed, or the one that succeeded. */
  decisiveIndex: number
  dueAt: number
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

export interface PageRange {
  limit: number
  offset: number
}

export interface ItemPage<Item> {
  count: number
  items: Item[]
}

export interface OutageNotice {
  id: string
  madeAt: number
  body: string
  attempts: number
}

/** The store. Every method rejects while the storage is unavailable. */
export interface MonitorStore {
  /** Sites that are no longer on the list keep their history, which belongs to them again when they return. */
  setSites(sites: readonly SiteInput[], nowMs: number): Promise<void>
  /** Claims due turns, the longest overdue first; no other owner gets them until `expiresAt`, or until they are recorded.
   *  Also returns turns that the owner has claimed but does not know of: the response to that COMMIT was lost.
   *  `claimedIds`: the sites whose turns the owner has. */
  claim(request: {
    owner: string
    nowMs: number
    expiresAt: number
    limit: number
    claimedIds: readonly number[]
  }): Promise<CheckJob[]>
  /** Extends the lease of a turn. `false`: another owner has claimed it. */
  renew(request: { owner: string; site: number; expiresAt: number }): Promise<boolean>
  releaseClaims(owner: string): Promise<void>
  makeDue(url: string, nowMs: number): Promise<boolean>
  /** Records a finding, all of it or nothing. `lost`: another owner has claimed the turn, and nothing was recorded. */
  record(finding: CheckFinding): Promise<'recorded' | 'lost'>

  site(uuid: string, nowMs: number): Promise<StoredSite | undefined>
  sites(range: PageRange, nowMs: number): Promise<ItemPage<StoredSite>>
  sitesDown(range: PageRange, nowMs: number): Promise<ItemPage<StoredSite>>
  /** A site's checks, the newest first; costs the same at any offset. `undefined`: no such site. */
  checks(uuid: string, range: PageRange): Promise<ItemPage<StoredCheck> | undefined>
  /** Downtime of one site or of all, the latest first. `undefined`: no such site. */
  downtime(uuid: string | undefined, range: PageRange): Promise<ItemPage<StoredDowntime> | undefined>

  /** Claims due notices; no other process gets them until `until`. */
  claimNotices(request: { nowMs: number; expiresAt: number; limit: number }): Promise<OutageNotice[]>
  /** Records that a notice was delivered, is to be retried at `due`, or is given up. */
  finishNotice(
    id: string,
    outcome: { type: 'heard' } | { type: 'again'; dueAt: number } | { type: 'given_up' },
  ): Promise<void>
  notices(): Promise<{ waiting: number; abandoned: number }>

  /** Deletes some hundred checks of each site, and notices that were given up. `more`: there are more. */
  deleteOld(cutoffMs: number): Promise<{ removed: number; hasMore: boolean }>
  /** Rejects when the storage is not writable, or soon will not be. */
  check(): Promise<void>
  close(): Promise<void>
}

/** A log line: an event that an operator may have to act on. `url` is a site's; no page and no password is in it. */
export type MonitorLogLine = Parameters<StorageLog>[0] & { url?: string }

export type MonitorLog = (line: MonitorLogLine) => void
