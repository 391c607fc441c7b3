/** Writes what was found out: checks, changes of state, intervals and notices, all of it in one transaction. Whatever kills
 *  the process leaves either the old state or the new one, and never half an interval. */
import type { KeptCheck } from './rows.ts'
import { upOf } from './rows.ts'
import type { Database, Row, Sql } from './sql.ts'
import type { Finding } from './store.ts'

/** A site went down or came up again. */
export interface Change {
  site: { uuid: string; url: string; description: string }
  to: 'down' | 'up'
  /** Milliseconds since 1970. */
  at: number
  /** When it went down; the same as `at` when it has just. */
  downSince: number
  /** What the failed check said. */
  error: string | undefined
  /** Which interval of the site it is, from 1. */
  downtime: number
}

/** Makes the notice of a change; `undefined`: nobody is to hear of it. */
export type NoticeOf = (change: Change) => { id: string; body: string } | undefined

interface Standing {
  lastCheck: number
  lastAt: number
  up: boolean | undefined
  url: string
  description: string
  downtimes: number
}

/**
 * Records findings of different sites.
 *
 * @returns for each whether it was recorded, or lost since somebody else has the turn
 */
export async function recordFindings(
  database: Database,
  findings: readonly Finding[],
  viaId: (name: string) => Promise<number>,
  noticeOf: NoticeOf,
): Promise<('recorded' | 'lost')[]> {
  // Outside the transaction: an id that was taken back with it would be remembered all the same.
  const vias = new Map<string, number>()
  for (const { attempts } of findings) for (const { via } of attempts) vias.set(via, await viaId(via))
  return database.transaction(async (sql) => {
    const standings = await ours(database, sql, findings)
    const kept = findings.filter((finding) => standings.has(finding))
    const checks: unknown[] = []
    const turns: unknown[] = []
    for (const finding of kept) {
      const standing = standings.get(finding)
      if (standing === undefined) continue
      const numbered = numberedChecks(finding, standing)
      for (const check of numbered) {
        checks.push({
          site: finding.site.id,
          number: check.number,
          at: check.at,
          up: check.up ? 1 : 0,
          ignored: check.ignored ? 1 : 0,
          load_us: check.loadUs,
          via: vias.get(check.via),
          status: check.status ?? null,
          error: check.error ?? null,
          redirects: check.redirects.length === 0 ? null : check.redirects.join(' '),
        })
      }
      const last = numbered.at(-1)
      turns.push({
        site: finding.site.id,
        last_check: last?.number ?? standing.lastCheck,
        last_at: last?.at ?? standing.lastAt,
        due_at: finding.due,
      })
      await change(sql, finding, standing, numbered, noticeOf)
    }
    await write(database, sql, checks, turns)
    return findings.map((finding) => (standings.has(finding) ? 'recorded' : 'lost'))
  })
}

/** How the sites stand whose turn is still with whoever found out. */
async function ours(database: Database, sql: Sql, findings: readonly Finding[]): Promise<Map<Finding, Standing>> {
  const ids = JSON.stringify(findings.map(({ site }) => ({ id: site.id })))
  const rows = await sql.all(
    `SELECT t.site, t.last_check, t.last_at, t.lease_owner, s.state_up, s.url, s.description, s.downtimes
     FROM monitor_turn t JOIN monitor_site s ON s.id = t.site
     WHERE t.site IN (SELECT r.id FROM ${database.records({ id: 'number' })}) ORDER BY t.site ${database.locked}`,
    [ids],
  )
  const bySite = new Map<number, Row>(rows.map((row) => [Number(row.site), row]))
  const standings = new Map<Finding, Standing>()
  for (const finding of findings) {
    const row = bySite.get(finding.site.id)
    if (row === undefined || row.lease_owner !== finding.owner) continue
    // A turn is recorded once: what comes after it in the same write is lost.
    bySite.delete(finding.site.id)
    standings.set(finding, {
      lastCheck: Number(row.last_check),
      lastAt: Number(row.last_at),
      up: upOf(row.state_up),
      url: String(row.url),
      description: String(row.description),
      downtimes: Number(row.downtimes),
    })
  }
  return standings
}

/** The attempts with their numbers. A clock that was set back does not bring a check before the one that was before it. */
function numberedChecks({ attempts }: Finding, { lastCheck, lastAt }: Standing): KeptCheck[] {
  let at = lastAt
  return attempts.map((attempt, index) => {
    at = Math.max(at, attempt.at)
    return { ...attempt, at, number: lastCheck + 1 + index }
  })
}

/** Opens or closes an interval when the state has changed. */
async function change(
  sql: Sql,
  finding: Finding,
  standing: Standing,
  checks: readonly KeptCheck[],
  noticeOf: NoticeOf,
): Promise<void> {
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
    const statement = 'INSERT INTO monitor_notice (id, made_at, body, due_at) VALUES ($1, $2, $3, $2)'
    await sql.all(statement, [notice.id, check.at, notice.body])
  }
  if (!up) {
    await openInterval(sql, id, n, check.at, json)
    await sql.all(
      'UPDATE monitor_site SET state_up = 0, changed_at = $1, went_down = $2, downtimes = $3 WHERE id = $4',
      [check.at, json, n, id],
    )
    await notify(check.at, check.error)
    return
  }
  // A first success is no recovery: nothing was down before.
  if (standing.up === undefined) {
    await sql.all('UPDATE monitor_site SET state_up = 1, changed_at = $1 WHERE id = $2', [check.at, id])
    return
  }
  const [row] = await sql.all(
    `UPDATE monitor_downtime SET up_at = $1, up_check = $2 WHERE site = $3 AND n = $4 AND up_at IS NULL
     RETURNING down_at, down_check`,
    [check.at, json, id, n],
  )
  await sql.all('UPDATE monitor_site SET state_up = 1, changed_at = $1, went_up = $2 WHERE id = $3', [
    check.at,
    json,
    id,
  ])
  const failed: Partial<KeptCheck> = JSON.parse(typeof row?.down_check === 'string' ? row.down_check : '{}')
  await notify(Number(row?.down_at ?? check.at), failed.error)
}

async function openInterval(sql: Sql, site: number, n: number, at: number, check: string): Promise<void> {
  // The number of the whole list comes from one row that whoever opens an interval holds until the end: no gap, no two alike.
  const [counted] = await sql.all('UPDATE monitor_count SET downtimes = downtimes + 1 RETURNING downtimes')
  const [before] = await sql.all(
    'SELECT before_ms + up_at - down_at AS ms FROM monitor_downtime WHERE site = $1 AND n = $2',
    [site, n - 1],
  )
  await sql.all(
    'INSERT INTO monitor_downtime (number, site, n, down_at, before_ms, down_check) VALUES ($1, $2, $3, $4, $5, $6)',
    [Number(counted?.downtimes), site, n, at, Number(before?.ms ?? 0), check],
  )
}

async function write(database: Database, sql: Sql, checks: unknown[], turns: unknown[]): Promise<void> {
  const columns = 'site, number, at, up, ignored, load_us, via, status, error, redirects'
  const from = database.records({
    site: 'number',
    number: 'number',
    at: 'number',
    up: 'number',
    ignored: 'number',
    load_us: 'number',
    via: 'number',
    status: 'number',
    error: 'text',
    redirects: 'text',
  })
  const values = columns.replace(/\w+/g, 'r.$&')
  if (checks.length > 0) {
    await sql.all(`INSERT INTO monitor_check (${columns}) SELECT ${values} FROM ${from}`, [JSON.stringify(checks)])
  }
  if (turns.length === 0) return
  await sql.all(
    `UPDATE monitor_turn SET last_check = r.last_check, last_at = r.last_at,
     due_at = CASE WHEN again = 1 THEN monitor_turn.due_at ELSE r.due_at END, again = 0, lease_owner = NULL, lease_until = 0
     FROM ${database.records({ site: 'number', last_check: 'number', last_at: 'number', due_at: 'number' })}
     WHERE monitor_turn.site = r.site`,
    [JSON.stringify(turns)],
  )
}
