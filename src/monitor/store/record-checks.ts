/** Records a finding in one transaction: a crash leaves either the old state or the new one, never half an interval. */
import type { Database, Sql } from '../../server/storage/sql.ts'
import { type NumberedCheck, parseUp } from './rows.ts'
import type { CheckFinding } from './store.ts'

export interface StateChange {
  site: { uuid: string; url: string; description: string }
  state: 'down' | 'up'
  changedAt: number
  downSince: number
  error: string | undefined
  /** The number of the interval within the site, from 1. */
  downtimeNumber: number
}

export type CreateNotice = (change: StateChange) => { id: string; body: string } | undefined

/** @returns `lost`: another monitor has claimed the turn meanwhile, and nothing is recorded */
export async function recordFinding(
  database: Database,
  finding: CheckFinding,
  createNotice: CreateNotice,
): Promise<'recorded' | 'lost'> {
  return database.transaction(async (sql) => {
    const current = await lockTurn(database, sql, finding)
    if (current === undefined) return 'lost'
    const checks = numberChecks(finding, current)
    for (const check of checks) await insertCheck(sql, finding.site.id, check)
    await sql.run(endTurnSql, [
      checks.at(-1)?.number ?? current.lastCheck,
      checks.at(-1)?.checkedAt ?? current.lastAt,
      checks[0]?.checkedAt ?? 0,
      finding.dueAt,
      finding.site.id,
    ])
    await recordChange(sql, { finding, current, checks, createNotice })
    return 'recorded'
  })
}

async function lockTurn(database: Database, sql: Sql, { site, owner }: CheckFinding) {
  const [row] = await sql.query(
    `SELECT t.last_check, t.last_checked_at, s.is_up, s.url, s.description, s.downtimes
     FROM monitor_schedule t JOIN monitor_site s ON s.id = t.site WHERE t.site = $1 AND t.lease_owner = $2 ${database.forUpdate}`,
    [site.id, owner],
  )
  if (row === undefined) return undefined
  return {
    lastCheck: Number(row.last_check),
    lastAt: Number(row.last_checked_at),
    up: parseUp(row.is_up),
    url: String(row.url),
    description: String(row.description),
    downtimes: Number(row.downtimes),
  }
}

type TurnState = NonNullable<Awaited<ReturnType<typeof lockTurn>>>

/** Numbers the attempts. When the clock was set back, a check still gets no earlier time than the previous one. */
function numberChecks({ attempts }: CheckFinding, { lastCheck, lastAt }: TurnState): NumberedCheck[] {
  let checkedAt = lastAt
  return attempts.map((attempt, index) => {
    checkedAt = Math.max(checkedAt, attempt.checkedAt)
    return { ...attempt, checkedAt, number: lastCheck + 1 + index }
  })
}

interface NumberedFinding {
  finding: CheckFinding
  current: TurnState
  checks: readonly NumberedCheck[]
  createNotice: CreateNotice
}

async function recordChange(sql: Sql, { finding, current, checks, createNotice }: NumberedFinding): Promise<void> {
  const check = checks[finding.decisiveIndex]
  if (finding.verdict === 'unknown' || check === undefined) return
  const up = finding.verdict === 'up'
  if (current.up === up) return
  const { id, uuid } = finding.site
  const n = current.downtimes + (up ? 0 : 1)
  const json = JSON.stringify(check)
  const notify = async (downSince: number, error: string | undefined) => {
    const { url, description } = current
    const state = up ? 'up' : 'down'
    const notice = createNotice({
      site: { uuid, url, description },
      state,
      changedAt: check.checkedAt,
      downSince,
      error,
      downtimeNumber: n,
    })
    if (notice === undefined) return
    const statement = 'INSERT INTO monitor_notice (id, created_at, body, due_at) VALUES ($1, $2, $3, $2)'
    await sql.run(statement, [notice.id, check.checkedAt, notice.body])
  }
  if (!up) {
    await sql.run(
      `INSERT INTO monitor_downtime (site, number, down_at, previous_ms, down_check) VALUES ($1, $2, $3,
         coalesce((SELECT previous_ms + up_at - down_at FROM monitor_downtime WHERE site = $1 AND number = $5), 0), $4)`,
      [id, n, check.checkedAt, json, n - 1],
    )
    await sql.run('UPDATE monitor_site SET is_up = 0, changed_at = $1, down_check = $2, downtimes = $3 WHERE id = $4', [
      check.checkedAt,
      json,
      n,
      id,
    ])
    await notify(check.checkedAt, check.error)
    return
  }
  // A first success is no recovery: the site was not down before.
  if (current.up === undefined) {
    await sql.run('UPDATE monitor_site SET is_up = 1, changed_at = $1 WHERE id = $2', [check.checkedAt, id])
    return
  }
  const [row] = await sql.query(
    `UPDATE monitor_downtime SET up_at = $1, up_check = $2 WHERE site = $3 AND number = $4 AND up_at IS NULL
     RETURNING down_at, down_check`,
    [check.checkedAt, json, id, n],
  )
  const wentUp = 'UPDATE monitor_site SET is_up = 1, changed_at = $1, up_check = $2 WHERE id = $3'
  await sql.run(wentUp, [check.checkedAt, json, id])
  const firstCheck: Partial<NumberedCheck> = JSON.parse(typeof row?.down_check === 'string' ? row.down_check : '{}')
  await notify(Number(row?.down_at ?? check.checkedAt), firstCheck.error)
}

const endTurnSql = `UPDATE monitor_schedule SET last_check = $1, last_checked_at = $2, first_checked_at = CASE WHEN first_checked_at = 0 THEN $3 ELSE first_checked_at END,
  due_at = CASE WHEN recheck = 1 THEN due_at ELSE $4 END, recheck = 0, lease_owner = NULL, lease_until = 0 WHERE site = $5`

async function insertCheck(sql: Sql, site: number, check: NumberedCheck): Promise<void> {
  const { number, checkedAt, up, ignored, loadUs, via, status, error, redirects } = check
  const flags = [up, ignored].map(Number)
  await sql.run(
    `INSERT INTO monitor_check (site, number, checked_at, is_up, is_ignored, load_us, route, status, error, redirects)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [site, number, checkedAt, ...flags, loadUs, via, status ?? null, error ?? null, redirects.join(' ') || null],
  )
}
