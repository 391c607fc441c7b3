/** A connection to an SQLite file through libsql. Reads and commits run on libsql's threads, so that a slow disk delays only
 *  what waits for it. Changes inside a transaction run on this thread: they touch memory only, and two changes of threads
 *  for each statement cost more than the statement. */
import Libsql from 'libsql/promise'
import { type Row, type Sql, StorageUnavailable, type Value } from './sql.ts'

/** One connection. The caller asks one thing of it at a time. */
export interface SqliteConnection extends Sql {
  /** Runs statements without parameters and rows on a thread of libsql. */
  exec(statements: string): Promise<void>
  close(): void
}

/** A prepared statement of libsql, whose own types say nothing. */
interface Prepared {
  all(parameters: readonly Value[]): Promise<Row[]>
  /** Runs on this thread today; a later libsql may return a promise. */
  run(parameters: readonly Value[]): { changes: number } | Promise<{ changes: number }>
}

/**
 * Opens a file, making it when it is not there.
 *
 * @param settings pragmas
 * @throws StorageUnavailable with SQLite's code
 */
export async function openSqliteConnection(file: string, settings: readonly string[]): Promise<SqliteConnection> {
  const libsql = await attempt(async () => new Libsql(file, {}))
  const prepared = new Map<string, Prepared>()

  async function use<T>(statement: string, work: (prepared: Prepared) => T | Promise<T>): Promise<T> {
    try {
      let known = prepared.get(statement)
      if (known === undefined) {
        known = await prepare(libsql, statement)
        prepared.set(statement, known)
      }
      return await work(known)
    } catch (error) {
      const failure = StorageUnavailable.from(error)
      // After an error libsql keeps the old values in a prepared statement. One that was busy is in progress until it is run
      // again, and would keep its transaction from committing.
      if (!failure.code.startsWith('SQLITE_BUSY')) prepared.delete(statement)
      throw failure
    }
  }

  const connection: SqliteConnection = {
    all: (statement, parameters = []) => use(statement, (known) => known.all(parameters)),
    run: (statement, parameters = []) => use(statement, async (known) => (await known.run(parameters)).changes),
    exec: (statements) => attempt(() => libsql.exec(statements)),
    close() {
      prepared.clear()
      libsql.close()
    },
  }
  for (const setting of settings) await connection.all(`PRAGMA ${setting}`)
  prepared.clear()
  return connection
}

async function prepare(libsql: Libsql, statement: string): Promise<Prepared> {
  return libsql.prepare(statement.replace(/\$(\d+)/g, '?$1'))
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw StorageUnavailable.from(error)
  }
}
