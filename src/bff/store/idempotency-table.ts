/** Filled forms in a database: the key of a form and the receipt of its consent are written together. */
import * as z from 'zod/mini'
import { group } from './group.ts'
import type { Database, Sql } from './sql.ts'
import type { Beginning, Ending, FormStore, Known } from './store.ts'

const Form = z.object({
  form_key: z.string(),
  fingerprint: z.string(),
  lease: z.number(),
  outcome: z.nullable(z.string()),
  until: z.number(),
})

/** A {@link FormStore} in a database. */
export function sqlForms(db: Database): FormStore {
  return {
    begin: group(db, (sql, beginnings: Beginning[]) => beginAll(db, sql, beginnings)),
    async look(key, now) {
      const [row] = await db.all('SELECT * FROM bff_form WHERE form_key = $1 AND until > $2', [key, now])
      return row === undefined ? undefined : knownFrom(Form.parse(row), now)
    },
    end: group(db, (sql, endings: Ending[]) => endAll(db, sql, endings), { soon: true }),
  }
}

function knownFrom({ fingerprint, lease, outcome, until }: z.infer<typeof Form>, now: number): Known {
  if (outcome !== null) return { type: 'settled', fingerprint, outcome, until }
  return lease > now ? { type: 'under_way', fingerprint, lease } : { type: 'lost', fingerprint, until }
}

async function beginAll(db: Database, sql: Sql, beginnings: Beginning[]): Promise<({ type: 'begun' } | Known)[]> {
  // Of the same key, the first only: one statement cannot meet a row twice.
  const byKey = new Map<string, Beginning>()
  for (const beginning of beginnings) if (!byKey.has(beginning.key)) byKey.set(beginning.key, beginning)
  const wanted = [...byKey.values()]
  const begun = await insertForms(db, sql, wanted)
  await insertReceipts(
    db,
    sql,
    wanted.filter(({ owner }) => begun.has(owner)),
  )
  const mine = (beginning: Beginning) => begun.has(beginning.owner) && byKey.get(beginning.key) === beginning
  const others = beginnings.filter((beginning) => !mine(beginning))
  const known = others.length === 0 ? new Map<string, z.infer<typeof Form>>() : await read(db, sql, others)
  return beginnings.map((beginning) => {
    if (mine(beginning)) return { type: 'begun' }
    const form = known.get(beginning.key)
    if (form === undefined) throw new Error('A form was neither begun nor known; try again.')
    return knownFrom(form, beginning.now)
  })
}

/** The owners whose forms were not known. A form that is forgotten but not yet removed makes room. All processes take
 *  the keys in the same order, so that no two wait for each other. */
async function insertForms(db: Database, sql: Sql, beginnings: readonly Beginning[]): Promise<Set<unknown>> {
  const columns = {
    form_key: 'text',
    fingerprint: 'text',
    owner: 'text',
    lease: 'number',
    until: 'number',
    now: 'number',
  } as const
  const rows = await sql.all(
    `INSERT INTO bff_form (form_key, fingerprint, owner, lease, outcome, until)
      SELECT r.form_key, r.fingerprint, r.owner, r.lease, NULL, r.until FROM ${db.records(columns)} WHERE true ORDER BY r.form_key
      ON CONFLICT (form_key) DO UPDATE SET fingerprint = excluded.fingerprint, owner = excluded.owner,
        lease = excluded.lease, outcome = NULL, until = excluded.until
      WHERE bff_form.until <= $2
      RETURNING owner`,
    [
      JSON.stringify(beginnings.map(({ key, receipt: _receipt, ...rest }) => ({ form_key: key, ...rest }))),
      Math.min(...beginnings.map(({ now }) => now)),
    ],
  )
  return new Set(rows.map((row) => row.owner))
}

async function insertReceipts(db: Database, sql: Sql, beginnings: readonly Beginning[]): Promise<void> {
  if (beginnings.length === 0) return
  const columns = {
    id: 'text',
    at: 'number',
    reference: 'text',
    wording: 'text',
    locale: 'text',
    boxes: 'text',
    form: 'text',
    site: 'text',
    phone: 'text',
  } as const
  const names = Object.keys(columns).join(', ')
  await sql.all(`INSERT INTO bff_receipt (${names}) SELECT ${names} FROM ${db.records(columns)} WHERE true`, [
    JSON.stringify(beginnings.map(({ receipt }) => ({ ...receipt, boxes: receipt.boxes.join(',') }))),
  ])
}

async function read(db: Database, sql: Sql, beginnings: readonly Beginning[]) {
  const rows = await sql.all(
    `SELECT * FROM bff_form WHERE form_key IN (SELECT r.form_key FROM ${db.records({ form_key: 'text' })})`,
    [JSON.stringify(beginnings.map(({ key }) => ({ form_key: key })))],
  )
  return new Map(
    z
      .array(Form)
      .parse(rows)
      .map((form) => [form.form_key, form]),
  )
}

const forms = (list: readonly Ending[]) =>
  JSON.stringify(list.map(({ key, owner, outcome, until }) => ({ form_key: key, owner, outcome, until })))

async function endAll(db: Database, sql: Sql, endings: Ending[]): Promise<undefined[]> {
  const columns = { form_key: 'text', owner: 'text', outcome: 'text', until: 'number' } as const
  const kept = endings.filter(({ outcome }) => outcome !== undefined)
  const forgotten = endings.filter(({ outcome }) => outcome === undefined)
  if (kept.length > 0) {
    await sql.all(
      `UPDATE bff_form SET outcome = r.outcome, until = r.until FROM ${db.records(columns)}
          WHERE bff_form.form_key = r.form_key AND bff_form.owner = r.owner`,
      [forms(kept)],
    )
  }
  if (forgotten.length > 0) {
    await sql.all(
      `DELETE FROM bff_form WHERE (form_key, owner) IN (SELECT r.form_key, r.owner FROM ${db.records(columns)})`,
      [forms(forgotten)],
    )
  }
  const unused = endings.filter(({ receipt }) => receipt.outcome === undefined)
  if (unused.length > 0) {
    await sql.all(`DELETE FROM bff_receipt WHERE id IN (SELECT r.id FROM ${db.records({ id: 'text' })})`, [
      JSON.stringify(unused.map(({ receipt: { id } }) => ({ id }))),
    ])
  }
  const told = endings.filter(({ receipt }) => receipt.outcome !== undefined)
  if (told.length > 0) {
    await sql.all(
      `UPDATE bff_receipt SET outcome = r.outcome, status = r.status, outcome_at = r.at
        FROM ${db.records({ id: 'text', outcome: 'text', status: 'number', at: 'number' })} WHERE bff_receipt.id = r.id`,
      [JSON.stringify(told.map(({ receipt }) => receipt))],
    )
  }
  return endings.map(() => undefined)
}
