/** A connection to an SQLite file through libsql. Reads and commits run on libsql's threads, so that a slow disk delays only
 *  what waits for it: a commit on this thread would save 0.17 ms of processor time, but block every request for as long as
 *  the disk takes. Changes inside a transaction run on this thread: they touch memory only, and two thread switches for each
 *  statement cost more than the statement. */
import { setTimeout as wait } from 'node:timers/promises'
import Libsql from 'libsql/promise'
import { type Row, type Sql, StorageUnavailable, type Value } from './sql.ts'

/** How long a transaction waits for another writing process, in milliseconds. */
const patience = 2_000

export interface SqliteConnection extends Sql {
  /** Runs a statement without parameters and rows on a thread of libsql. */
  exec(statement: string): Promise<void>
  close(): void
}

/** A prepared statement of libsql, whose own types are missing. */
interface Prepared {
  all(parameters: readonly Value[]): Promise<Row[]>
  /** Runs on this thread today; a later libsql may return a promise. */
  run(parameters: readonly Value[]): { changes: number } | Promise<{ changes: number }>
}

/** Opens a file with these pragmas, and creates it if it is missing. @throws StorageUnavailable with SQLite's code */
export async function openSqliteConnection(file: string, settings: readonly string[]): Promise<SqliteConnection> {
  const libsql = await attempt(async () => new Libsql(file, {}))
  const prepared = new Map<string, Prepared>()

  async function use<T>(statement: string, work: (prepared: Prepared) => T | Promise<T>): Promise<T> {
    try {
      const known: Prepared = prepared.get(statement) ?? (await libsql.prepare(statement.replace(/\$(\d+)/g, '?$1')))
      prepared.set(statement, known)
      return await work(known)
    } catch (error) {
      const failure = StorageUnavailable.from(error)
      // After an error libsql keeps the old values in a prepared statement. A busy one stays in progress until it is run
      // again, and would keep its transaction from committing.
      if (!failure.code.startsWith('SQLITE_BUSY')) prepared.delete(statement)
      throw failure
    }
  }

  const connection: SqliteConnection = {
    all: (statement, parameters = []) => use(statement, (known) => known.all(parameters)),
    run: async (statement, parameters = []) => (await use(statement, (known) => known.run(parameters))).changes,
    exec: (statement) => attempt(() => libsql.exec(statement)),
    close() {
      prepared.clear()
      libsql.close()
    },
  }
  for (const setting of settings) await connection.all(`PRAGMA ${setting}`)
  prepared.clear()
  return connection
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw StorageUnavailable.from(error)
  }
}

export async function inTransaction<T>(connection: SqliteConnection, work: (sql: Sql) => Promise<T>): Promise<T> {
  await beginImmediate(connection)
  try {
    const result = await work(connection)
    await connection.exec('COMMIT')
    return result
  } catch (error) {
    // When the disk is full, SQLite has rolled back by itself and this fails.
    await connection.exec('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Begins a transaction; waits for another writing process without occupying a thread. */
async function beginImmediate(connection: Sql): Promise<void> {
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

/** How long a checkpoint waits for a reader, in milliseconds: writes wait meanwhile. */
export const checkpointPatience = 100

/** Empties the write-ahead log: `secure_delete` fills the deleted part of a page with zeros, but the log still has the page
 *  as it was before. Returns whether it is empty; not while another connection reads an older state, or the disk fails. */
export async function emptyLog(connection: SqliteConnection): Promise<boolean> {
  const [row] = await connection.all('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => [])
  return row?.busy === 0
}
