/** The store in a database: SQLite in a folder, or PostgreSQL. */
import { openDatabase, type StorageLocation } from '../../server/storage/open.ts'
import type { Database, Value } from '../../server/storage/sql.ts'
import { downtimeUntil, windows } from '../uptime-ratio.ts'
import { type CreateNotice, recordFinding } from './record-checks.ts'
import { createUuid, toCheckJob, toStoredCheck, toStoredDowntime, toStoredSite } from './rows.ts'
import { monitorSchema } from './schema.ts'
import type { ItemPage, MonitorLog, MonitorStore, PageRange, SiteInput, StoredSite } from './store.ts'

/** Timeout of a query in milliseconds; uptime ratios over a long history take long. */
const queryTimeoutMs = 10_000

/** For an `owner`, an unreachable PostgreSQL is no error; `visitor` is a command beside it. @throws DatabaseError without a password */
export async function openStore(
  location: StorageLocation,
  role: 'owner' | 'visitor',
  { createNotice, log }: { createNotice?: CreateNotice; log?: MonitorLog } = {},
): Promise<MonitorStore> {
  return createSqlStore(
    await openDatabase(location, role, { schema: monitorSchema, queryTimeout: queryTimeoutMs, log }),
    createNotice,
  )
}

export function createSqlStore(database: Database, createNotice: CreateNotice = () => undefined): MonitorStore {
  return {
    setSites: (sites, nowMs) => setSites(database, sites, nowMs),
    claim: async ({ owner, nowMs, expiresAt, limit, claimedIds }) => {
      const claimedRows = `SELECT r.id FROM ${database.records({ id: 'number' })}`
      const rows = await database.transaction(async (sql) => {
        const turns = await sql.query(
          `UPDATE monitor_schedule SET lease_owner = $2, lease_until = $3, recheck = 0 WHERE site IN (SELECT site FROM monitor_schedule
             WHERE due_at <= $4 AND (lease_until <= $4 OR lease_owner = $2) AND site NOT IN (${claimedRows})
             ORDER BY due_at LIMIT $5 ${database.skipLocked}) RETURNING site AS id`,
          [JSON.stringify(claimedIds.map((id) => ({ id }))), owner, expiresAt, nowMs, limit],
        )
        if (turns.length === 0) return []
        return sql.query(
          `SELECT s.id, s.uuid, s.url, s.host, s.description, s.must_contain, s.is_up
           FROM monitor_site s JOIN monitor_schedule t ON t.site = s.id
           WHERE s.id IN (SELECT r.id FROM ${database.records({ id: 'number' })}) ORDER BY t.due_at, s.id`,
          [JSON.stringify(turns)],
        )
      })
      return rows.map(toCheckJob)
    },
    renew: async ({ owner, site, expiresAt }) => {
      const statement = 'UPDATE monitor_schedule SET lease_until = $1 WHERE site = $2 AND lease_owner = $3'
      return (await database.run(statement, [expiresAt, site, owner])) > 0
    },
    releaseClaims: async (owner) => {
      const statement = 'UPDATE monitor_schedule SET lease_owner = NULL, lease_until = 0 WHERE lease_owner = $1'
      await database.run(statement, [owner])
    },
    makeDue: async (url, nowMs) => {
      const statement = `UPDATE monitor_schedule SET due_at = $1, recheck = 1 WHERE site = (SELECT id FROM monitor_site WHERE uuid = $2
        AND is_listed = 1)`
      return (await database.run(statement, [nowMs, createUuid('site', url)])) > 0
    },
    record: (finding) => recordFinding(database, finding, createNotice),

    site: async (uuid, nowMs) =>
      (await selectSites(database, nowMs, { where: 's.uuid = $6', values: [uuid], order: 's.id' }))[0],
    sites: (range, nowMs) => getSitePage(database, nowMs, { ...range, where: 'true', order: 's.id DESC' }),
    sitesDown: (range, nowMs) =>
      getSitePage(database, nowMs, { ...range, where: 's.is_up = 0', order: 's.changed_at DESC, s.id DESC' }),
    checks: async (uuid, { limit, offset }) => {
      const [turn] = await database.query(
        `SELECT t.site, t.first_check, t.last_check FROM monitor_schedule t JOIN monitor_site s ON s.id = t.site
         WHERE s.uuid = $1 AND s.is_listed = 1`,
        [uuid],
      )
      if (turn === undefined) return undefined
      const [first, last] = [Number(turn.first_check), Number(turn.last_check)]
      const newest = last - offset
      const rows = await database.query(
        'SELECT * FROM monitor_check WHERE site = $1 AND number BETWEEN $2 AND $3 ORDER BY number DESC',
        [Number(turn.site), Math.max(first, newest - limit + 1), newest],
      )
      return { count: last - first + 1, items: rows.map((row) => toStoredCheck(row, uuid)) }
    },
    downtime: (uuid, range) =>
      uuid === undefined ? getAllDowntime(database, range) : getSiteDowntime(database, uuid, range),

    claimNotices: async ({ nowMs, expiresAt, limit }) => {
      const rows = await database.returning(
        `UPDATE monitor_notice SET lease_until = $1, attempts = attempts + 1 WHERE id IN (SELECT id FROM monitor_notice
             WHERE is_failed = 0 AND due_at <= $2 AND lease_until <= $2 ORDER BY due_at, created_at LIMIT $3 ${database.skipLocked})
           RETURNING id, created_at, body, attempts`,
        [expiresAt, nowMs, limit],
      )
      return rows
        .map((row) => ({
          id: String(row.id),
          madeAt: Number(row.created_at),
          body: String(row.body),
          attempts: Number(row.attempts),
        }))
        .sort((a, b) => a.madeAt - b.madeAt)
    },
    finishNotice: async (id, outcome) => {
      if (outcome.type === 'heard') await database.run('DELETE FROM monitor_notice WHERE id = $1', [id])
      else if (outcome.type === 'given_up')
        await database.run('UPDATE monitor_notice SET is_failed = 1 WHERE id = $1', [id])
      else
        await database.run('UPDATE monitor_notice SET lease_until = 0, due_at = $1 WHERE id = $2', [outcome.dueAt, id])
    },
    notices: async () => {
      const rows = await database.query('SELECT is_failed, count(*) AS many FROM monitor_notice GROUP BY is_failed')
      const countNotices = (failed: number) => Number(rows.find((row) => Number(row.is_failed) === failed)?.many ?? 0)
      return { waiting: countNotices(0), abandoned: countNotices(1) }
    },

    deleteOld: (cutoffMs) => deleteOldChecks(database, cutoffMs),
    check: () => database.check(),
    close: () => database.close(),
  }
}

/** The due time of a site that is not on the list: never. */
const never = 8_640_000_000_000_000

async function setSites(database: Database, siteInputs: readonly SiteInput[], nowMs: number): Promise<void> {
  const sites = siteInputs.map(({ url, description, mustContain }) => ({
    uuid: createUuid('site', url),
    url,
    host: new URL(url).host,
    description,
    must_contain: mustContain ?? null,
  }))
  const records = database.records({
    uuid: 'text',
    url: 'text',
    host: 'text',
    description: 'text',
    must_contain: 'text',
  })
  const json = JSON.stringify(sites)
  await database.transaction(async (sql) => {
    // In list order, so the last site is the newest; without WHERE, SQLite would parse ON as part of a join.
    await sql.run(
      `INSERT INTO monitor_site (uuid, url, host, description, must_contain, is_listed)
       SELECT r.uuid, r.url, r.host, r.description, r.must_contain, 1 FROM ${records} WHERE true
       ON CONFLICT (uuid) DO UPDATE SET description = excluded.description, must_contain = excluded.must_contain, is_listed = 1`,
      [json],
    )
    await sql.run(
      `UPDATE monitor_site SET is_listed = 0 WHERE is_listed = 1 AND uuid NOT IN (SELECT r.uuid FROM ${records})`,
      [json],
    )
    await sql.run(
      `INSERT INTO monitor_schedule (site, due_at) SELECT id, CAST($1 AS BIGINT) FROM monitor_site WHERE is_listed = 1
       ON CONFLICT (site) DO UPDATE SET due_at = CASE WHEN monitor_schedule.due_at = ${never} THEN excluded.due_at
         ELSE monitor_schedule.due_at END`,
      [nowMs],
    )
    await sql.run(
      `UPDATE monitor_schedule SET due_at = ${never} WHERE site IN (SELECT id FROM monitor_site WHERE is_listed = 0)`,
    )
  })
}

/** Sites with their uptime ratios until `now`. The condition's own parameters begin with `$6`. */
async function selectSites(
  database: Database,
  nowMs: number,
  { where, values, order }: { where: string; values: readonly Value[]; order: string },
): Promise<StoredSite[]> {
  const downtimeColumns = windows.map((_, index) => `${downtimeUntil('s.id', `$${index + 2}`)} AS before_${index}`)
  const rows = await database.query(
    `SELECT s.uuid, s.url, s.description, s.is_up, s.changed_at, s.down_check, s.up_check,
       t.first_checked_at, t.last_checked_at, ${downtimeUntil('s.id', '$1')} AS total, ${downtimeColumns.join(', ')}
     FROM monitor_site s JOIN monitor_schedule t ON t.site = s.id WHERE s.is_listed = 1 AND ${where} ORDER BY ${order}`,
    [nowMs, ...windows.map((window) => nowMs - window), ...values],
  )
  return rows.map(toStoredSite)
}

async function getSitePage(
  database: Database,
  nowMs: number,
  { limit, offset, where, order }: PageRange & { where: string; order: string },
): Promise<ItemPage<StoredSite>> {
  const source = `monitor_site s WHERE s.is_listed = 1 AND ${where}`
  const [row] = await database.query(`SELECT count(*) AS many FROM ${source}`)
  const ids = `s.id IN (SELECT s.id FROM ${source} ORDER BY ${order} LIMIT $6 OFFSET $7)`
  const items = await selectSites(database, nowMs, { where: ids, values: [limit, offset], order })
  return { count: Number(row?.many ?? 0), items }
}

const interval =
  's.uuid, d.number, d.down_check, d.up_check FROM monitor_downtime d JOIN monitor_site s ON s.id = d.site'

async function getAllDowntime(database: Database, { limit, offset }: PageRange) {
  const [row] = await database.query('SELECT count(*) AS many FROM monitor_downtime')
  const rows = await database.query(
    `SELECT ${interval} ORDER BY d.down_at DESC, d.site DESC, d.number DESC LIMIT $1 OFFSET $2`,
    [limit, offset],
  )
  return { count: Number(row?.many ?? 0), items: rows.map(toStoredDowntime) }
}

async function getSiteDowntime(database: Database, uuid: string, { limit, offset }: PageRange) {
  const [site] = await database.query('SELECT id, downtimes FROM monitor_site WHERE uuid = $1 AND is_listed = 1', [
    uuid,
  ])
  if (site === undefined) return undefined
  const count = Number(site.downtimes)
  const rows = await database.query(
    `SELECT ${interval} WHERE d.site = $1 AND d.number BETWEEN $2 AND $3 ORDER BY d.number DESC`,
    [Number(site.id), count - offset - limit + 1, count - offset],
  )
  return { count, items: rows.map(toStoredDowntime) }
}

/** Maximum number of checks of one site, and of sites, in one sweep: other work runs in between. */
const maxChecks = 500
const maxSites = 200

export async function deleteOldChecks(
  database: Database,
  cutoffMs: number,
): Promise<{ removed: number; hasMore: boolean }> {
  await database.run('DELETE FROM monitor_notice WHERE is_failed = 1 AND created_at < $1', [cutoffMs])
  const oldSites = await database.query(
    `SELECT t.site FROM monitor_schedule t JOIN monitor_check c ON c.site = t.site AND c.number = t.first_check
     WHERE c.checked_at < $1 LIMIT ${maxSites}`,
    [cutoffMs],
  )
  let removed = 0
  for (const { site } of oldSites) {
    const id = Number(site)
    removed += await database.transaction(async (sql) => {
      const [turn] = await sql.query(
        `SELECT first_check, last_check FROM monitor_schedule WHERE site = $1 ${database.forUpdate}`,
        [id],
      )
      const first = Number(turn?.first_check)
      // The newest check always stays: the current state depends on it.
      const limit = Math.min(first + maxChecks - 1, Number(turn?.last_check) - 1)
      const [newestOld] = await sql.query(
        'SELECT max(number) AS number FROM monitor_check WHERE site = $1 AND number BETWEEN $2 AND $3 AND checked_at < $4',
        [id, first, limit, cutoffMs],
      )
      const last = Number(newestOld?.number ?? 0)
      if (last < first) return 0
      await sql.run('DELETE FROM monitor_check WHERE site = $1 AND number BETWEEN $2 AND $3', [id, first, last])
      await sql.run('UPDATE monitor_schedule SET first_check = $1 WHERE site = $2', [last + 1, id])
      return last - first + 1
    })
  }
  return { removed, hasMore: oldSites.length === maxSites || removed >= maxChecks }
}
