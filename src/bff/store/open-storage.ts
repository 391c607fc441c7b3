/** Opens what the options name: SQLite in a folder, or PostgreSQL. Loads only the one that is needed. */
import type { Pool } from 'pg'
import { ConfigurationError } from '../config/read-config.ts'
import type { Log } from '../observability/log.ts'
import { errorCode } from '../upstream/transport.ts'
import { DatabaseUnusable } from './sql.ts'
import { createSqlStore } from './sql-store.ts'
import { noStorage, type StorageOptions } from './storage-options.ts'
import type { Store } from './store.ts'

/** What is open. */
export interface Storage {
  store: Store
  /** The connections to PostgreSQL, for whatever else is shared; they are closed with the store. */
  pool: Pool | undefined
}

/**
 * Opens the storage.
 *
 * @param as `owner`: the BFF; `visitor`: looks and retries beside it
 * @returns `undefined` when none is named
 * @throws ConfigurationError when it cannot be used: a sentence that says what to do, without a password
 */
export async function openStorage(
  { dataDir, databaseUrl }: StorageOptions,
  as: 'owner' | 'visitor',
  log?: Log,
): Promise<Storage | undefined> {
  try {
    if (databaseUrl !== undefined) {
      const { openPool, openPostgres } = await import('./postgres.ts')
      const pool = openPool(databaseUrl, (cause) => log?.({ level: 'warn', code: 'database_connection_lost', cause }))
      return { store: createSqlStore(await openPostgres(pool)), pool }
    }
    if (dataDir === undefined || dataDir === noStorage) return undefined
    const { openSqlite } = await import('./sqlite.ts')
    return { store: createSqlStore(await openSqlite(dataDir, as)), pool: undefined }
  } catch (error) {
    if (error instanceof DatabaseUnusable) throw new ConfigurationError([error.message])
    throw new ConfigurationError([`The storage cannot be opened (${errorCode(error)}).`])
  }
}
