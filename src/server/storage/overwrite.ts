/** Overwrites what was deleted from an SQLite file. `secure_delete` fills the deleted part of a page with zeros; here is the
 *  rest: the write-ahead log, which keeps the page as it was before. */
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
