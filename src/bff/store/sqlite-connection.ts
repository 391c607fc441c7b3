/** A connection to an SQLite file through libsql's promises: statements and waits for the disk run on threads of its own,
 *  so that a slow disk keeps only those waiting who need it, never the whole process. */
import Libsql from 'libsql/promise'
import * as z from 'zod/mini'
import type { Sql } from './sql.ts'

/** One connection. Only one thing may be asked of it at a time. */
export interface SqliteConnection extends Sql {
  /** Runs statements that have neither parameters nor rows. */
  exec(statements: string): Promise<void>
  close(): void
}

const AnyRow = z.record(z.string(), z.unknown())
const AnyRows = z.array(AnyRow)

/** What is asked of a prepared statement of libsql, whose own types say nothing. */
interface Prepared {
  all(parameters: readonly (string | number | null)[]): Promise<unknown>
}

/**
 * Opens a file, making it when it is not there.
 *
 * @param settings pragmas
 * @throws an error with a `code` of SQLite's
 */
export async function openSqliteConnection(file: string, settings: readonly string[]): Promise<SqliteConnection> {
  const libsql = new Libsql(file, {})
  const prepared = new Map<string, Prepared>()

  async function prepare(statement: string): Promise<Prepared> {
    const known = prepared.get(statement)
    if (known !== undefined) return known
    const made: Prepared = await libsql.prepare(statement.replace(/\$(\d)/g, '?$1'))
    prepared.set(statement, made)
    return made
  }

  const connection: SqliteConnection = {
    async all(statement, parameters = []) {
      try {
        return AnyRows.parse(await (await prepare(statement)).all(parameters))
      } catch (error) {
        // After an error libsql keeps the old values in a prepared statement.
        prepared.delete(statement)
        throw error
      }
    },
    async exec(statements) {
      await libsql.exec(statements)
    },
    close() {
      prepared.clear()
      libsql.close()
    },
  }
  for (const setting of settings) await connection.all(`PRAGMA ${setting}`)
  prepared.clear()
  return connection
}
