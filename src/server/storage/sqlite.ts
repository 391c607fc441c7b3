/** SQLite through libsql: the embedded database, in one folder, for one process. Survives `kill -9` and power cuts: a
 *  transaction is on the disk when it resolves (WAL with `synchronous=FULL`). */
import { chmodSync, existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { lockFolder, prepareFolder, unusableFolder } from './folder.ts'
import { createGroupCommit } from './group-commit.ts'
import { migrate, type Schema } from './migrate.ts'
import { type Database, DatabaseUnusable, once, type Sql, type StorageLog, StorageUnavailable } from './sql.ts'
import {
  checkpointPatience,
  emptyLog,
  inTransaction,
  openSqliteConnection,
  type SqliteConnection,
} from './sqlite-connection.ts'

/** Value instead of a folder: the database is in memory and ends with the process. */
export const inMemory = ':memory:'

/** Minimum free disk space, in bytes: with less, the process reports that it is not ready. */
const minRoom = 16 * 2 ** 20

const settings = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'busy_timeout = 2000',
  'temp_store = MEMORY',
  'secure_delete = ON',
]

/** Opens the database of a folder, or one {@link inMemory}. A second `owner` is refused; a `visitor`, a command beside it,
 *  creates none. @throws DatabaseUnusable with a sentence for the operator */
export async function openSqlite(
  folder: string,
  as: 'owner' | 'visitor',
  { schema, log }: { schema: Schema; log?: StorageLog | undefined },
): Promise<Database> {
  const file = folder === inMemory ? inMemory : path.join(folder, `${schema.name}.db`)
  if (file !== inMemory) await prepareFolder(folder, as, { schema, log })
  else if (as === 'visitor') {
    throw new DatabaseUnusable(
      `DATA_DIR is ${inMemory}: nothing but the running ${schema.program} can read its records.`,
    )
  }
  const unlock = as === 'owner' && folder !== inMemory ? lockFolder(folder, schema) : () => undefined
  const connections: SqliteConnection[] = []
  const connect = async () => {
    const connection = await openSqliteConnection(file, settings)
    connections.push(connection)
    return connection
  }
  const closeAll = () => {
    for (const connection of connections) connection.close()
    unlock()
  }
  try {
    const connection = await connect()
    for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) chmodSync(file + end, 0o600)
    await connection.all('PRAGMA busy_timeout = 0')
    const group = createGroupCommit({
      commit: (work) => inTransaction(connection, work),
      lanes: 1,
      isRolledBack: () => true,
    })
    await migrate((work) => group.transaction({ work }), { dialect: 'sqlite', schema, log })
    if (as === 'owner') {
      await group.transaction({
        work: async (sql) => {
          for (const statement of schema.freeClaims) await sql.run(statement)
        },
      })
    }
    // A database in memory has only one connection.
    const read: Sql['all'] =
      folder === inMemory
        ? (statement, parameters) => group.transaction({ work: (sql) => sql.all(statement, parameters) })
        : inTurn(await connect())
    const checkpoints = file === inMemory || as === 'visitor' ? undefined : await connect()
    await checkpoints?.all(`PRAGMA busy_timeout = ${checkpointPatience}`)
    return {
      dialect: 'sqlite',
      all: read,
      run: (statement, parameters, options) =>
        group.transaction({ work: (sql) => sql.run(statement, parameters), ...options }),
      returning: (statement, parameters) => group.transaction({ work: (sql) => sql.all(statement, parameters) }),
      transaction: (work, options) => group.transaction({ work, ...options }),
      records: (columns) => {
        const members = Object.keys(columns).map((column) => `value ->> '${column}' AS ${column}`)
        return `(SELECT ${members.join(', ')} FROM json_each($1)) AS r`
      },
      forUpdate: '',
      skipLocked: '',
      async check() {
        await group.transaction({ work: (sql) => sql.run(`UPDATE ${schema.versionTable} SET version = version`) })
        if (folder === inMemory) return
        const { bavail, bsize } = await statfs(folder)
        if (bavail * bsize < minRoom) throw new StorageUnavailable('DISK_NEARLY_FULL')
      },
      overwrite: async () => file === inMemory || emptyLog(checkpoints ?? connection),
      close: once(async () => {
        await group.flush()
        // Waits for the reads in the queue.
        await read('SELECT 1 AS one')
        // libsql closes the file only when its statements are collected, so that SQLite does not do this by itself. A command
        // that reads meanwhile, or a full disk, leaves the log where it is: the next start reads it.
        if (checkpoints !== undefined) await emptyLog(checkpoints)
        closeAll()
      }),
    }
  } catch (error) {
    closeAll()
    throw error instanceof DatabaseUnusable ? error : unusableFolder(folder, error)
  }
}

/** Reads in parallel to writes, one statement after the other: a command that reads a million rows delays no voter. */
function inTurn(connection: SqliteConnection): Sql['all'] {
  let last: Promise<unknown> = Promise.resolve()
  return (statement, parameters) => {
    const ask = () => connection.all(statement, parameters)
    const mine = last.then(ask, ask)
    last = mine
    return mine
  }
}
