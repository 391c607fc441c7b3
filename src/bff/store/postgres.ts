/** PostgreSQL through pg: for any number of BFF processes that share the work. */
import { type ClientBase, Pool, types } from 'pg'
import { migrate } from './migrate.ts'
import { type Database, DatabaseUnusable, type Sql } from './sql.ts'

/** The number that processes agree on while one of them changes the tables. */
const migrationLock = 7_250_991_447

/**
 * A pool of connections. Each answer is waited for at most five seconds.
 *
 * @param url `postgres://…`, with everything pg understands, for example `?sslmode=verify-full`
 * @param onTrouble hears the code of what ended an idle connection
 */
export function openPool(url: string, onTrouble: (code: string) => void = () => undefined): Pool {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 3_000,
    query_timeout: 5_000,
    statement_timeout: 5_000,
    idleTimeoutMillis: 30_000,
    application_name: 'voter-registration',
    types: {
      getTypeParser: (oid, format) =>
        oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
    },
  })
  pool.on('error', (error) => onTrouble(codeOf(error)))
  return pool
}

/**
 * Opens the database, making or changing the tables when that is needed.
 *
 * @param pool closed with the database
 * @throws DatabaseUnusable with a sentence for the operator
 */
export async function openPostgres(pool: Pool): Promise<Database> {
  const database = over(pool)
  try {
    await database.transaction(async (sql) => {
      await sql.all('SELECT pg_advisory_xact_lock($1)', [migrationLock])
      await migrate(sql, 'postgres')
    })
    return database
  } catch (error) {
    await pool.end().catch(() => undefined)
    if (error instanceof DatabaseUnusable) throw error
    throw new DatabaseUnusable(
      `The database of DATABASE_URL cannot be used (${codeOf(error)}). Check address, user and password (not shown here), and that the user may create tables.`,
    )
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : 'no answer'
}

const on = (client: Pool | ClientBase): Sql => ({
  all: async (statement, parameters = []) => (await client.query(statement, [...parameters])).rows,
})

function over(pool: Pool): Database {
  return {
    ...on(pool),
    async transaction(work, { single = false } = {}) {
      if (single) return work(on(pool))
      const client = await pool.connect()
      try {
        await client.query('BEGIN')
        const result = await work(on(client))
        await client.query('COMMIT')
        client.release()
        return result
      } catch (error) {
        // A connection that failed in the middle is not used again; the server takes everything back.
        client.release(true)
        throw error
      }
    },
    records: (columns) => {
      const members = Object.entries(columns).map(([name, type]) => `${name} ${type === 'text' ? 'text' : 'bigint'}`)
      return `json_to_recordset(CAST($1 AS json)) AS r(${members.join(', ')})`
    },
    skipLocked: 'FOR UPDATE SKIP LOCKED',
    check: async () => {
      await pool.query('UPDATE bff_schema SET version = version')
    },
    close: () => pool.end(),
  }
}
