/** The BFF's tables, as their migrations. From the first release on, a migration is never changed: every change is a new one. */
import type { Schema } from '../storage/migrate.ts'

/** For the table of the limits' counts, whose names are keyed hashes. */
const countsByTime = 'CREATE INDEX bff_count_expires ON bff_count (expires_at)'

/** Every name has the prefix `bff_`, so that the tables can share a database with others. */
export const bffSchema: Schema = {
  name: 'bff',
  program: 'BFF',
  versionTable: 'bff_schema',
  advisoryLock: 7_250_991_447,
  freeClaims: [
    `UPDATE bff_click SET next_attempt_at = accepted_at, is_leased = 0 WHERE is_leased = 1 AND state = 'waiting'`,
    'UPDATE bff_form SET lease_expires_at = 0 WHERE outcome IS NULL',
  ],
  migrations: [
    {
      version: 1,
      sqlite: [
        ...tables({ id: 'INTEGER PRIMARY KEY AUTOINCREMENT', number: 'INTEGER', end: ' STRICT' }),
        'CREATE TABLE bff_count (name TEXT PRIMARY KEY, count INTEGER NOT NULL, expires_at INTEGER NOT NULL) STRICT, WITHOUT ROWID',
        countsByTime,
      ],
      postgres: [
        ...tables({ id: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY', number: 'BIGINT', end: '' }),
        'CREATE TABLE bff_count (name TEXT PRIMARY KEY, count BIGINT NOT NULL, expires_at BIGINT NOT NULL)',
        countsByTime,
      ],
    },
  ],
}

function tables({ id, number, end }: { id: string; number: string; end: string }): string[] {
  return [
    `CREATE TABLE bff_click (
      id ${id},
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
      event TEXT,
      reference TEXT NOT NULL,
      token_hash TEXT NOT NULL,
      attempts ${number} NOT NULL DEFAULT 0,
      is_leased ${number} NOT NULL DEFAULT 0,
      accepted_at ${number} NOT NULL,
      next_attempt_at ${number} NOT NULL,
      last_attempt_at ${number},
      last_status ${number},
      last_cause TEXT,
      unanswered ${number} NOT NULL DEFAULT 0
    )${end}`,
    `CREATE INDEX bff_click_due ON bff_click (next_attempt_at) WHERE state = 'waiting'`,
    // SQLite does not use an index `WHERE state <> 'waiting'` for `state = 'failed'`.
    `CREATE INDEX bff_click_failed ON bff_click (last_attempt_at) WHERE state = 'failed'`,
    `CREATE INDEX bff_click_delivered ON bff_click (last_attempt_at) WHERE state = 'delivered'`,
    // Two processes that add the same click at the same moment do not see each other's row: the index does.
    'CREATE UNIQUE INDEX bff_click_once ON bff_click (token_hash)',
    `CREATE TABLE bff_form (
      form_key TEXT PRIMARY KEY,
      fingerprint TEXT NOT NULL,
      owner TEXT NOT NULL,
      lease_expires_at ${number} NOT NULL,
      outcome TEXT,
      expires_at ${number} NOT NULL
    )${end}`,
    'CREATE INDEX bff_form_expires ON bff_form (expires_at)',
    `CREATE TABLE bff_receipt (
      seq ${id},
      id TEXT NOT NULL UNIQUE,
      created_at ${number} NOT NULL,
      reference TEXT NOT NULL,
      wording_version TEXT NOT NULL,
      locale TEXT NOT NULL,
      opt_ins TEXT NOT NULL,
      form_version TEXT,
      site TEXT NOT NULL,
      phone_hmac TEXT,
      outcome TEXT NOT NULL DEFAULT 'open',
      upstream_status ${number},
      outcome_at ${number},
      form_language TEXT,
      embed TEXT,
      path TEXT,
      partner TEXT,
      campaign TEXT,
      state TEXT,
      clicked TEXT
    )${end}`,
    'CREATE INDEX bff_receipt_created ON bff_receipt (created_at)',
    // The few open receipts among those of years.
    `CREATE INDEX bff_receipt_open ON bff_receipt (created_at) WHERE outcome = 'open'`,
    `CREATE TABLE bff_wording (
      version TEXT PRIMARY KEY,
      language TEXT NOT NULL,
      text TEXT NOT NULL,
      created_at ${number} NOT NULL
    )${end}`,
  ]
}
