/** Inspects a database without changing it. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { newestVersion, type Schema, versionOf } from './migrate.ts'
import type { Row, Value } from './sql.ts'
import { openSqliteConnection } from './sqlite-connection.ts'

/** The version of the tables, 0 when there are none, and the version that this program knows. */
export interface Tables {
  version: number
  newest: number
  /** What the further query found, if the tables are of the newest version. */
  row?: Row
}

/** Properties of a PostgreSQL connection: the role, whether it may create tables, whether the server is read-only. */
export interface PostgresTables extends Tables {
  role: string
  mayCreate: boolean
  isStandby: boolean
  isEncrypted: boolean
}

/**
 * Inspects the SQLite tables in a folder.
 *
 * @param query a further query of one row
 * @throws DatabaseUnusable when they are newer than this program; StorageUnavailable when the file cannot be read
 */
export async function inspectSqlite(folder: string, schema: Schema, query?: string): Promise<Tables> {
  const file = path.join(folder, `${schema.name}.db`)
  const newest = newestVersion(schema)
  if (!existsSync(file)) return { version: 0, newest }
  const connection = await openSqliteConnection(file, ['query_only = 1', 'busy_timeout = 2000'])
  try {
    const version = await versionOf(connection, 'sqlite', schema)
    return { version, newest, ...(await rowOf(connection, query, version === newest)) }
  } finally {
    connection.close()
  }
}

async function rowOf(
  { all }: { all: (statement: string) => Row[] | Promise<Row[]> },
  query: string | undefined,
  areNewest: boolean,
): Promise<{ row?: Row }> {
  const [row] = query === undefined || !areNewest ? [] : await all(query)
  return row === undefined ? {} : { row }
}

const about = `SELECT current_user AS role, has_schema_privilege(current_schema(), 'CREATE') AS may_create,
  pg_is_in_recovery() AS is_standby, (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS is_encrypted`

/**
 * Inspects the tables in PostgreSQL, over one connection that is then closed. Tries to write, and rolls back.
 *
 * @param query a further query of one row
 * @throws DatabaseUnusable when they are newer than this program; otherwise the driver's error with its `code`
 */
export async function inspectPostgres(url: string, schema: Schema, query?: string): Promise<PostgresTables> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  const all = async (statement: string, parameters: readonly Value[] = []): Promise<Row[]> =>
    (await client.query(statement, [...parameters])).rows
  try {
    await client.connect()
    const [row = {}] = await all(about)
    const isStandby = row.is_standby === true
    const version = await versionOf({ all }, 'postgres', schema)
    if (version > 0 && !isStandby) {
      await all('BEGIN')
      await all(`UPDATE ${schema.versionTable} SET version = version`)
      await all('ROLLBACK')
    }
    return {
      version,
      newest: newestVersion(schema),
      ...(await rowOf({ all }, query, version === newestVersion(schema))),
      role: String(row.role),
      mayCreate: row.may_create === true,
      isStandby,
      isEncrypted: row.is_encrypted === true,
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}
