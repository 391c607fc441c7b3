/** Receipts of consent in a database. */
import * as z from 'zod/mini'
import type { Database } from '../../storage/sql.ts'
import type { ReceiptStore } from './store.ts'

const Stored = z.object({
  seq: z.number(),
  id: z.string(),
  at: z.number(),
  reference: z.string(),
  wording: z.string(),
  locale: z.string(),
  boxes: z.string(),
  form: z.nullable(z.string()),
  site: z.string(),
  phone: z.nullable(z.string()),
  outcome: z.string(),
  status: z.nullable(z.number()),
  outcome_at: z.nullable(z.number()),
})

/** A {@link ReceiptStore} in a database. */
export function sqlReceipts(db: Database): ReceiptStore {
  return {
    async list({ from, to, after, most }) {
      // `+` keeps SQLite from the index by time: page after page it would sort all that is in the span.
      const rows = await db.all(
        'SELECT * FROM bff_receipt WHERE seq > $1 AND +at >= $2 AND +at < $3 ORDER BY seq LIMIT $4',
        [after ?? 0, from ?? 0, to ?? Number.MAX_SAFE_INTEGER, most],
      )
      return z
        .array(Stored)
        .parse(rows)
        .map(({ boxes, ...rest }) => ({ ...rest, boxes: boxes.split(',') }))
    },
  }
}
