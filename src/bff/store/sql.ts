/** What the store asks of a database: SQL that SQLite and PostgreSQL both understand, and the few words that differ. */

/** A row as it came. */
export type Row = Readonly<Record<string, unknown>>

/** Runs statements. Parameters are written `$1`, `$2` … `$9`. */
export interface Sql {
  all(statement: string, parameters?: readonly (string | number | null)[]): Promise<Row[]>
}

/** How something is to be written. */
export interface WriteOptions {
  /** Nobody waits for it: within a few milliseconds is soon enough, so that it can go along with what others write. */
  soon?: boolean
  /** It is one statement, which is everything or nothing by itself. */
  single?: boolean
}

/** A database. Its own `all` is for reading; what changes something goes through `transaction`. */
export interface Database extends Sql {
  /** Everything in `work` or nothing; it is kept when this resolves. `work` may be run a second time, where it shared a
   *  wait for the disk with something that failed. */
  transaction<T>(work: (sql: Sql) => Promise<T>, manner?: WriteOptions): Promise<T>
  /** A table `r` made of the first parameter, a JSON array of objects with these members. */
  records(columns: Readonly<Record<string, 'text' | 'number'>>): string
  /** Stands after a SELECT whose rows nobody else is to get. */
  readonly skipLocked: string
  /** Rejects when it cannot be written to, or soon cannot be any more. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Why a database cannot be used, as a sentence for an operator without a secret in it. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}
