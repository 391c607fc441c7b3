/** The store in a database, SQLite or PostgreSQL: the same statements for both. */
import { removeInBatches } from '../../storage/retention.ts'
import type { Database } from '../../storage/sql.ts'
import { sqlForms } from './idempotency-table.ts'
import { sqlPresses } from './outbox-table.ts'
import { sqlReceipts } from './receipts-table.ts'
import type { Store } from './store.ts'

/** Makes a {@link Store} of a database whose tables are there. */
export function createSqlStore(db: Database): Store {
  const remove = (table: string, key: string, condition: string, before: number) =>
    removeInBatches(db, { table, key, condition, before })
  return {
    durable: true,
    presses: sqlPresses(db),
    forms: sqlForms(db),
    receipts: sqlReceipts(db),
    sweep: async ({ now, delivered, failed, receipts }) => ({
      delivered: await remove('bff_press', 'id', `state = 'delivered' AND tried_at < $1`, delivered),
      failed: await remove('bff_press', 'id', `state = 'failed' AND tried_at < $1`, failed),
      forms: await remove('bff_form', 'form_key', 'until <= $1', now),
      receipts: await remove('bff_receipt', 'seq', 'at < $1', receipts),
    }),
    check: () => db.check(),
    close: () => db.close(),
  }
}
