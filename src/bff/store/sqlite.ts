/** SQLite through libsql: the embedded database, in one folder, for one process. Survives `kill -9` and power cuts: what
 *  was acknowledged is on the disk (WAL with synchronous=FULL). */
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import Libsql from 'libsql'
import { carryOver } from './carry-over.ts'
import { type WriteTogether, writeTogether } from './group-commit.ts'
import { migrate } from './migrate.ts'
import { type Database, DatabaseUnusable, type Sql } from './sql.ts'
import { openSqliteConnection, type SqliteConnection } from './sqlite-connection.ts'

/** The file in the folder. */
export const databaseFile = 'bff.db'
const lockFile = 'bff.lock'

/** With fewer bytes than this left on the disk, the process says that it is not ready. */
const leastRoom = 16 * 2 ** 20

/** A write waits at most two seconds for a visitor who writes; the log is carried over beside the writing, and by a write
 *  itself only when it has grown to 64 MiB nevertheless. */
const settings = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'busy_timeout = 2000',
  'temp_store = MEMORY',
  `journal_size_limit = ${64 * 2 ** 20}`,
  'wal_autocheckpoint = 16384',
]

/**
 * Opens the database of a folder, making both when they are not there.
 *
 * @param as `owner`: the process that delivers; a second one is refused. `visitor`: looks and retries beside it, and
 * makes nothing
 * @throws DatabaseUnusable with a sentence for the operator
 */
export async function openSqlite(folder: string, as: 'owner' | 'visitor'): Promise<Database> {
  const file = path.join(folder, databaseFile)
  if (as === 'visitor' && !existsSync(file)) {
    throw new DatabaseUnusable(`There is no ${databaseFile} in "${folder}". Is DATA_DIR the folder of the running BFF?`)
  }
  const unlock = as === 'owner' ? prepareFolder(folder) : () => undefined
  const connections: SqliteConnection[] = []
  const connect = async () => {
    const connection = await openSqliteConnection(file, settings)
    connections.push(connection)
    return connection
  }
  try {
    const connection = await connect()
    for (const name of ['', '-wal', '-shm']) if (existsSync(file + name)) chmodSync(file + name, 0o600)
    const together = writeTogether(connection)
    await together.write(async (sql) => {
      await migrate(sql, 'sqlite')
      if (as === 'owner') await takeOver(sql)
    }, false)
    const read = inTurn(await connect())
    const stop = as === 'owner' ? carryOver(`${file}-wal`, await connect(), together.between) : async () => undefined
    return over(read, together, folder, async () => {
      await stop()
      // The last in the row.
      await read('SELECT 1 AS one')
      for (const each of connections) each.close()
      unlock()
    })
  } catch (error) {
    for (const each of connections) each.close()
    unlock()
    throw error instanceof DatabaseUnusable ? error : unusable(folder, error)
  }
}

/** Whatever the process before had in its hands is free again: it is gone, or we would not have the lock. */
async function takeOver(sql: Sql): Promise<void> {
  await sql.all(`UPDATE bff_press SET due_at = accepted_at, leased = 0 WHERE leased = 1 AND state = 'waiting'`)
  await sql.all('UPDATE bff_form SET lease = 0 WHERE outcome IS NULL')
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
    if (codeOf(error).startsWith('SQLITE_BUSY')) {
      throw new DatabaseUnusable(
        `Another process uses the folder "${folder}". Each process needs a DATA_DIR of its own; processes that share the work need DATABASE_URL.`,
      )
    }
    throw unusable(folder, error)
  }
}

function unusable(folder: string, error: unknown): DatabaseUnusable {
  const reason = `The folder "${folder}" cannot be used (${codeOf(error)}).`
  return new DatabaseUnusable(`${reason} Set DATA_DIR to a folder on a local disk that this user may write to.`)
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && code !== '' ? code : 'cannot be opened'
}

/** Reads beside the writing, one thing after the other: whoever looks through a million rows keeps no voter waiting. */
function inTurn(connection: SqliteConnection): Sql['all'] {
  let last: Promise<unknown> = Promise.resolve()
  return (statement, parameters) => {
    const ask = () => connection.all(statement, parameters)
    const mine = last.then(ask, ask)
    last = mine
    return mine
  }
}

function over(read: Sql['all'], together: WriteTogether, folder: string, close: () => Promise<void>): Database {
  return {
    all: read,
    transaction: (work, { soon = false } = {}) => together.write(work, soon),
    records: (columns) => {
      const members = Object.keys(columns).map((column) => `value ->> '${column}' AS ${column}`)
      return `(SELECT ${members.join(', ')} FROM json_each($1)) AS r`
    },
    skipLocked: '',
    check: async () => {
      await together.write((sql) => sql.all('UPDATE bff_schema SET version = version'), false)
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < leastRoom) throw new DatabaseUnusable('There is hardly any room left on the disk.')
    },
    close: async () => {
      await together.finish()
      await close()
    },
  }
}
