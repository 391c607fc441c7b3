/** Table of idempotency keys: the key of a form and its receipt of consent are written together. */
import * as z from 'zod/mini'
import { type Database, StorageUnavailableError, type Value } from '../storage/sql.ts'
import { type Beginning, type IdempotencyStore, type KnownForm, NewReceipt } from './store.ts'

const Form = z.object({
  fingerprint: z.string(),
  lease_expires_at: z.number(),
  outcome: z.nullable(z.string()),
  expires_at: z.number(),
})
export type FormRow = z.infer<typeof Form>

/** Replaces a key that has expired but is not removed yet. */
const beginForm = `INSERT INTO bff_form (form_key, fingerprint, owner, lease_expires_at, outcome, expires_at) VALUES ($1, $2, $3, $4, NULL, $5)
  ON CONFLICT (form_key) DO UPDATE SET fingerprint = excluded.fingerprint, owner = excluded.owner,
    lease_expires_at = excluded.lease_expires_at, outcome = NULL, expires_at = excluded.expires_at WHERE bff_form.expires_at <= $6`

const receiptColumns = Object.keys(NewReceipt.shape)

const insertReceipt = `INSERT INTO bff_receipt (${receiptColumns.join(', ')}) SELECT ${receiptColumns
  .map((column, index) => `CAST($${7 + index} AS ${column === 'created_at' ? 'BIGINT' : 'TEXT'})`)
  .join(', ')}`

/** One round trip instead of four. The same attempt may begin again: the response to its COMMIT may have been lost. */
const beginBoth = `WITH begun AS (${beginForm} OR bff_form.owner = excluded.owner RETURNING form_key) ${insertReceipt} FROM begun
  ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at`

/** Statements that end an attempt. All four number their parameters alike: key, owner, receipt, its three, the form's two. */
const freeForm = 'DELETE FROM bff_form WHERE form_key = $1 AND owner = $2'
const settleForm = 'UPDATE bff_form SET outcome = $7, expires_at = $8 WHERE form_key = $1 AND owner = $2'
const removeReceipt = 'DELETE FROM bff_receipt WHERE id = $3'
const settleReceipt = 'UPDATE bff_receipt SET outcome = $4, upstream_status = $5, outcome_at = $6 WHERE id = $3'

export function idempotencyTable(db: Database, patience: number): IdempotencyStore {
  async function look(key: string, now: number, until: number): Promise<KnownForm | undefined> {
    const [row] = await db.query(
      'SELECT fingerprint, lease_expires_at, outcome, expires_at FROM bff_form WHERE form_key = $1 AND expires_at > $2',
      [key, until],
    )
    return row === undefined ? undefined : toKnownForm(Form.parse(row), now)
  }
  return {
    begin: db.dialect === 'postgres' ? (beginning) => retryWithin(() => begin(beginning), patience) : begin,
    look: (key, now) => look(key, now, now),
    async end({ key, owner, outcome, until, receipt: { id, outcome: word, status, at } }) {
      const isSettled = word !== undefined && outcome !== undefined
      const form = isSettled ? settleForm : freeForm
      const receipt = word === undefined ? removeReceipt : settleReceipt
      const named: Value[] = word === undefined ? [key, owner, id] : [key, owner, id, word, status, at]
      const all = isSettled ? [...named, outcome, until] : named
      if (db.dialect === 'postgres') {
        await db.run(`WITH form AS (${form}) ${receipt}`, all)
        return
      }
      await db.transaction(
        async (sql) => {
          await sql.run(form, isSettled ? all : [key, owner])
          await sql.run(receipt, named)
        },
        // A voter waits for a key to become free; with an outcome the voter already has the response.
        { deferred: isSettled },
      )
    },
  }

  async function begin(beginning: Beginning): Promise<{ type: 'begun' } | KnownForm> {
    const { key, fingerprint, owner, lease, until, now, receipt } = beginning
    const form = [key, fingerprint, owner, lease, until, now]
    const written: Record<string, Value> = { ...receipt, opt_ins: receipt.opt_ins.join(',') }
    const both: Value[] = [...form, ...receiptColumns.map((column) => written[column] ?? null)]
    const isNew =
      db.dialect === 'postgres'
        ? (await db.run(beginBoth, both)) === 1
        : await db.transaction(async (sql) => {
            if ((await sql.run(beginForm, form)) === 0) return false
            await sql.run(insertReceipt, both)
            return true
          })
    if (isNew) return { type: 'begun' }
    const known = await look(key, now, 0)
    // Removed in between: a retry begins it.
    if (known === undefined) throw new StorageUnavailableError('KEY_REMOVED')
    return known
  }
}

export async function retryWithin<T>(work: () => Promise<T>, patience: number): Promise<T> {
  const end = performance.now() + patience
  for (let pause = 50; ; pause = Math.min(500, pause * 2)) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() + pause > end) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

export function toKnownForm(
  { fingerprint, lease_expires_at: lease, outcome, expires_at: until }: FormRow,
  now: number,
): KnownForm {
  if (outcome !== null) return { type: 'settled', fingerprint, outcome, until }
  return lease > now ? { type: 'under_way', fingerprint, lease } : { type: 'lost', fingerprint, until }
}
