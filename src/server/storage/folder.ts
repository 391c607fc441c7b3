/** The folder of an SQLite database: its lock, its preparation, and what to do when it cannot be used. */
import { accessSync, constants } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Libsql from 'libsql'
import type { Schema } from './migrate.ts'
import { codeOf, DatabaseUnusable, type StorageLog } from './sql.ts'

/** How long the folder has to answer, in milliseconds. */
const patience = 10_000

interface PrepareOptions {
  schema: Pick<Schema, 'name' | 'program'>
  log?: StorageLog | undefined
  patience?: number
  stat?: typeof stat
}

/** Creates the folder, readable by this user only. Only regular files may stand where SQLite opens its own: an open call that
 *  hangs cannot be stopped, these checks can. Warns when every user of the machine may write to it. */
export async function prepareFolder(folder: string, as: 'owner' | 'visitor', options: PrepareOptions): Promise<void> {
  const timer = new AbortController()
  const timeIsUp = wait(options.patience ?? patience, 'late', { signal: timer.signal }).catch(() => 'stopped')
  const late = await Promise.race([prepare(folder, as, options), timeIsUp]).finally(() => timer.abort())
  if (late !== undefined) {
    throw new DatabaseUnusable(
      `The folder "${folder}" does not answer. It may lie on a network disk that hangs. Set DATA_DIR to a folder on a local disk.`,
    )
  }
}

async function prepare(
  folder: string,
  as: 'owner' | 'visitor',
  { schema: { name, program }, log, stat: look = stat }: PrepareOptions,
): Promise<void> {
  try {
    if (as === 'visitor' && (await look(path.join(folder, `${name}.db`)).catch(absent)) === undefined) {
      throw new DatabaseUnusable(
        `There is no ${name}.db in "${folder}". Is DATA_DIR the folder of the running ${program}?`,
      )
    }
    const { mode } = await makeFolder(path.resolve(folder), look)
    for (const file of [`${name}.db`, `${name}.db-wal`, `${name}.db-shm`, `${name}.lock`]) {
      const found = await look(path.join(folder, file)).catch(absent)
      if (found !== undefined && !found.isFile()) {
        throw new DatabaseUnusable(
          `"${path.join(folder, file)}" is not a regular file. Move it away, or set DATA_DIR to another folder.`,
        )
      }
    }
    if ((mode & constants.S_IWOTH) !== 0) {
      const message =
        'Every user of this machine may write to the folder of DATA_DIR, and so replace or delete the database. Run chmod 700 on it.'
      log?.({ level: 'warn', code: 'data_dir_open_to_all', message })
    }
  } catch (error) {
    throw error instanceof DatabaseUnusable ? error : unusableFolder(folder, error)
  }
}

/** One by one: `recursive` of Node never returns in `/proc`, where each attempt fails as if a parent were missing. */
async function makeFolder(folder: string, look: typeof stat): Promise<{ mode: number }> {
  const found = await look(folder).catch(absent)
  if (found?.isDirectory()) return found
  if (found === undefined) {
    if (path.dirname(folder) !== folder) await makeFolder(path.dirname(folder), look)
    await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    return look(folder)
  }
  throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
}

function absent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}

/** One process per folder. The operating system's lock, on a file of its own, ends with the process and blocks no command. */
export function lockFolder(folder: string, { name, program }: Pick<Schema, 'name' | 'program'>): () => void {
  let lock: Libsql.Database | undefined
  try {
    lock = new Libsql(path.join(folder, `${name}.lock`))
    lock.exec('BEGIN EXCLUSIVE')
    const held = lock
    return () => held.close()
  } catch (error) {
    lock?.close()
    if (!codeIn(error).startsWith('SQLITE_BUSY')) throw unusableFolder(folder, error)
    throw new DatabaseUnusable(
      `Another ${program === 'BFF' ? 'process' : program} uses the folder "${folder}". Each process needs a DATA_DIR of its own; processes that share the work need DATABASE_URL.`,
    )
  }
}

const advice: readonly (readonly [code: RegExp, advice: string])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'Its disk is full. Make room and start again.'],
  [/^(EACCES|EPERM)/, 'Give this user the right to write to it, or set DATA_DIR to another folder on a local disk.'],
  [
    /^SQLITE_(CORRUPT|NOTADB|ERROR)/,
    'Its database file is damaged, or not made by this program. Restore a backup, or move the file away to begin with an empty one.',
  ],
  [/^EROFS/, 'Its disk is mounted read-only. Mount it for writing, or set DATA_DIR to another folder on a local disk.'],
]

/** `access` throws when this user cannot write to the folder. */
export function unusableFolder(folder: string, error: unknown, access = accessSync): DatabaseUnusable {
  const code = systemCode(folder, access) ?? codeIn(error)
  return new DatabaseUnusable(`The folder "${folder}" cannot be used (${code}). ${folderAdvice(code)}`)
}

/** Returns the system's code when the folder exists and cannot be written: SQLite reports SQLITE_CANTOPEN for each cause. */
function systemCode(folder: string, access: typeof accessSync): string | undefined {
  try {
    // The trailing slash makes this fail with ENOTDIR for anything that is not a folder.
    access(`${folder}/`, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    const code = codeIn(error)
    return /^(EACCES|EPERM|EROFS)$/.test(code) ? code : undefined
  }
}

export function folderAdvice(code: string): string {
  return (
    advice.find(([codes]) => codes.test(code))?.[1] ??
    'Set DATA_DIR to a folder on a local disk that this user can write to.'
  )
}

function codeIn(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && code !== '' ? code : 'cannot be opened'
}
