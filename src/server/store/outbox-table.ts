/** Table of presses: the outbox in a database. */
import * as z from 'zod/mini'
import { maxUndecided } from '../outbox/outbox.ts'
import type { Database, Row, Value } from '../storage/sql.ts'
import { ClaimedPress, type OutboxStore, PressRow } from './store.ts'

const Added = z.object({ id: z.number() })
const Counts = z.object({
  waiting: z.number(),
  failed: z.number(),
  undecided: z.number(),
  oldest: z.nullable(z.number()),
})
/** An undecided press is a failed one that got no answer twice. */
const shownState = `CASE WHEN state = 'failed' AND undecided >= ${maxUndecided} THEN 'undecided' ELSE state END`
const shown = Object.keys(PressRow.shape)
  .map((name) => (name === 'state' ? `${shownState} AS state` : name))
  .join(', ')

export const depthQuery = `SELECT (SELECT count(*) FROM bff_press WHERE state = 'waiting') AS waiting,
  (SELECT count(*) FROM bff_press WHERE state = 'failed' AND undecided < ${maxUndecided}) AS failed,
  (SELECT count(*) FROM bff_press WHERE state = 'failed' AND undecided >= ${maxUndecided}) AS undecided,
  (SELECT min(accepted_at) FROM bff_press WHERE state = 'waiting') AS oldest`

/** The unique index rejects an existing mark, even one that another process adds at the same moment. */
const addUnlessKnown = `INSERT INTO bff_press (event, reference, mark, accepted_at, due_at, leased)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING id`

const notePressed = `UPDATE bff_receipt SET pressed = CASE WHEN pressed IS NULL OR pressed = $8 THEN $8 ELSE 'both' END
  WHERE id = $7`

/** Changes nothing, but unlike a read its COMMIT waits for the standby: PostgreSQL may have committed the row without it,
 *  when the connection that waited for the standby was lost. */
const keepKnown = 'UPDATE bff_press SET mark = mark WHERE mark = $1'

/** Deletes the event itself once it is delivered. */
const noteTry = `UPDATE bff_press SET state = $1, tries = $2, due_at = $3, leased = 0, tried_at = $4, last_status = $5,
  last_cause = $6, undecided = $7, event = CASE WHEN $1 = 'delivered' THEN NULL ELSE event END WHERE id = $8`

const waitAgain = `UPDATE bff_press SET state = 'waiting', tries = 0, undecided = 0, leased = 0, due_at = $1 WHERE state = 'failed'`

export function outboxTable(db: Database): OutboxStore {
  return {
    async add({ event, reference, mark, at, pressed }, lease = 0) {
      const values = [event, reference, mark, at, at + lease, lease > 0 ? 1 : 0]
      const [row] = await insert(values, [...values, pressed.receipt, pressed.button])
      if (row !== undefined) return Added.parse(row).id
      await db.run(keepKnown, [mark])
      return 'known'
    },

    async claim(now, limit, lease): Promise<ClaimedPress[]> {
      const rows = await db.returning(
        `UPDATE bff_press SET due_at = $1, leased = 1 WHERE id IN (
          SELECT id FROM bff_press WHERE state = 'waiting' AND due_at <= $2 ORDER BY due_at LIMIT $3 ${db.skipLocked}
        ) RETURNING id, event, reference, tries, undecided`,
        [now + lease, now, limit],
      )
      return z.array(ClaimedPress).parse(rows)
    },

    async tried({ id, state, tries, undecided, dueAt, at, status, cause }) {
      const stored = state === 'undecided' ? 'failed' : state
      const values = [stored, tries, dueAt, at, status ?? null, cause ?? null, undecided, id]
      await db.run(noteTry, values, { deferred: true })
    },

    async depth() {
      const [row] = await db.query(depthQuery)
      const { oldest, ...counts } = Counts.parse(row)
      return { ...counts, oldest: oldest ?? undefined }
    },

    async list({ state, after, limit }): Promise<PressRow[]> {
      const rows = await db.query(
        `SELECT ${shown} FROM bff_press WHERE id > $1 AND ($2 = '' OR ${shownState} = $2) ORDER BY id LIMIT $3`,
        [after ?? 0, state ?? '', limit],
      )
      return z.array(PressRow).parse(rows)
    },

    async get(id) {
      const [row] = await db.query(`SELECT ${shown} FROM bff_press WHERE id = $1`, [id])
      return row === undefined ? undefined : PressRow.parse(row)
    },

    wake: (now) =>
      db.run(
        `UPDATE bff_press SET due_at = $1 WHERE state = 'waiting' AND leased = 0 AND due_at > $1 AND undecided = 0`,
        [now],
      ),

    async retry(which, now) {
      if (which === 'all') return db.run(`${waitAgain} AND undecided < ${maxUndecided}`, [now])
      return db.transaction(async (sql) => {
        let count = 0
        for (const id of which) count += await sql.run(`${waitAgain} AND id = $2`, [now, id])
        return count
      })
    },
  }

  function insert(values: readonly Value[], both: readonly Value[]): Promise<Row[]> {
    if (db.dialect === 'postgres') return db.returning(`WITH noted AS (${notePressed}) ${addUnlessKnown}`, both)
    return db.transaction(async (sql) => {
      const added = await sql.query(addUnlessKnown, values)
      if (added.length > 0) await sql.run(notePressed, both)
      return added
    })
  }
}
