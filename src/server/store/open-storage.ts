/** Opens the storage that the options name: SQLite in a folder, or PostgreSQL. */
import type { Log } from '../observability/log.ts'
import { ConfigurationError } from '../options/errors.ts'
import { openDatabase } from '../storage/open.ts'
import { type Database, DatabaseUnusable, StorageUnavailable } from '../storage/sql.ts'
import { errorCode } from '../upstream/transport.ts'
import { bffSchema } from './schema.ts'
import { createSqlStore } from './sql-store.ts'
import type { Store } from './store.ts'

/** Timeout of a PostgreSQL query, in milliseconds, since a voter waits for it. */
const queryTimeout = 5_000

/** The options that name a storage. */
export interface StorageOptions {
  dataDir?: string | undefined
  databaseUrl?: string | undefined
}

/** The open storage. */
export interface Storage {
  store: Store
  /** The database under the store, for the counts of the limits; it is closed with the store. */
  database: Database
}

/**
 * Opens the storage and migrates its tables. An unreachable PostgreSQL is not an error for an `owner`: the store rejects
 * every call until it is reachable.
 *
 * @param as `owner`: the BFF; `visitor`: a command beside it
 * @returns `undefined` when the options name no storage
 * @throws ConfigurationError when it can never be used: a sentence with advice, without a password; StorageUnavailable when
 * a visitor cannot reach it
 */
export async function openStorage(
  { dataDir, databaseUrl }: StorageOptions,
  as: 'owner' | 'visitor',
  log?: Log,
): Promise<Storage | undefined> {
  if (databaseUrl === undefined && dataDir === undefined) return undefined
  const location = databaseUrl === undefined ? { dataDir: dataDir ?? '' } : { databaseUrl }
  try {
    const database = await openDatabase(location, as, bffSchema, { queryTimeout, log })
    return { store: createSqlStore(database), database }
  } catch (error) {
    if (error instanceof StorageUnavailable) throw error
    if (error instanceof DatabaseUnusable) throw new ConfigurationError([error.message])
    throw new ConfigurationError([
      `The storage cannot be opened (${errorCode(error)}). Check DATA_DIR or DATABASE_URL.`,
    ])
  }
}
