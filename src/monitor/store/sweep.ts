/** Deletes checks after their retention; a total for each day stays. */
import type { Database, Sql } from '../../server/storage/sql.ts'
import type { StoredDay } from './store.ts'

const day = 86_400_000

/** Maximum number of checks of one site, and of sites, in one sweep: other work runs in between. */
const maxChecks = 500
const maxSites = 200

/** See `Store.sweep`. */
export async function sweep(database: Database, before: number): Promise<{ removed: number; more: boolean }> {
  await database.run('DELETE FROM monitor_notice WHERE failed = 1 AND made_at < $1', [before])
  const old = await database.all(
    `SELECT t.site FROM monitor_turn t JOIN monitor_check c ON c.site = t.site AND c.number = t.first_check
     WHERE c.at < $1 LIMIT ${maxSites}`,
    [before],
  )
  let removed = 0
  for (const { site } of old) {
    removed += await database.transaction((sql) => sweepSite(database, sql, Number(site), before))
  }
  return { removed, more: old.length === maxSites || removed >= maxChecks }
}

async function sweepSite(database: Database, sql: Sql, site: number, before: number): Promise<number> {
  const [turn] = await sql.all(
    `SELECT first_check, last_check FROM monitor_turn WHERE site = $1 ${database.forUpdate}`,
    [site],
  )
  const first = Number(turn?.first_check)
  // The newest check always stays: the current state depends on it.
  const limit = Math.min(first + maxChecks - 1, Number(turn?.last_check) - 1)
  const [found] = await sql.all(
    'SELECT max(number) AS number FROM monitor_check WHERE site = $1 AND number BETWEEN $2 AND $3 AND at < $4',
    [site, first, limit, before],
  )
  const last = Number(found?.number ?? 0)
  if (last < first) return 0
  await sql.run(
    `INSERT INTO monitor_day (site, day, checks, failed, load_us)
     SELECT site, at / ${day}, count(*), sum(CASE WHEN up = 0 THEN 1 ELSE 0 END), sum(CASE WHEN up = 1 THEN load_us ELSE 0 END)
     FROM monitor_check WHERE site = $1 AND number BETWEEN $2 AND $3 AND ignored = 0 GROUP BY site, at / ${day}
     ON CONFLICT (site, day) DO UPDATE SET checks = monitor_day.checks + excluded.checks,
       failed = monitor_day.failed + excluded.failed, load_us = monitor_day.load_us + excluded.load_us`,
    [site, first, last],
  )
  await sql.run('DELETE FROM monitor_check WHERE site = $1 AND number BETWEEN $2 AND $3', [site, first, last])
  await sql.run('UPDATE monitor_turn SET first_check = $1 WHERE site = $2', [last + 1, site])
  return last - first + 1
}

/** See `Store.days`. */
export async function daysOf(database: Database, uuid: string): Promise<StoredDay[]> {
  const rows = await database.all(
    `SELECT d.day, d.checks, d.failed, d.load_us FROM monitor_day d JOIN monitor_site s ON s.id = d.site
     WHERE s.uuid = $1 ORDER BY d.day DESC`,
    [uuid],
  )
  return rows.map((row) => {
    const [checks, failed] = [Number(row.checks), Number(row.failed)]
    const good = checks - failed
    return {
      day: new Date(Number(row.day) * day).toISOString().slice(0, 10),
      checks,
      failed,
      loadTime: good === 0 ? undefined : Number(row.load_us) / good / 1_000_000,
    }
  })
}
