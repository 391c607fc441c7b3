/** PostgreSQL through pg: for any number of monitors that share the work. */
import { type ClientBase, Pool, types } from 'pg'
import { migrate } from './migrate.ts'
import { codeOf, type Database, DatabaseUnusable, type Sql } from './sql.ts'

/** The number that processes agree on while one of them changes the tables. */
const migrationLock = 7_250_991_448

/**
 * Opens the database, making or changing the tables when that is needed. Each answer is waited for at most ten seconds.
 *
 * @param url `postgres://…`, with everything pg understands, for example `?sslmode=verify-full`
 * @param onTrouble hears the code of what ended an idle connection
 * @throws DatabaseUnusable with a sentence for the operator, without the password
 */
export async function openPostgres(
  url: string,
  onTrouble: (code: string) => void = () => undefined,
): Promise<Database> {
  let pool: Pool
  try {
    pool = new Pool({
      connectionString: url,
      max: 8,
      connectionTimeoutMillis: 3_000,
      query_timeout: 10_000,
      statement_timeout: 10_000,
      idleTimeoutMillis: 30_000,
      application_name: 'voter-registration-monitor',
      types: {
        getTypeParser: (oid, format) =>
          oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
      },
    })
  } catch (error) {
    throw unusable(error)
  }
  pool.on('error', (error) => onTrouble(codeOf(error)))
  const database = over(pool)
  try {
    await database.transaction(async (sql) => {
      await sql.all('SELECT pg_advisory_xact_lock($1)', [migrationLock])
      await migrate(sql, 'postgres')
    })
    return database
  } catch (error) {
    await pool.end().catch(() => undefined)
    throw error instanceof DatabaseUnusable ? error : unusable(error)
  }
}

function unusable(error: unknown): DatabaseUnusable {
  return new DatabaseUnusable(
    `The database of DATABASE_URL cannot be used (${codeOf(error)}). Check address, user and password (not shown here), and that the user may create tables.`,
  )
}

const on = (client: Pool | ClientBase): Sql => ({
  all: async (statement, parameters = []) => (await client.query(statement, [...parameters])).rows,
})

function over(pool: Pool): Database {
  return {
    ...on(pool),
    async transaction(work) {
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
    locked: 'FOR UPDATE',
    check: async () => {
      await pool.query('UPDATE monitor_schema SET version = version')
    },
    close: () => pool.end(),
  }
}
