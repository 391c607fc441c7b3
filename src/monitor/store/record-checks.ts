/** Records a finding in one transaction: a crash leaves either the old state or the new one, never half an interval. */
import type { Database, Sql } from '../../server/storage/sql.ts'
import { type KeptCheck, upOf } from './rows.ts'
import type { Finding } from './store.ts'

export interface Change {
  site: { uuid: string; url: string; description: string }
  to: 'down' | 'up'
  at: number
  downSince: number
  error: string | undefined
  /** The number of the interval within the site, from 1. */
  downtime: number
}

export type NoticeOf = (change: Change) => { id: string; body: string } | undefined

/** @returns `lost`: another monitor has claimed the turn meanwhile, and nothing is recorded */
export async function recordFinding(
  database: Database,
  finding: Finding,
  noticeOf: NoticeOf,
): Promise<'recorded' | 'lost'> {
  return database.transaction(async (sql) => {
    const standing = await ours(database, sql, finding)
    if (standing === undefined) return 'lost'
    const checks = numberedChecks(finding, standing)
    for (const check of checks) await insertCheck(sql, finding.site.id, check)
    await sql.run(endTurn, [
      checks.at(-1)?.number ?? standing.lastCheck,
      checks.at(-1)?.at ?? standing.lastAt,
      checks[0]?.at ?? 0,
      finding.due,
      finding.site.id,
    ])
    await change(sql, { finding, standing, checks, noticeOf })
    return 'recorded'
  })
}

async function ours(database: Database, sql: Sql, { site, owner }: Finding) {
  const [row] = await sql.query(
    `SELECT t.last_check, t.last_checked_at, s.is_up, s.url, s.description, s.downtimes
     FROM monitor_schedule t JOIN monitor_site s ON s.id = t.site WHERE t.site = $1 AND t.lease_owner = $2 ${database.forUpdate}`,
    [site.id, owner],
  )
  if (row === undefined) return undefined
  return {
    lastCheck: Number(row.last_check),
    lastAt: Number(row.last_checked_at),
    up: upOf(row.is_up),
    url: String(row.url),
    description: String(row.description),
    downtimes: Number(row.downtimes),
  }
}

type Standing = NonNullable<Awaited<ReturnType<typeof ours>>>

/** Numbers the attempts. When the clock was set back, a check still gets no earlier time than the previous one. */
function numberedChecks({ attempts }: Finding, { lastCheck, lastAt }: Standing): KeptCheck[] {
  let at = lastAt
  return attempts.map((attempt, index) => {
    at = Math.max(at, attempt.at)
    return { ...attempt, at, number: lastCheck + 1 + index }
  })
}

interface NumberedFinding {
  finding: Finding
  standing: Standing
  checks: readonly KeptCheck[]
  noticeOf: NoticeOf
}

async function change(sql: Sql, { finding, standing, checks, noticeOf }: NumberedFinding): Promise<void> {
  const check = checks[finding.telling]
  if (finding.verdict === 'unknown' || check === undefined) return
  const up = finding.verdict === 'up'
  if (standing.up === up) return
  const { id, uuid } = finding.site
  const n = standing.downtimes + (up ? 0 : 1)
  const json = JSON.stringify(check)
  const notify = async (downSince: number, error: string | undefined) => {
    const { url, description } = standing
    const to = up ? 'up' : 'down'
    const notice = noticeOf({ site: { uuid, url, description }, to, at: check.at, downSince, error, downtime: n })
    if (notice === undefined) return
    const statement = 'INSERT INTO monitor_notice (id, created_at, body, due_at) VALUES ($1, $2, $3, $2)'
    await sql.run(statement, [notice.id, check.at, notice.body])
  }
  if (!up) {
    await sql.run(
      `INSERT INTO monitor_downtime (site, number, down_at, previous_ms, down_check) VALUES ($1, $2, $3,
         coalesce((SELECT previous_ms + up_at - down_at FROM monitor_downtime WHERE site = $1 AND number = $5), 0), $4)`,
      [id, n, check.at, json, n - 1],
    )
    await sql.run('UPDATE monitor_site SET is_up = 0, changed_at = $1, down_check = $2, downtimes = $3 WHERE id = $4', [
      check.at,
      json,
      n,
      id,
    ])
    await notify(check.at, check.error)
    return
  }
  // A first success is no recovery: the site was not down before.
  if (standing.up === undefined) {
    await sql.run('UPDATE monitor_site SET is_up = 1, changed_at = $1 WHERE id = $2', [check.at, id])
    return
  }
  const [row] = await sql.query(
    `UPDATE monitor_downtime SET up_at = $1, up_check = $2 WHERE site = $3 AND number = $4 AND up_at IS NULL
     RETURNING down_at, down_check`,
    [check.at, json, id, n],
  )
  const wentUp = 'UPDATE monitor_site SET is_up = 1, changed_at = $1, up_check = $2 WHERE id = $3'
  await sql.run(wentUp, [check.at, json, id])
  const failed: Partial<KeptCheck> = JSON.parse(typeof row?.down_check === 'string' ? row.down_check : '{}')
  await notify(Number(row?.down_at ?? check.at), failed.error)
}

const endTurn = `UPDATE monitor_schedule SET last_check = $1, last_checked_at = $2, first_checked_at = CASE WHEN first_checked_at = 0 THEN $3 ELSE first_checked_at END,
  due_at = CASE WHEN recheck = 1 THEN due_at ELSE $4 END, recheck = 0, lease_owner = NULL, lease_until = 0 WHERE site = $5`

async function insertCheck(sql: Sql, site: number, check: KeptCheck): Promise<void> {
  const { number, at, up, ignored, loadUs, via, status, error, redirects } = check
  const flags = [up, ignored].map(Number)
  await sql.run(
    `INSERT INTO monitor_check (site, number, checked_at, is_up, is_ignored, load_us, route, status, error, redirects)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [site, number, at, ...flags, loadUs, via, status ?? null, error ?? null, redirects.join(' ') || null],
  )
}
