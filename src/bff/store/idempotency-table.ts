/** Idempotency keys in a database: the key of a form and the receipt of its consent are written together. */
import * as z from 'zod/mini'
import { type Database, StorageUnavailable, type Value } from '../../storage/sql.ts'
import type { Beginning, Ending, FormStore, Known, NewReceipt } from './store.ts'

const Form = z.object({
  fingerprint: z.string(),
  lease: z.number(),
  outcome: z.nullable(z.string()),
  until: z.number(),
})

/** A key that has expired but is not removed yet makes room. */
const beginForm = `INSERT INTO bff_form (form_key, fingerprint, owner, lease, outcome, until) VALUES ($1, $2, $3, $4, NULL, $5)
  ON CONFLICT (form_key) DO UPDATE SET fingerprint = excluded.fingerprint, owner = excluded.owner,
    lease = excluded.lease, outcome = NULL, until = excluded.until WHERE bff_form.until <= $6`

const receiptColumns = ['id', 'at', 'reference', 'wording', 'locale', 'boxes', 'form', 'site', 'phone'] as const

/** Inserts a receipt whose values begin with `$<first>`. */
const insertReceipt = (first: number, from = '') =>
  `INSERT INTO bff_receipt (${receiptColumns.join(', ')}) SELECT ${receiptColumns
    .map((column, index) => `CAST($${first + index} AS ${column === 'at' ? 'BIGINT' : 'TEXT'})`)
    .join(', ')}${from}`

const receiptValues = (receipt: NewReceipt): Value[] =>
  receiptColumns.map((column) => (column === 'boxes' ? receipt.boxes.join(',') : receipt[column]))

/** PostgreSQL does both in one statement, so in one round trip in place of four. */
const beginBoth = `WITH begun AS (${beginForm} RETURNING form_key) ${insertReceipt(7, ' FROM begun')}`

/** A {@link FormStore} in a database. */
export function sqlForms(db: Database): FormStore {
  async function look(key: string, now: number, until: number): Promise<Known | undefined> {
    const [row] = await db.all(
      'SELECT fingerprint, lease, outcome, until FROM bff_form WHERE form_key = $1 AND until > $2',
      [key, until],
    )
    return row === undefined ? undefined : knownFrom(Form.parse(row), now)
  }
  return {
    async begin(beginning) {
      if (await hasBegun(db, beginning)) return { type: 'begun' }
      const known = await look(beginning.key, beginning.now, 0)
      // Removed in between: the next attempt begins it.
      if (known === undefined) throw new StorageUnavailable('KEY_REMOVED')
      return known
    },
    look: (key, now) => look(key, now, now),
    end: (ending) => (db.dialect === 'postgres' ? endByOne(db, ending) : endByTwo(db, ending)),
  }
}

function knownFrom({ fingerprint, lease, outcome, until }: z.infer<typeof Form>, now: number): Known {
  if (outcome !== null) return { type: 'settled', fingerprint, outcome, until }
  return lease > now ? { type: 'under_way', fingerprint, lease } : { type: 'lost', fingerprint, until }
}

async function hasBegun(
  db: Database,
  { key, fingerprint, owner, lease, until, now, receipt }: Beginning,
): Promise<boolean> {
  const form = [key, fingerprint, owner, lease, until, now]
  if (db.dialect === 'postgres') return (await db.run(beginBoth, [...form, ...receiptValues(receipt)])) === 1
  return db.transaction(async (sql) => {
    const isNew = (await sql.run(beginForm, form)) === 1
    if (isNew) await sql.run(insertReceipt(1), receiptValues(receipt))
    return isNew
  })
}

const keep = 'UPDATE bff_form SET outcome = $3, until = $4 WHERE form_key = $1 AND owner = $2'
const forget = 'DELETE FROM bff_form WHERE form_key = $1 AND owner = $2'
const settle = (first: number) =>
  `UPDATE bff_receipt SET outcome = $${first}, status = $${first + 1}, outcome_at = $${first + 2} WHERE id = $${first + 3}`
const discard = (first: number) => `DELETE FROM bff_receipt WHERE id = $${first}`

const formEnd = ({ key, owner, outcome, until }: Ending): [string, Value[]] =>
  outcome === undefined ? [forget, [key, owner]] : [keep, [key, owner, outcome, until]]

const receiptEnd = ({ receipt: { id, outcome, status, at } }: Ending, first: number): [string, Value[]] =>
  outcome === undefined ? [discard(first), [id]] : [settle(first), [outcome, status, at, id]]

async function endByOne(db: Database, ending: Ending): Promise<void> {
  const [form, values] = formEnd(ending)
  const [receipt, more] = receiptEnd(ending, values.length + 1)
  await db.run(`WITH form AS (${form}) ${receipt}`, [...values, ...more])
}

async function endByTwo(db: Database, ending: Ending): Promise<void> {
  // A key that becomes free has a voter who waits for it; of an outcome the voter has the answer already.
  const deferred = ending.outcome !== undefined
  await db.transaction(
    async (sql) => {
      await sql.run(...formEnd(ending))
      await sql.run(...receiptEnd(ending, 1))
    },
    { deferred },
  )
}
