/** Records of a monitor that has watched sites for a while, in memory. */
import { inMemory, openSqlite } from '../../server/storage/sqlite.ts'
import { monitorSchema } from '../store/schema.ts'
import { createSqlStore } from '../store/sql-store.ts'
import type { Attempt, CheckFinding, MonitorStore, SiteInput } from '../store/store.ts'

/** A check to record: what differs from one that succeeded. */
export type RecordedCheck = Partial<Omit<Attempt, 'at'>> & Partial<Pick<CheckFinding, 'verdict'>>

const owner = 'test'

/** Opens a store that lists the sites since `now`. */
export async function openRecords(sites: readonly SiteInput[], now: number): Promise<MonitorStore> {
  const store = createSqlStore(await openSqlite(inMemory, 'owner', { schema: monitorSchema }))
  await store.setSites(sites, now)
  return store
}

/** Records one check of a site; by default it succeeded, or failed where it says `up: false`. */
export async function recordCheck(
  store: MonitorStore,
  url: string,
  at: number,
  check: RecordedCheck = {},
): Promise<void> {
  await store.makeDue(url, at)
  const turns = await store.claim({ owner, nowMs: at, expiresAt: at, limit: 1_000, claimedIds: [] })
  const site = turns.find((turn) => turn.url === url)
  if (site === undefined) throw new Error(`${url} is not on the list.`)
  const { verdict, ...attempt } = {
    up: true,
    ignored: false,
    loadUs: 1_578_655,
    via: 'direct',
    status: 200,
    error: undefined,
    redirects: [],
    ...check,
  }
  const found = verdict ?? (attempt.ignored ? 'unknown' : attempt.up ? 'up' : 'down')
  await store.record({
    site,
    owner,
    attempts: [{ ...attempt, checkedAt: at }],
    verdict: found,
    decisiveIndex: 0,
    dueAt: at + 900_000,
  })
  await store.releaseClaims(owner)
}
