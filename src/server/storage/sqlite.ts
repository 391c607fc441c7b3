/** SQLite through libsql: the embedded database, in one folder, for one process. Survives `kill -9` and power cuts: a
 *  transaction is on the disk when it resolves (WAL with `synchronous=FULL`). */
import { chmodSync, existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Libsql from 'libsql/promise'
import { createFolderError, lockFolder, prepareFolder } from './folder.ts'
import { createGroupCommit } from './group-commit.ts'
import { migrate, type Schema } from './migrate.ts'
import {
  type Database,
  DatabaseError,
  type Row,
  runOnce,
  type Sql,
  type StorageLog,
  StorageUnavailableError,
  type Value,
} from './sql.ts'

/** Value instead of a folder: the database is in memory and ends with the process. */
export const inMemory = ':memory:'

/** Minimum free disk space, in bytes: with less, the process reports that it is not ready. */
const minFreeBytes = 16 * 2 ** 20

const defaultPragmas = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'busy_timeout = 2000',
  'temp_store = MEMORY',
  'secure_delete = ON',
]

/** Opens the database of a folder, or one {@link inMemory}. Rejects a second `owner`; a `visitor`, a command,
 *  creates no database. @throws DatabaseError with a sentence for the operator */
export async function openSqlite(
  folder: string,
  role: 'owner' | 'visitor',
  { schema, log }: { schema: Schema; log?: StorageLog | undefined },
): Promise<Database> {
  const file = folder === inMemory ? inMemory : path.join(folder, `${schema.name}.db`)
  if (file !== inMemory) await prepareFolder(folder, role, { schema, log })
  else if (role === 'visitor') {
    throw new DatabaseError(`DATA_DIR is ${inMemory}: only the running ${schema.program} can read its records.`)
  }
  const unlock = role === 'owner' && folder !== inMemory ? lockFolder(folder, schema) : () => undefined
  const connections: SqliteConnection[] = []
  const connect = async () => {
    const connection = await openSqliteConnection(file, defaultPragmas)
    connections.push(connection)
    return connection
  }
  const closeAll = () => {
    for (const connection of connections) connection.close()
    unlock()
  }
  try {
    const connection = await connect()
    for (const suffix of ['', '-wal', '-shm']) if (existsSync(file + suffix)) chmodSync(file + suffix, 0o600)
    await connection.query('PRAGMA busy_timeout = 0')
    const group = createGroupCommit({
      commit: (work) => runTransaction(connection, work),
      concurrency: 1,
      isRolledBack: () => true,
    })
    await migrate(group.transaction, { dialect: 'sqlite', schema, log })
    if (role === 'owner') {
      await group.transaction(async (sql) => {
        for (const statement of schema.freeClaims) await sql.run(statement)
      })
    }
    // A database in memory has only one connection.
    const read: Sql['query'] =
      folder === inMemory
        ? (statement, parameters) => group.transaction((sql) => sql.query(statement, parameters))
        : createReadQueue(await connect())
    const checkpoints = file === inMemory || role === 'visitor' ? undefined : await connect()
    await checkpoints?.query(`PRAGMA busy_timeout = ${checkpointTimeoutMs}`)
    return {
      dialect: 'sqlite',
      query: read,
      run: (statement, parameters, options) => group.transaction((sql) => sql.run(statement, parameters), options),
      returning: (statement, parameters) => group.transaction((sql) => sql.query(statement, parameters)),
      transaction: group.transaction,
      records: (columns) => {
        const members = Object.keys(columns).map((column) => `value ->> '${column}' AS ${column}`)
        return `(SELECT ${members.join(', ')} FROM json_each($1)) AS r`
      },
      forUpdate: '',
      skipLocked: '',
      async check() {
        await group.transaction((sql) => sql.run(`UPDATE ${schema.versionTable} SET version = version`))
        if (folder === inMemory) return
        const { bavail, bsize } = await statfs(folder)
        if (bavail * bsize < minFreeBytes) throw new StorageUnavailableError('DISK_NEARLY_FULL')
      },
      overwrite: async () => file === inMemory || truncateWal(checkpoints ?? connection),
      close: runOnce(async () => {
        await group.flush()
        // Waits for the reads in the queue.
        await read('SELECT 1 AS one')
        // libsql closes the file only when its statements are collected, so that SQLite does not do this by itself. A command
        // that reads meanwhile, or a full disk, leaves the log where it is: the next start reads it.
        if (checkpoints !== undefined) await truncateWal(checkpoints)
        closeAll()
      }),
    }
  } catch (error) {
    closeAll()
    throw error instanceof DatabaseError ? error : createFolderError(folder, error)
  }
}

/** Reads in parallel to writes, one statement after the other: a command that reads a million rows delays no voter. */
function createReadQueue(connection: SqliteConnection): Sql['query'] {
  let last: Promise<unknown> = Promise.resolve()
  return (statement, parameters) => {
    const runQuery = () => connection.query(statement, parameters)
    const result = last.then(runQuery, runQuery)
    last = result
    return result
  }
}

/** How long a transaction waits for another writing process, in milliseconds. */
const busyTimeoutMs = 2_000

export interface SqliteConnection extends Sql {
  exec(statement: string): Promise<void>
  close(): void
}

/** A prepared statement of libsql, whose own types are missing. */
interface Statement {
  all(parameters: readonly Value[]): Promise<Row[]>
  /** Runs on this thread today; a later libsql may return a promise. */
  run(parameters: readonly Value[]): { changes: number } | Promise<{ changes: number }>
}

/** Opens a file with these pragmas, and creates it if it is missing. @throws StorageUnavailableError with SQLite's code */
export async function openSqliteConnection(file: string, pragmas: readonly string[]): Promise<SqliteConnection> {
  const cache = new Map<string, Statement>()
  let libsql: Libsql
  try {
    libsql = new Libsql(file, {})
  } catch (error) {
    throw StorageUnavailableError.wrap(error)
  }

  async function execute<T>(statement: string, work: (prepared: Statement) => T | Promise<T>): Promise<T> {
    try {
      const prepared: Statement = cache.get(statement) ?? (await libsql.prepare(statement.replace(/\$(\d+)/g, '?$1')))
      cache.set(statement, prepared)
      return await work(prepared)
    } catch (error) {
      const failure = StorageUnavailableError.wrap(error)
      // After an error libsql keeps the old values in a prepared statement. A busy one stays in progress until it is run
      // again, and would keep its transaction from committing.
      if (!failure.code.startsWith('SQLITE_BUSY')) cache.delete(statement)
      throw failure
    }
  }

  const connection: SqliteConnection = {
    query: (statement, parameters = []) => execute(statement, (prepared) => prepared.all(parameters)),
    run: async (statement, parameters = []) =>
      (await execute(statement, (prepared) => prepared.run(parameters))).changes,
    async exec(statement) {
      try {
        await libsql.exec(statement)
      } catch (error) {
        throw StorageUnavailableError.wrap(error)
      }
    },
    close() {
      cache.clear()
      libsql.close()
    },
  }
  for (const pragma of pragmas) await connection.query(`PRAGMA ${pragma}`)
  cache.clear()
  return connection
}

/** Runs `work` in a transaction; waits for another writing process without occupying a thread. */
export async function runTransaction<T>(connection: SqliteConnection, work: (sql: Sql) => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + busyTimeoutMs; ; await wait(10)) {
    try {
      await connection.run('BEGIN IMMEDIATE')
      break
    } catch (error) {
      const isBusy = error instanceof StorageUnavailableError && error.code.startsWith('SQLITE_BUSY')
      if (!isBusy || Date.now() >= deadline) throw error
    }
  }
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

/** How long a checkpoint waits for a reader, in milliseconds: writes wait meanwhile. */
export const checkpointTimeoutMs = 100

/** Empties the write-ahead log: `secure_delete` fills the deleted part of a page with zeros, but the log still has the page
 *  as it was before. Returns whether it is empty; not while another connection reads an older state, or the disk fails. */
export async function truncateWal(connection: SqliteConnection): Promise<boolean> {
  const [row] = await connection.query('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => [])
  return row?.busy === 0
}
