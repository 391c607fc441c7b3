/** The folder of an SQLite database: its lock, its preparation, and what to do when it cannot be used. */
import { accessSync, constants } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Libsql from 'libsql'
import type { Schema } from './migrate.ts'
import { DatabaseError, getDriverCode, type StorageLog } from './sql.ts'

/** How long the folder has to answer, in milliseconds. */
const folderTimeoutMs = 10_000

interface PrepareOptions {
  schema: Pick<Schema, 'name' | 'program'>
  log?: StorageLog | undefined
  timeoutMs?: number
  stat?: typeof stat
}

/** Creates the folder with mode 700, and checks that SQLite's files are regular ones: an open call that hangs cannot be
 *  stopped, these checks can. Warns when every user of the machine may write to it. */
export async function prepareFolder(folder: string, role: 'owner' | 'visitor', options: PrepareOptions): Promise<void> {
  const timer = new AbortController()
  const timeIsUp = wait(options.timeoutMs ?? folderTimeoutMs, 'late', { signal: timer.signal }).catch(() => 'stopped')
  const timeout = await Promise.race([prepareFiles(folder, role, options), timeIsUp]).finally(() => timer.abort())
  if (timeout !== undefined) {
    throw new DatabaseError(
      `The folder "${folder}" does not respond. It may be on a network disk. Set DATA_DIR to a folder on a local disk.`,
    )
  }
}

async function prepareFiles(
  folder: string,
  role: 'owner' | 'visitor',
  { schema: { name, program }, log, stat: statFile = stat }: PrepareOptions,
): Promise<void> {
  try {
    if (role === 'visitor' && (await statFile(path.join(folder, `${name}.db`)).catch(ignoreMissing)) === undefined) {
      throw new DatabaseError(
        `There is no ${name}.db in "${folder}". Is DATA_DIR the folder of the running ${program}?`,
      )
    }
    const { mode } = await makeFolder(path.resolve(folder), statFile)
    for (const file of [`${name}.db`, `${name}.db-wal`, `${name}.db-shm`, `${name}.lock`]) {
      const stats = await statFile(path.join(folder, file)).catch(ignoreMissing)
      if (stats !== undefined && !stats.isFile()) {
        throw new DatabaseError(
          `"${path.join(folder, file)}" is not a regular file. Move it away, or set DATA_DIR to another folder.`,
        )
      }
    }
    if ((mode & constants.S_IWOTH) !== 0) {
      const message =
        'Every user of this machine can write to the folder of DATA_DIR, and so replace or delete the database. Run chmod 700 on it.'
      log?.({ level: 'warn', code: 'data_dir_world_writable', message })
    }
  } catch (error) {
    throw error instanceof DatabaseError ? error : createFolderError(folder, error)
  }
}

/** Without `recursive`, which never returns in `/proc`: there each attempt fails as if a parent were missing. */
async function makeFolder(folder: string, statFile: typeof stat): Promise<{ mode: number }> {
  const stats = await statFile(folder).catch(ignoreMissing)
  if (stats?.isDirectory()) return stats
  if (stats === undefined) {
    if (path.dirname(folder) !== folder) await makeFolder(path.dirname(folder), statFile)
    await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      if (getDriverCode(error) !== 'EEXIST') throw error
    })
    return statFile(folder)
  }
  throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
}

function ignoreMissing(error: unknown): undefined {
  if (getDriverCode(error) !== 'ENOENT') throw error
}

/** Allows one process per folder. The lock is on a separate file: it ends with the process and blocks no command. */
export function lockFolder(folder: string, { name, program }: Pick<Schema, 'name' | 'program'>): () => void {
  let lock: Libsql.Database | undefined
  try {
    lock = new Libsql(path.join(folder, `${name}.lock`))
    lock.exec('BEGIN EXCLUSIVE')
    const openLock = lock
    return () => openLock.close()
  } catch (error) {
    lock?.close()
    if (!describeErrorCode(error).startsWith('SQLITE_BUSY')) throw createFolderError(folder, error)
    throw new DatabaseError(
      `Another ${program === 'BFF' ? 'process' : program} uses the folder "${folder}". Each process needs its own DATA_DIR; several processes need DATABASE_URL.`,
    )
  }
}

const folderAdviceByCode: readonly (readonly [code: RegExp, advice: string])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'Its disk is full. Make room and start again.'],
  [/^(EACCES|EPERM)/, 'Give this user the right to write to it, or set DATA_DIR to another folder on a local disk.'],
  [
    /^SQLITE_(CORRUPT|NOTADB|ERROR)/,
    'Its database file is damaged, or not of this program. Restore a backup, or move the file away to start with an empty one.',
  ],
  [/^EROFS/, 'Its disk is mounted read-only. Mount it for writing, or set DATA_DIR to another folder on a local disk.'],
]

/** `access` throws when this user cannot write to the folder. */
export function createFolderError(folder: string, error: unknown, access = accessSync): DatabaseError {
  const code = findSystemCode(folder, access) ?? describeErrorCode(error)
  return new DatabaseError(`The folder "${folder}" cannot be used (${code}). ${getFolderAdvice(code)}`)
}

/** Returns the system's code when the folder exists and cannot be written: SQLite reports SQLITE_CANTOPEN for each cause. */
function findSystemCode(folder: string, access: typeof accessSync): string | undefined {
  try {
    // The trailing slash makes this fail with ENOTDIR for anything that is not a folder.
    access(`${folder}/`, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const code = describeErrorCode(error)
    return /^(EACCES|EPERM|EROFS)$/.test(code) ? code : undefined
  }
}

export function getFolderAdvice(code: string): string {
  return (
    folderAdviceByCode.find(([codes]) => codes.test(code))?.[1] ??
    'Set DATA_DIR to a folder on a local disk that this user can write to.'
  )
}

function describeErrorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && code !== '' ? code : 'cannot be opened'
}
