/** What the store asks of a database: SQL that SQLite and PostgreSQL both understand, and the few words that differ. */

/** A row as it came. */
export type Row = Readonly<Record<string, unknown>>

/** Runs statements. Parameters are written `$1`, `$2` … `$9`. */
export interface Sql {
  all(statement: string, parameters?: readonly (string | number | null)[]): Promise<Row[]>
}

/** A database. */
export interface Database extends Sql {
  /** Everything in `work` or nothing. */
  transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T>
  /** A table `r` made of the first parameter, a JSON array of objects with these members. */
  records(columns: Readonly<Record<string, 'text' | 'number'>>): string
  /** Stands after a SELECT whose rows nobody else is to get. */
  readonly skipLocked: string
  /** Gathers what arrives at about the same time. */
  readonly gather: () => Promise<void>
  /** Rejects when it cannot be written to, or soon cannot be any more. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Why a database cannot be used, as a sentence for an operator without a secret in it. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}
