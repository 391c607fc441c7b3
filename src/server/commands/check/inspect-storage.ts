/** Inspects the BFF's tables without changing them. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { newestVersion, versionOf } from '../../storage/migrate.ts'
import type { Row, Sql, Value } from '../../storage/sql.ts'
import { openSqliteConnection } from '../../storage/sqlite-connection.ts'
import { depthQuery } from '../../store/outbox-table.ts'
import { bffSchema } from '../../store/schema.ts'

/** The version of the tables, 0 when there are none, and the version that this program knows. */
export interface Tables {
  version: number
  newest: number
  /** The outbox's depth, if the tables are of the newest version. */
  row?: Row | undefined
}

/** Properties of a PostgreSQL connection: the role, whether it may create tables, whether the server is read-only. */
interface PostgresTables extends Tables {
  role: string
  mayCreate: boolean
  isStandby: boolean
  isEncrypted: boolean
}

const newest = newestVersion(bffSchema)

/**
 * Inspects the tables in a folder.
 *
 * @throws DatabaseUnusable when they are newer than this program; StorageUnavailable when the file cannot be read
 */
export async function inspectFolder(folder: string): Promise<Tables> {
  const file = path.join(folder, `${bffSchema.name}.db`)
  if (!existsSync(file)) return { version: 0, newest }
  const connection = await openSqliteConnection(file, ['query_only = 1', 'busy_timeout = 2000'])
  try {
    const version = await versionOf(connection, 'sqlite', bffSchema)
    return { version, newest, row: await depthIn(connection, version) }
  } finally {
    connection.close()
  }
}

/** Returns the outbox's depth; tables of another version may not have it. */
async function depthIn({ all }: Pick<Sql, 'all'>, version: number): Promise<Row | undefined> {
  return version === newest ? (await all(depthQuery))[0] : undefined
}

const about = `SELECT current_user AS role, has_schema_privilege(current_schema(), 'CREATE') AS may_create,
  pg_is_in_recovery() AS is_standby, (SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()) AS is_encrypted`

/**
 * Inspects the tables in PostgreSQL, over one connection that is then closed. Tries to write, and rolls back.
 *
 * @throws DatabaseUnusable when they are newer than this program; otherwise the driver's error with its `code`
 */
export async function inspectDatabase(url: string): Promise<PostgresTables> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  const all = async (statement: string, parameters: readonly Value[] = []): Promise<Row[]> =>
    (await client.query(statement, [...parameters])).rows
  try {
    await client.connect()
    const [row = {}] = await all(about)
    const isStandby = row.is_standby === true
    const version = await versionOf({ all }, 'postgres', bffSchema)
    if (version > 0 && !isStandby) {
      await all('BEGIN')
      await all(`UPDATE ${bffSchema.versionTable} SET version = version`)
      await all('ROLLBACK')
    }
    return {
      version,
      newest,
      row: await depthIn({ all }, version),
      role: String(row.role),
      mayCreate: row.may_create === true,
      isStandby,
      isEncrypted: row.is_encrypted === true,
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}
