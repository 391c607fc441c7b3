/** Allows one process per folder. The lock is the operating system's, on a separate file: it ends with the process, however
 *  that ends, and does not block commands that use the database. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import Libsql from 'libsql'
import type { Schema } from './migrate.ts'
import { DatabaseUnusable } from './sql.ts'

/**
 * Creates the folder, readable by this user only, and takes its lock.
 *
 * @returns a function that releases the lock
 * @throws DatabaseUnusable with a sentence for the operator
 */
export function lockFolder(folder: string, { name, program }: Pick<Schema, 'name' | 'program'>): () => void {
  let lock: Libsql.Database | undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
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

/** Creates the error for an unusable folder, with advice. */
export function unusableFolder(folder: string, error: unknown): DatabaseUnusable {
  const code = codeIn(error)
  const advice = code.startsWith('SQLITE_FULL')
    ? 'Its disk is full: make room, and start again.'
    : 'Set DATA_DIR to a folder on a local disk that this user may write to.'
  return new DatabaseUnusable(`The folder "${folder}" cannot be used (${code}). ${advice}`)
}

function codeIn(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && code !== '' ? code : 'cannot be opened'
}
