/** SQLite through libsql: the monitor's embedded database, in one folder, for one process. What was recorded is on the disk
 *  (WAL with synchronous=FULL). */
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import Libsql from 'libsql'
import * as z from 'zod/mini'
import { migrate } from './migrate.ts'
import { type Database, DatabaseUnusable, type Sql } from './sql.ts'

const databaseFile = 'monitor.db'
const lockFile = 'monitor.lock'

/** In place of a folder: kept in memory, gone with the process. */
export const inMemory = ':memory:'

/** With fewer bytes than this left on the disk, the monitor says that it is not ready. */
const leastRoom = 16 * 2 ** 20

const AnyRow = z.record(z.string(), z.unknown())

/**
 * Opens the database of a folder, making both when they are not there.
 *
 * @param folder or {@link inMemory}
 * @param as `owner`: the monitor; a second one is refused. `visitor`: looks beside it, and makes nothing
 * @throws DatabaseUnusable with a sentence for the operator
 */
export async function openSqlite(folder: string, as: 'owner' | 'visitor'): Promise<Database> {
  const file = folder === inMemory ? inMemory : path.join(folder, databaseFile)
  if (as === 'visitor' && !existsSync(file)) {
    throw new DatabaseUnusable(
      `There is no ${databaseFile} in "${folder}". Is DATA_DIR the folder of the running monitor?`,
    )
  }
  const unlock = as === 'owner' && folder !== inMemory ? prepareFolder(folder) : () => undefined
  let connection: Libsql.Database | undefined
  try {
    connection = connect(file)
    for (const name of ['', '-wal', '-shm']) if (existsSync(file + name)) chmodSync(file + name, 0o600)
    const database = over(connection, folder, unlock)
    await database.transaction(async (sql) => {
      await migrate(sql, 'sqlite')
      // Whatever the process before had in its hands is free again: it is gone, or we would not have the lock.
      if (as === 'owner') {
        await sql.all('UPDATE monitor_turn SET lease_owner = NULL, lease_until = 0 WHERE lease_until > 0')
        await sql.all('UPDATE monitor_notice SET lease_until = 0 WHERE lease_until > 0')
      }
    })
    return database
  } catch (error) {
    connection?.close()
    unlock()
    throw error instanceof DatabaseUnusable ? error : unusable(folder, error)
  }
}

function connect(file: string): Libsql.Database {
  const connection = new Libsql(file)
  const settings = ['journal_mode = WAL', 'synchronous = FULL', 'busy_timeout = 2000', 'temp_store = MEMORY']
  for (const setting of [...settings, 'cache_size = -65536']) connection.prepare(`PRAGMA ${setting}`).all()
  return connection
}

/** Makes the folder and takes the lock. The lock is the operating system's, on a file of its own: it ends with the
 *  process, however that ends, and does not keep visitors from the database. */
function prepareFolder(folder: string): () => void {
  let lock: Libsql.Database | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    lock = new Libsql(path.join(folder, lockFile))
    const held = lock
    held.exec('BEGIN EXCLUSIVE')
    return () => held.close()
  } catch (error) {
    lock?.close()
    if (codeIn(error).startsWith('SQLITE_BUSY')) {
      throw new DatabaseUnusable(
        `Another monitor uses the folder "${folder}". Each needs a DATA_DIR of its own; monitors that share the work need DATABASE_URL.`,
      )
    }
    throw unusable(folder, error)
  }
}

function unusable(folder: string, error: unknown): DatabaseUnusable {
  const reason = `The folder "${folder}" cannot be used (${codeIn(error)}).`
  return new DatabaseUnusable(`${reason} Set DATA_DIR to a folder on a local disk that this user may write to.`)
}

function codeIn(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && code !== '' ? code : 'cannot be opened'
}

function over(connection: Libsql.Database, folder: string, unlock: () => void): Database {
  // A statement is prepared anew for each use: after an error libsql keeps the old values in a prepared one.
  const run: Sql = {
    all: async (statement, parameters = []) =>
      z.array(AnyRow).parse(connection.prepare(statement.replace(/\$(\d+)/g, '?$1')).all(...parameters)),
  }
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work)
    last = mine
    return mine
  }
  return {
    all: (statement, parameters) => inTurn(() => run.all(statement, parameters)),
    transaction: (work) =>
      inTurn(async () => {
        connection.exec('BEGIN IMMEDIATE')
        try {
          const result = await work(run)
          connection.exec('COMMIT')
          return result
        } catch (error) {
          // Where the disk is full, SQLite has taken everything back by itself.
          if (connection.inTransaction) connection.exec('ROLLBACK')
          throw error
        }
      }),
    records: (columns) => {
      const members = Object.keys(columns).map((column) => `value ->> '${column}' AS ${column}`)
      return `(SELECT ${members.join(', ')} FROM json_each($1)) AS r`
    },
    skipLocked: '',
    locked: '',
    check: () =>
      inTurn(async () => {
        connection.prepare('UPDATE monitor_schema SET version = version').all()
        if (folder === inMemory) return
        const { bavail, bsize } = await statfs(folder)
        if (bavail * bsize < leastRoom) throw new DatabaseUnusable('There is hardly any room left on the disk.')
      }),
    close: () =>
      inTurn(async () => {
        connection.close()
        unlock()
      }),
  }
}
