/** Opens the storage that the options name: SQLite in a folder, or PostgreSQL. */
import type { Log } from '../observability/log.ts'
import { ConfigurationError } from '../options/option.ts'
import { openDatabase } from '../storage/open.ts'
import { DatabaseUnusable, StorageUnavailable } from '../storage/sql.ts'
import { errorCode } from '../upstream/transport.ts'
import { bffSchema } from './schema.ts'
import { createSqlStore } from './sql-store.ts'
import type { Store } from './store.ts'

/** Timeout of a PostgreSQL query, in milliseconds, since a voter waits for it. */
const queryTimeout = 5_000

export interface StorageOptions {
  dataDir?: string | undefined
  databaseUrl?: string | undefined
}

/** For an `owner` (the BFF) an unreachable PostgreSQL is no error: calls reject until it is there. A `visitor` is a command
 *  beside it. @throws ConfigurationError with advice; StorageUnavailable when a visitor cannot reach it */
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
    if (error instanceof StorageUnavailable) throw error
    if (error instanceof DatabaseUnusable) throw new ConfigurationError([error.message])
    throw new ConfigurationError([
      `The storage cannot be opened (${errorCode(error)}). Check DATA_DIR or DATABASE_URL.`,
    ])
  }
}
