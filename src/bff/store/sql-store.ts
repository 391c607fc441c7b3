/** The store in a database, SQLite or PostgreSQL: the same statements for both. */

import { sqlForms } from './idempotency-table.ts'
import { sqlPresses } from './outbox-table.ts'
import { sqlReceipts } from './receipts-table.ts'
import type { Database, Sql } from './sql.ts'
import type { Cutoffs, Store } from './store.ts'

/** How many rows one statement of the clean-up removes, and how long it then lets others write, in milliseconds: it keeps
 *  nobody waiting. */
const handful = 250
const pause = 10

/** Makes a {@link Store} of a database whose tables are there. */
export function createSqlStore(db: Database): Store {
  return {
    durable: true,
    presses: sqlPresses(db),
    forms: sqlForms(db),
    receipts: sqlReceipts(db),
    async sweep({ now, delivered, failed, receipts }: Cutoffs) {
      const settled = (state: string) =>
        `bff_press WHERE id IN (SELECT id FROM bff_press WHERE state = '${state}' AND tried_at < $1 LIMIT ${handful})`
      return {
        delivered: await remove(db, settled('delivered'), delivered),
        failed: await remove(db, settled('failed'), failed),
        forms: await remove(
          db,
          `bff_form WHERE form_key IN (SELECT form_key FROM bff_form WHERE until <= $1 LIMIT ${handful})`,
          now,
        ),
        receipts: await remove(
          db,
          `bff_receipt WHERE seq IN (SELECT seq FROM bff_receipt WHERE at < $1 LIMIT ${handful})`,
          receipts,
        ),
      }
    },
    check: () => db.check(),
    close: () => db.close(),
  }
}

async function remove(db: Database, which: string, before: number): Promise<number> {
  for (let all = 0; ; ) {
    const once = (sql: Sql) => sql.all(`DELETE FROM ${which} RETURNING 1 AS one`, [before])
    const { length } = await db.transaction(once, { single: true })
    all += length
    if (length < handful) return all
    await new Promise((resolve) => void setTimeout(resolve, pause))
  }
}
