/** Overwrites what was deleted from an SQLite file. `secure_delete` fills the deleted part of a page with zeros; here is the
 *  rest: the write-ahead log, which keeps the page as it was before, and files from releases without `secure_delete`. */
import type { StorageLog } from './sql.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** How long a checkpoint waits for a reader, in milliseconds: writes wait meanwhile. */
export const checkpointPatience = 100

/**
 * Moves the write-ahead log into the file and empties it.
 *
 * @returns whether it is empty; not while another connection reads an older state, or the disk fails
 */
export async function emptyLog(connection: SqliteConnection): Promise<boolean> {
  const [row] = await connection.all('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => [])
  return row?.busy === 0
}

/**
 * Rewrites the file once, if a release without `secure_delete` may have left deleted rows in it. `user_version` says whether
 * that is done. Without room for the copy it is logged and tried again at the next start.
 *
 * @param isNew whether the file was created just now
 */
export async function rewriteOnce(connection: SqliteConnection, isNew: boolean, log?: StorageLog): Promise<void> {
  const [row] = await connection.all('PRAGMA user_version')
  if (row?.user_version !== 0) return
  try {
    if (!isNew) await connection.exec('VACUUM')
    await connection.exec('PRAGMA user_version = 1')
  } catch {
    const message =
      'The database file could not be rewritten, so it may still hold deleted rows of an earlier release, sealed. Make room for a copy of it; it is tried again at the next start.'
    log?.({ level: 'warn', code: 'deleted_rows_left', message })
  }
}
