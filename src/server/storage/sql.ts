/** The database interface of the BFF and the monitor: SQL of both SQLite and PostgreSQL, and where they differ. */

export type Row = Readonly<Record<string, unknown>>

export type Value = string | number | null

/** Runs single statements; parameters are written `$1`, `$2` …. @throws StorageUnavailableError */
export interface Sql {
  query: (statement: string, parameters?: readonly Value[]) => Promise<Row[]>
  /** Runs a statement without rows (no RETURNING) and returns how many rows it changed. */
  run: (statement: string, parameters?: readonly Value[]) => Promise<number>
}

export interface WriteOptions {
  /** In PostgreSQL never in one transaction with others: for rows that many processes change. */
  ungrouped?: boolean
  /** No caller waits for it: on SQLite it joins the next transaction, within 100 ms. */
  deferred?: boolean
}

/** A database. Every method rejects with {@link StorageUnavailableError} while the database cannot be used. */
export interface Database {
  readonly dialect: 'sqlite' | 'postgres'
  /** Reads, outside any transaction. */
  query: (statement: string, parameters?: readonly Value[]) => Promise<Row[]>
  /** Changes rows by one statement; it is on the disk when this resolves. Returns how many rows changed. */
  run: (statement: string, parameters?: readonly Value[], options?: WriteOptions) => Promise<number>
  /** Changes rows by one statement that ends with RETURNING, and returns them. */
  returning: (statement: string, parameters?: readonly Value[], options?: WriteOptions) => Promise<Row[]>
  /** All or nothing; on the disk when this resolves. `work` may run twice, when another transaction of its group fails. */
  transaction<T>(work: (sql: Sql) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Returns SQL for a table `r` from the first parameter, a JSON array of objects with these members. */
  records(columns: Readonly<Record<string, 'text' | 'number'>>): string
  /** Suffix of a SELECT whose rows no other process may change until the transaction ends. */
  readonly forUpdate: string
  /** The same, but skips rows that another process has locked. */
  readonly skipLocked: string
  /** Rejects when the database is not writable, or will soon be full. */
  check(): Promise<void>
  /** Overwrites deleted data that is still in the file. Returns `false` while another connection reads. PostgreSQL does it
   *  when it vacuums. */
  overwrite(): Promise<boolean>
  close(): Promise<void>
}

export type StorageLog = (line: {
  level: 'info' | 'warn' | 'error'
  code: string
  message?: string
  cause?: string
  count?: number
  ms?: number
}) => void

/** The database can never be used as configured. The message is a sentence for the operator, without a secret. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/** The database is temporarily unavailable; a later attempt may succeed. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'

  constructor(
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(`The storage is unavailable (${code}). ${getStorageAdvice(code)}`, options)
  }

  static wrap(error: unknown): StorageUnavailableError {
    return error instanceof StorageUnavailableError
      ? error
      : new StorageUnavailableError(getDriverCode(error), { cause: error })
  }
}

/** Returns the code of a driver's error, for a log: never its message, which may hold an address. Default: `NO_ANSWER`. */
export function getDriverCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : 'NO_ANSWER'
}

export function runOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}

const noResponseAdvice =
  'The database does not respond. Check that PostgreSQL runs and that this server reaches the address in DATABASE_URL.'

const adviceByCode: readonly (readonly [code: RegExp, advice: string])[] = [
  [/FULL|ENOSPC|EDQUOT|^53100$/, 'The disk is full. Make room; no restart is needed.'],
  [/^KEY_REMOVED$/, 'A cleanup removed the key of the form at the same time. The next attempt works.'],
  [/^SQLITE_(CORRUPT|NOTADB)/, 'The database file is damaged. Stop the server and restore a backup.'],
  [/^SQLITE_BUSY/, 'Another program holds the database in DATA_DIR. Close that program.'],
  [/^(SQLITE|EACCES|EPERM|EROFS)/, 'Check that the disk of DATA_DIR works and that this user can write to it.'],
  [/^53300$/, 'The database has too many connections. Raise max_connections, or run fewer processes.'],
  [
    /^(42501|25006)$/,
    'The database rejects writes. Check the privileges of the role, and that the server is not a standby.',
  ],
  [/^28/, 'The database rejects the user or password. Check DATABASE_URL.'],
]

function getStorageAdvice(code: string): string {
  return adviceByCode.find(([codes]) => codes.test(code))?.[1] ?? noResponseAdvice
}

export function createStorageLogLine(cause: string) {
  return { level: 'error', code: 'storage_unavailable', cause, message: getStorageAdvice(cause) } as const
}
