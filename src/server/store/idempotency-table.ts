/** Table of idempotency keys: the key of a form and its receipt of consent are written together. */
import * as z from 'zod/mini'
import { type Database, StorageUnavailableError, type Value } from '../storage/sql.ts'
import { type AttemptStart, type IdempotencyStore, type KnownForm, NewReceipt } from './store.ts'

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

export function createIdempotencyTable(db: Database, retryMs: number): IdempotencyStore {
  async function find(key: string, time: number, minExpiresAt: number): Promise<KnownForm | undefined> {
    const [row] = await db.query(
      'SELECT fingerprint, lease_expires_at, outcome, expires_at FROM bff_form WHERE form_key = $1 AND expires_at > $2',
      [key, minExpiresAt],
    )
    return row === undefined ? undefined : toKnownForm(Form.parse(row), time)
  }
  return {
    startAttempt: db.dialect === 'postgres' ? (start) => retryWithin(() => startAttempt(start), retryMs) : startAttempt,
    find: (key, time) => find(key, time, time),
    async finishAttempt({ key, owner, outcome, expiresAt, receipt: { id, outcome: word, status, finishedAt } }) {
      const isSettled = word !== undefined && outcome !== undefined
      const form = isSettled ? settleForm : freeForm
      const receipt = word === undefined ? removeReceipt : settleReceipt
      const receiptValues: Value[] = word === undefined ? [key, owner, id] : [key, owner, id, word, status, finishedAt]
      const formValues = isSettled ? [...receiptValues, outcome, expiresAt] : receiptValues
      if (db.dialect === 'postgres') {
        await db.run(`WITH form AS (${form}) ${receipt}`, formValues)
        return
      }
      await db.transaction(
        async (sql) => {
          await sql.run(form, isSettled ? formValues : [key, owner])
          await sql.run(receipt, receiptValues)
        },
        // A voter waits for a key to become free; with an outcome the voter already has the response.
        { deferred: isSettled },
      )
    },
  }

  async function startAttempt(start: AttemptStart): Promise<{ type: 'begun' } | KnownForm> {
    const { key, fingerprint, owner, lease, expiresAt, startedAt, receipt } = start
    const form = [key, fingerprint, owner, lease, expiresAt, startedAt]
    const row: Record<string, Value> = { ...receipt, opt_ins: receipt.opt_ins.join(',') }
    const values: Value[] = [...form, ...receiptColumns.map((column) => row[column] ?? null)]
    const isNew =
      db.dialect === 'postgres'
        ? (await db.run(beginBoth, values)) === 1
        : await db.transaction(async (sql) => {
            if ((await sql.run(beginForm, form)) === 0) return false
            await sql.run(insertReceipt, values)
            return true
          })
    if (isNew) return { type: 'begun' }
    const existing = await find(key, startedAt, 0)
    // Removed in between: a retry begins it.
    if (existing === undefined) throw new StorageUnavailableError('KEY_REMOVED')
    return existing
  }
}

export async function retryWithin<T>(work: () => Promise<T>, retryMs: number): Promise<T> {
  const end = performance.now() + retryMs
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
  { fingerprint, lease_expires_at: lease, outcome, expires_at: expiresAt }: FormRow,
  time: number,
): KnownForm {
  if (outcome !== null) return { type: 'settled', fingerprint, outcome, expiresAt }
  return lease > time ? { type: 'under_way', fingerprint, lease } : { type: 'lost', fingerprint, expiresAt }
}
