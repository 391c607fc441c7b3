/** Allows one process per folder. The lock is the operating system's, on a separate file: it ends with the process, however
 *  that ends, and does not block commands that use the database. */
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import Libsql from 'libsql'
import type { Schema } from './migrate.ts'
import { DatabaseUnusable } from './sql.ts'

/**
 * Takes the lock of a folder, which exists.
 *
 * @returns a function that releases the lock
 * @throws DatabaseUnusable with a sentence for the operator
 */
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

/** What to do about an unusable folder, by the beginning of the code. */
const advice: readonly (readonly [code: RegExp, advice: string])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)/, 'Its disk is full. Make room and start again.'],
  [/^(EACCES|EPERM)/, 'Give this user the right to write to it, or set DATA_DIR to another folder on a local disk.'],
  [
    /^SQLITE_(CORRUPT|NOTADB|ERROR)/,
    'Its database file is damaged, or not made by this program. Restore a backup, or move the file away to begin with an empty one.',
  ],
  [/^EROFS/, 'Its disk is mounted read-only. Mount it for writing, or set DATA_DIR to another folder on a local disk.'],
]

/**
 * Creates the error for an unusable folder, with advice.
 *
 * @param access throws when this user cannot write to the folder
 */
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

/** What to do about a folder that cannot be used, by the system's or SQLite's code: one sentence. */
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
