/** The table of click reports: the outbox in a database. */
import * as z from 'zod/mini'
import { maxUnanswered } from '../outbox/outbox.ts'
import type { Database, Row, Value } from '../storage/sql.ts'
import { ClaimedClick, ClickRow, type OutboxStore } from './store.ts'

const Added = z.object({ id: z.number() })
const Counts = z.object({
  waiting: z.number(),
  failed: z.number(),
  unknown: z.number(),
  oldest: z.nullable(z.number()),
})
/** The outcome is unknown when the service did not respond twice. */
const shownState = `CASE WHEN state = 'failed' AND unanswered >= ${maxUnanswered} THEN 'unknown' ELSE state END`
const clickColumns = Object.keys(ClickRow.shape)
  .map((name) => (name === 'state' ? `${shownState} AS state` : name))
  .join(', ')

export const depthQuery = `SELECT (SELECT count(*) FROM bff_click WHERE state = 'waiting') AS waiting,
  (SELECT count(*) FROM bff_click WHERE state = 'failed' AND unanswered < ${maxUnanswered}) AS failed,
  (SELECT count(*) FROM bff_click WHERE state = 'failed' AND unanswered >= ${maxUnanswered}) AS unknown,
  (SELECT min(accepted_at) FROM bff_click WHERE state = 'waiting') AS oldest`

/** The unique index rejects an existing token hash, even one that another process adds at the same moment. */
const addUnlessDuplicate = `INSERT INTO bff_click (event, reference, token_hash, accepted_at, next_attempt_at, is_leased)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING id`

const recordClick = `UPDATE bff_receipt SET clicked = CASE WHEN clicked IS NULL OR clicked = $8 THEN $8 ELSE 'both' END
  WHERE id = $7`

/** Changes nothing, but unlike a read its COMMIT waits for the standby: PostgreSQL may have committed the row without it,
 *  when the connection that waited for the standby was lost. */
const keepDuplicate = 'UPDATE bff_click SET token_hash = token_hash WHERE token_hash = $1'

/** Deletes the event itself once it is delivered. */
const updateAttempt = `UPDATE bff_click SET state = $1, attempts = $2, next_attempt_at = $3, is_leased = 0, last_attempt_at = $4, last_status = $5,
  last_cause = $6, unanswered = $7, event = CASE WHEN $1 = 'delivered' THEN NULL ELSE event END WHERE id = $8`

const retryFailed = `UPDATE bff_click SET state = 'waiting', attempts = 0, unanswered = 0, is_leased = 0, next_attempt_at = $1 WHERE state = 'failed'`

export function createOutboxTable(db: Database): OutboxStore {
  return {
    async add({ event, reference, tokenHash, acceptedAt, click }, lease = 0) {
      const values = [event, reference, tokenHash, acceptedAt, acceptedAt + lease, lease > 0 ? 1 : 0]
      const [row] = await insert(values, [...values, click.receipt, click.button])
      if (row !== undefined) return Added.parse(row).id
      await db.run(keepDuplicate, [tokenHash])
      return 'duplicate'
    },

    async claim(time, limit, lease): Promise<ClaimedClick[]> {
      const rows = await db.returning(
        `UPDATE bff_click SET next_attempt_at = $1, is_leased = 1 WHERE id IN (
          SELECT id FROM bff_click WHERE state = 'waiting' AND next_attempt_at <= $2 ORDER BY next_attempt_at LIMIT $3 ${db.skipLocked}
        ) RETURNING id, event, reference, attempts, unanswered`,
        [time + lease, time, limit],
      )
      return z.array(ClaimedClick).parse(rows)
    },

    async recordAttempt({ id, state, attempts, unanswered, nextAttemptAt, attemptedAt, status, cause }) {
      const storedState = state === 'unknown' ? 'failed' : state
      const values = [storedState, attempts, nextAttemptAt, attemptedAt, status ?? null, cause ?? null, unanswered, id]
      await db.run(updateAttempt, values, { deferred: true })
    },

    async depth() {
      const [row] = await db.query(depthQuery)
      const { oldest, ...counts } = Counts.parse(row)
      return { ...counts, oldestAt: oldest ?? undefined }
    },

    async list({ state, after, limit }): Promise<ClickRow[]> {
      const rows = await db.query(
        `SELECT ${clickColumns} FROM bff_click WHERE id > $1 AND ($2 = '' OR ${shownState} = $2) ORDER BY id LIMIT $3`,
        [after ?? 0, state ?? '', limit],
      )
      return z.array(ClickRow).parse(rows)
    },

    async get(id) {
      const [row] = await db.query(`SELECT ${clickColumns} FROM bff_click WHERE id = $1`, [id])
      return row === undefined ? undefined : ClickRow.parse(row)
    },

    makeDue: (time) =>
      db.run(
        `UPDATE bff_click SET next_attempt_at = $1 WHERE state = 'waiting' AND is_leased = 0 AND next_attempt_at > $1 AND unanswered = 0`,
        [time],
      ),

    async retry(ids, time) {
      if (ids === 'all') return db.run(`${retryFailed} AND unanswered < ${maxUnanswered}`, [time])
      return db.transaction(async (sql) => {
        let count = 0
        for (const id of ids) count += await sql.run(`${retryFailed} AND id = $2`, [time, id])
        return count
      })
    },
  }

  function insert(values: readonly Value[], allValues: readonly Value[]): Promise<Row[]> {
    if (db.dialect === 'postgres')
      return db.returning(`WITH recorded AS (${recordClick}) ${addUnlessDuplicate}`, allValues)
    return db.transaction(async (sql) => {
      const added = await sql.query(addUnlessDuplicate, values)
      if (added.length > 0) await sql.run(recordClick, allValues)
      return added
    })
  }
}
