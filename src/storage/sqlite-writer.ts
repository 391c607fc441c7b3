/** Writes through one connection to SQLite, one transaction after the other. */
import { setTimeout as wait } from 'node:timers/promises'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'
import { type Sql, StorageUnavailable } from './sql.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** How long a transaction waits for another process that writes, in milliseconds. */
const patience = 2_000

/** The writes of a connection. */
export interface SqliteWriter extends GroupCommit {
  /** Runs `work` between two transactions. */
  exclusive<T>(work: () => Promise<T>): Promise<T>
}

/** Makes the writer of a connection whose `busy_timeout` is 0. */
export function createSqliteWriter(connection: SqliteConnection): SqliteWriter {
  let last: Promise<unknown> = Promise.resolve()
  const exclusive = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine
    return mine
  }
  const group = createGroupCommit({
    commit: (work) => exclusive(() => commit(connection, work)),
    lanes: 1,
    isRolledBack: () => true,
  })
  return { ...group, exclusive }
}

async function commit<T>(connection: SqliteConnection, work: (sql: Sql) => Promise<T>): Promise<T> {
  await beginImmediate(connection)
  try {
    const result = await work(connection)
    await connection.exec('COMMIT')
    return result
  } catch (error) {
    // Where the disk is full, SQLite has rolled back by itself and this fails.
    await connection.exec('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Begins a transaction, waiting without a thread for a process that writes. */
async function beginImmediate(connection: SqliteConnection): Promise<void> {
  for (const until = Date.now() + patience; ; await wait(10)) {
    try {
      await connection.run('BEGIN IMMEDIATE')
      return
    } catch (error) {
      const isBusy = error instanceof StorageUnavailable && error.code.startsWith('SQLITE_BUSY')
      if (!isBusy || Date.now() >= until) throw error
    }
  }
}
