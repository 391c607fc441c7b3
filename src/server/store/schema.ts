/** The BFF's tables, as their migrations. From the first release on, a migration is never changed: every change is a new one. */
import type { Schema } from '../storage/migrate.ts'

/** For the table of the limits' counts, whose names are keyed hashes. */
const countsByTime = 'CREATE INDEX bff_count_until ON bff_count (until)'

/** Every name has the prefix `bff_`, so that the tables can share a database with others. */
export const bffSchema: Schema = {
  name: 'bff',
  program: 'BFF',
  versionTable: 'bff_schema',
  advisoryLock: 7_250_991_447,
  freeClaims: [
    `UPDATE bff_press SET due_at = accepted_at, leased = 0 WHERE leased = 1 AND state = 'waiting'`,
    'UPDATE bff_form SET lease = 0 WHERE outcome IS NULL',
  ],
  migrations: [
    {
      version: 1,
      sqlite: [
        ...tables({ id: 'INTEGER PRIMARY KEY AUTOINCREMENT', number: 'INTEGER', end: ' STRICT' }),
        'CREATE TABLE bff_count (name TEXT PRIMARY KEY, count INTEGER NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID',
        countsByTime,
      ],
      postgres: [
        ...tables({ id: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY', number: 'BIGINT', end: '' }),
        'CREATE TABLE bff_count (name TEXT PRIMARY KEY, count BIGINT NOT NULL, until BIGINT NOT NULL)',
        countsByTime,
      ],
    },
  ],
}

function tables({ id, number, end }: { id: string; number: string; end: string }): string[] {
  return [
    `CREATE TABLE bff_press (
      id ${id},
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
      event TEXT,
      reference TEXT NOT NULL,
      mark TEXT NOT NULL,
      tries ${number} NOT NULL DEFAULT 0,
      leased ${number} NOT NULL DEFAULT 0,
      accepted_at ${number} NOT NULL,
      due_at ${number} NOT NULL,
      tried_at ${number},
      last_status ${number},
      last_cause TEXT,
      undecided ${number} NOT NULL DEFAULT 0
    )${end}`,
    `CREATE INDEX bff_press_due ON bff_press (due_at) WHERE state = 'waiting'`,
    // SQLite does not use an index `WHERE state <> 'waiting'` for `state = 'failed'`.
    `CREATE INDEX bff_press_failed ON bff_press (tried_at) WHERE state = 'failed'`,
    `CREATE INDEX bff_press_delivered ON bff_press (tried_at) WHERE state = 'delivered'`,
    // Two processes that add the same press at the same moment do not see each other's row: the index does.
    'CREATE UNIQUE INDEX bff_press_once ON bff_press (mark)',
    `CREATE TABLE bff_form (
      form_key TEXT PRIMARY KEY,
      fingerprint TEXT NOT NULL,
      owner TEXT NOT NULL,
      lease ${number} NOT NULL,
      outcome TEXT,
      until ${number} NOT NULL
    )${end}`,
    'CREATE INDEX bff_form_until ON bff_form (until)',
    `CREATE TABLE bff_receipt (
      seq ${id},
      id TEXT NOT NULL UNIQUE,
      at ${number} NOT NULL,
      reference TEXT NOT NULL,
      wording TEXT NOT NULL,
      locale TEXT NOT NULL,
      boxes TEXT NOT NULL,
      form TEXT,
      site TEXT NOT NULL,
      phone TEXT,
      outcome TEXT NOT NULL DEFAULT 'open',
      status ${number},
      outcome_at ${number},
      screen TEXT,
      door TEXT,
      path TEXT,
      partner TEXT,
      campaign TEXT,
      state TEXT,
      pressed TEXT
    )${end}`,
    'CREATE INDEX bff_receipt_at ON bff_receipt (at)',
    // The few open receipts among those of years.
    `CREATE INDEX bff_receipt_open ON bff_receipt (at) WHERE outcome = 'open'`,
    `CREATE TABLE bff_wording (
      version TEXT PRIMARY KEY,
      language TEXT NOT NULL,
      text TEXT NOT NULL,
      at ${number} NOT NULL
    )${end}`,
  ]
}
