/** Opens the monitor's storage: SQLite in a folder, or PostgreSQL. Loads only the one that is needed. */
import type { NoticeOf } from './record-checks.ts'
import { createSqlStore } from './sql-store.ts'
import type { Store } from './store.ts'

/**
 * Opens it.
 *
 * @param as `owner`: the monitor; `visitor`: looks beside it
 * @throws DatabaseUnusable with a sentence that says what to do, without a password
 */
export async function openStore(
  storage: { dataDir: string } | { databaseUrl: string },
  as: 'owner' | 'visitor',
  { noticeOf, onTrouble }: { noticeOf?: NoticeOf; onTrouble?: (code: string) => void } = {},
): Promise<Store> {
  if ('databaseUrl' in storage) {
    const { openPostgres } = await import('./postgres.ts')
    return createSqlStore(await openPostgres(storage.databaseUrl, onTrouble), noticeOf)
  }
  const { openSqlite } = await import('./sqlite.ts')
  return createSqlStore(await openSqlite(storage.dataDir, as), noticeOf)
}
