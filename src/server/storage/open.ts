/** Opens the database that the options name, SQLite in a folder or PostgreSQL. Loads only the driver that is needed. */
import type { Schema } from './migrate.ts'
import type { Database, StorageLog } from './sql.ts'

export type StorageLocation = { dataDir: string } | { databaseUrl: string }

/** Opens the database as `owner`, the server process, or as `visitor`, a command beside it. @throws DatabaseUnusable with
 *  advice, without a password; StorageUnavailable for a visitor whose PostgreSQL is unreachable */
export async function openDatabase(
  location: StorageLocation,
  as: 'owner' | 'visitor',
  schema: Schema,
  { queryTimeout, log }: { queryTimeout: number; log?: StorageLog | undefined },
): Promise<Database> {
  const shared = { schema, ...(log && { log }) }
  if ('databaseUrl' in location) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres({ url: location.databaseUrl, queryTimeout, ...shared }, as)
  }
  const { openSqlite } = await import('./sqlite.ts')
  return openSqlite(location.dataDir, as, schema, log)
}
