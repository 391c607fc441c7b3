/** Deletes checks after their retention; intervals stay. */
import type { Database, Sql } from '../../server/storage/sql.ts'

/** Maximum number of checks of one site, and of sites, in one sweep: other work runs in between. */
const maxChecks = 500
const maxSites = 200

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
  await sql.run('DELETE FROM monitor_check WHERE site = $1 AND number BETWEEN $2 AND $3', [site, first, last])
  await sql.run('UPDATE monitor_turn SET first_check = $1 WHERE site = $2', [last + 1, site])
  return last - first + 1
}
