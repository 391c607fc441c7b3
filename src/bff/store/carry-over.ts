/** Carries what was written from SQLite's log (WAL) into the database itself, beside the writing: with many rows these are
 *  many places of the disk, and whoever's write is to do it waits for a third of a second. */
import { stat } from 'node:fs/promises'
import type { SqliteConnection } from './sqlite-connection.ts'

/**
 * Carries over whenever something was written, until it is stopped.
 *
 * @param log the log's file
 * @param connection a connection of its own
 * @param between runs something while nobody writes: without such a moment a log that is written to all the time would
 * never begin anew
 * @param every how often it looks, in milliseconds
 * @returns stops it, after what is under way
 */
export function carryOver(
  log: string,
  connection: SqliteConnection,
  between: <T>(work: () => Promise<T>) => Promise<T>,
  every = 1_000,
): () => Promise<void> {
  const carry = () => connection.exec('PRAGMA wal_checkpoint(PASSIVE)')
  let under: Promise<void> = Promise.resolve()
  let isOver = false
  let carried = 0

  async function look(): Promise<void> {
    try {
      const { mtimeMs } = await stat(log)
      if (mtimeMs !== carried) {
        await carry()
        // What came meanwhile is little, and what comes while that is carried over is hardly anything.
        await carry()
        await between(carry)
        carried = mtimeMs
      }
    } catch {
      // A full disk: whoever writes is told so. It is tried again.
    }
    if (!isOver) later()
  }

  let timer: ReturnType<typeof setTimeout>
  function later(): void {
    timer = setTimeout(() => {
      under = look()
    }, every)
    timer.unref()
  }
  later()

  return async () => {
    isOver = true
    clearTimeout(timer)
    await under
  }
}
