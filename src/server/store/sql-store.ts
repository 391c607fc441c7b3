/** The store in a database, SQLite in a folder or PostgreSQL: the same statements for both. */
import * as z from 'zod/mini'
import type { Log } from '../observability/log.ts'
import { ConfigurationError } from '../options/option.ts'
import { openDatabase } from '../storage/open.ts'
import { type Database, DatabaseError, StorageUnavailableError } from '../storage/sql.ts'
import { errorCode } from '../upstream/transport.ts'
import { createCountTable } from './counts.ts'
import { createIdempotencyTable, retryWithin } from './idempotency-table.ts'
import { createOutboxTable } from './outbox-table.ts'
import { bffSchema } from './schema.ts'
import { countedColumns, Receipt, type ReceiptStore, type Store, StoredWording, type WordingStore } from './store.ts'

/** Settles open receipts. Outcome and receipt are written together, so an open receipt has no outcome. */
const settleOpen = `UPDATE bff_receipt SET outcome = 'unknown', outcome_at = $1 WHERE outcome = 'open' AND created_at < $2`

const rowKeys = { bff_form: 'form_key', bff_count: 'name', bff_click: 'id', bff_receipt: 'seq' } as const

/** Number of rows that one statement deletes, and the pause after it for other writes, in milliseconds. */
const batch = 250
const pause = 10

/** `retryMs`: how long PostgreSQL may be unavailable, in milliseconds, before a new form is rejected. Without it it is
 *  unknown whether another process has sent the form; a restart or fail-over usually takes less than 5 s. */
export function createSqlStore(db: Database, retryMs = 5_000): Store {
  /** Deletes all rows that match, in small batches, so that no write waits for long. */
  async function remove(table: keyof typeof rowKeys, condition: string, cutoff: number): Promise<number> {
    const key = rowKeys[table]
    const statement = `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${batch})`
    for (let total = 0; ; await new Promise((resolve) => setTimeout(resolve, pause))) {
      const removed = await db.run(statement, [cutoff])
      total += removed
      if (removed < batch) return total
    }
  }
  return {
    clicks: createOutboxTable(db),
    forms: createIdempotencyTable(db, retryMs),
    receipts: sqlReceipts(db),
    wordings: sqlWordings(db, retryMs),
    counts: createCountTable(db),
    sweep: async ({ time, delivered, failed, receipts, open }) => {
      // First what is promised to the minute: the answers.
      const forms = await remove('bff_form', 'expires_at <= $1', time)
      await remove('bff_count', 'expires_at <= $1', time)
      const counts = {
        settled: await db.run(settleOpen, [time, open]),
        delivered: await remove('bff_click', `state = 'delivered' AND last_attempt_at < $1`, delivered),
        failed: await remove('bff_click', `state = 'failed' AND last_attempt_at < $1`, failed),
        forms,
        receipts: await remove('bff_receipt', 'created_at < $1', receipts),
      }
      await db.overwrite()
      return counts
    },
    check: () => db.check(),
    close: () => db.close(),
  }
}

function sqlReceipts(db: Database): ReceiptStore {
  return {
    async list({ from, to, partner, after, limit }) {
      // `+` keeps SQLite from using the index by time, with which it would sort the whole time span for every page.
      const rows = await db.query(
        `SELECT * FROM bff_receipt WHERE seq > $1 AND +created_at >= $2 AND +created_at < $3${partner === undefined ? '' : ' AND partner = $5'}
          ORDER BY seq LIMIT $4`,
        [after ?? 0, from ?? 0, to ?? Number.MAX_SAFE_INTEGER, limit, ...(partner === undefined ? [] : [partner])],
      )
      return Receipts.parse(rows)
    },
    async count({ from, to, by, outcome }) {
      const groups = by.length === 0 ? '' : `GROUP BY ${by.map((_, index) => index + 1).join(', ')}`
      const plain = [
        ...by.filter(isColumn).map((name) => countedColumns[name]),
        ...(by.every(isColumn) ? [] : ['campaign']),
      ]
      // Parameters are searched for once in each campaign of the time span, not once in each receipt.
      const list = plain.map((name) => `${name}, `).join('')
      const spans = `SELECT ${list}count(*) AS count FROM bff_receipt
        WHERE created_at >= $1 AND created_at < $2${outcome === undefined ? '' : ' AND outcome = $3'}
        ${list === '' ? '' : `GROUP BY ${plain.join(', ')}`}`
      const columns = by.map(
        (name, index) => `${isColumn(name) ? countedColumns[name] : parameterSql(name, db.dialect)} AS v${index}, `,
      )
      const rows = await db.query(
        `SELECT ${columns.join('')}CAST(sum(count) AS ${db.dialect === 'postgres' ? 'bigint' : 'INTEGER'}) AS count FROM (${spans}) AS span ${groups}`,
        [from, to, ...(outcome === undefined ? [] : [outcome])],
      )
      return rows.map((row) => ({
        values: by.map((name, index) => countedValue(isColumn(name), Text.parse(row[`v${index}`]))),
        count: Count.parse(row.count),
      }))
    },
    async find(name) {
      return Receipts.parse(
        await db.query('SELECT * FROM bff_receipt WHERE id = $1 OR reference = $1 OR phone_hmac = $1 ORDER BY seq', [
          name,
        ]),
      )
    },
    async forget(phone) {
      const count = await db.run('UPDATE bff_receipt SET phone_hmac = NULL WHERE phone_hmac = $1', [phone])
      await db.overwrite()
      return count
    },
  }
}

const Receipts = z.array(Receipt)
const Text = z.nullable(z.string())
const Count = z.number()

const isColumn = (name: string): name is keyof typeof countedColumns => Object.hasOwn(countedColumns, name)

/** Returns SQL for a parameter of `campaign`, which has the encoding of a query; NULL when it is missing. */
function parameterSql(name: string, dialect: Database['dialect']): string {
  if (!/^[A-Za-z][\w-]{0,39}$/.test(name)) throw new Error(`"${name}" is not the name of a campaign parameter.`)
  const start = `&${name}=`
  if (dialect === 'postgres')
    return `CASE WHEN strpos('&' || campaign, '${start}') > 0 THEN split_part(split_part('&' || campaign, '${start}', 2), '&', 1) END`
  const position = `instr('&' || campaign, '${start}')`
  const tail = `substr('&' || campaign || '&', ${position} + ${start.length})`
  return `CASE WHEN ${position} > 0 THEN substr(${tail}, 1, instr(${tail}, '&') - 1) END`
}

function countedValue(isPlain: boolean, text: string | null): string | null {
  return isPlain || text === null ? text : new URLSearchParams(`v=${text}`).get('v')
}

const keepWording =
  'INSERT INTO bff_wording (version, language, text, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (version) DO NOTHING'

function sqlWordings(db: Database, retryMs: number): WordingStore {
  return {
    async keep({ version, language, text, created_at }) {
      const keep = () => db.run(keepWording, [version, language, text, created_at])
      await (db.dialect === 'postgres' ? retryWithin(keep, retryMs) : keep())
    },
    async get(version) {
      const [row] = await db.query('SELECT * FROM bff_wording WHERE version = $1', [version])
      return row === undefined ? undefined : StoredWording.parse(row)
    },
  }
}

/** Timeout of a PostgreSQL query, in milliseconds, since a voter waits for it. */
const queryTimeout = 5_000

export interface StorageOptions {
  dataDir?: string | undefined
  databaseUrl?: string | undefined
}

/** For an `owner` (the BFF) an unreachable PostgreSQL is no error: calls reject until it is there. A `visitor` is a command
 *  while it runs. @throws ConfigurationError with advice; StorageUnavailableError when a visitor cannot reach it */
export async function openStorage(
  { dataDir, databaseUrl }: StorageOptions,
  as: 'owner' | 'visitor',
  log?: Log,
): Promise<Store | undefined> {
  if (databaseUrl === undefined && dataDir === undefined) return undefined
  const location = databaseUrl === undefined ? { dataDir: dataDir ?? '' } : { databaseUrl }
  try {
    return createSqlStore(await openDatabase(location, as, { schema: bffSchema, queryTimeout, log }))
  } catch (error) {
    if (error instanceof StorageUnavailableError) throw error
    if (error instanceof DatabaseError) throw new ConfigurationError([error.message])
    throw new ConfigurationError([
      `The storage cannot be opened (${errorCode(error)}). Check DATA_DIR or DATABASE_URL.`,
    ])
  }
}
