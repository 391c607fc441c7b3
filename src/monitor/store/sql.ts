/** What the store asks of a database: SQL that SQLite and PostgreSQL both understand, and the few words that differ. */

/** A row as it came. */
export type Row = Readonly<Record<string, unknown>>

/** What a statement can be given. */
export type Value = string | number | null

/** Runs statements. Parameters are written `$1`, `$2` …. */
export interface Sql {
  all(statement: string, parameters?: readonly Value[]): Promise<Row[]>
}

/** A database. */
export interface Database extends Sql {
  /** Everything in `work` or nothing. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** A table `r` made of the first parameter, a JSON array of objects with these members. */
  records(columns: Readonly<Record<string, 'text' | 'number'>>): string
  /** Stands after a SELECT whose rows wait for nobody and are given to nobody else. */
  readonly skipLocked: string
  /** Stands after a SELECT whose rows nobody else may change meanwhile. */
  readonly locked: string
  /** Rejects when it cannot be written to, or soon cannot be any more. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Why a database cannot be used, as a sentence for an operator without a secret in it. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}

/** The code of a database's error, for a log; never its message, which may hold an address. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) ? code : 'no answer'
}
