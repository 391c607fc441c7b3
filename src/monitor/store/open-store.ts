/** Opens the monitor's storage: SQLite in a folder, or PostgreSQL. */
import { openDatabase, type StorageLocation } from '../../storage/open.ts'
import type { Log } from '../log.ts'
import type { NoticeOf } from './record-checks.ts'
import { monitorSchema } from './schema.ts'
import { createSqlStore } from './sql-store.ts'
import type { Store } from './store.ts'

export { DatabaseUnusable, StorageUnavailable } from '../../storage/sql.ts'

/** Uptime ratios over a long history take their time. */
const queryTimeout = 10_000

/**
 * Opens it and brings its tables up to date. A PostgreSQL that cannot be reached is no error of an `owner`: the store rejects
 * every call until it can.
 *
 * @param as `owner`: the monitor; `visitor`: a command beside it
 * @throws DatabaseUnusable with a sentence that says what to do, without a password; StorageUnavailable when a visitor cannot
 * reach it
 */
export async function openStore(
  location: StorageLocation,
  as: 'owner' | 'visitor',
  { noticeOf, log }: { noticeOf?: NoticeOf; log?: Log } = {},
): Promise<Store> {
  return createSqlStore(await openDatabase(location, as, monitorSchema, { queryTimeout, log }), noticeOf)
}
