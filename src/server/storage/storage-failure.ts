/** Advice for operators when the storage is unavailable. Web platform only: the BFF's main door imports it. */

const checkDatabase =
  'The database does not respond. Check that PostgreSQL runs and that this server reaches the address in DATABASE_URL.'

/** What to do about a driver's code; the first match counts. */
const advices: readonly (readonly [code: RegExp, advice: string])[] = [
  [/FULL|ENOSPC|EDQUOT|^53100$/, 'The disk is full. Make room; no restart is needed.'],
  [/^KEY_REMOVED$/, 'A cleanup removed the key of the form at the same moment. Nothing to do: the next attempt works.'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'The database file is damaged. Stop the server and restore a backup.'],
  [/^SQLITE_BUSY/, 'Another program holds the database in DATA_DIR. Close that program.'],
  [/^(SQLITE|EACCES|EPERM|EROFS)/, 'Check that the disk of DATA_DIR works and that this user can write to it.'],
  [/^53300$/, 'The database has too many connections. Raise max_connections, or run fewer processes.'],
  [
    /^(42501|25006)$/,
    'The database refuses writes. Check the rights of the role, and that the server is not a standby.',
  ],
  [/^28/, 'The database refuses the user or password. Check DATABASE_URL.'],
]

/**
 * Returns one fixed sentence or two that say what to do when the storage is unavailable.
 *
 * @param code the driver's code, for example `ECONNREFUSED`, `57P01` or `SQLITE_FULL`
 */
export function storageAdvice(code: string): string {
  return advices.find(([codes]) => codes.test(code))?.[1] ?? checkDatabase
}

/**
 * Returns the log line for an unavailable storage.
 *
 * @param cause the driver's code
 */
export function storageFailure(cause: string) {
  return { level: 'error', code: 'storage_unavailable', cause, message: storageAdvice(cause) } as const
}
