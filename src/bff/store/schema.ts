/** The BFF's tables, as the migrations that made them. A released migration is never changed: a change is a new one. */
import type { Schema } from '../../storage/migrate.ts'

const uniqueWithinTenSeconds = [
  `UPDATE bff_press SET mark = mark || '/' || id`,
  'CREATE UNIQUE INDEX bff_press_once ON bff_press (mark, (accepted_at / 10000))',
]

const indexForEachState = [
  'DROP INDEX bff_press_settled',
  'DROP INDEX bff_press_mark',
  `CREATE INDEX bff_press_failed ON bff_press (tried_at) WHERE state = 'failed'`,
  `CREATE INDEX bff_press_delivered ON bff_press (tried_at) WHERE state = 'delivered'`,
]

/** A press that has come twice already gets a mark of its own, but for the first. */
const onceForEachMark = [
  `UPDATE bff_press SET mark = mark || '/' || id
    WHERE EXISTS (SELECT 1 FROM bff_press AS other WHERE other.mark = bff_press.mark AND other.id < bff_press.id)`,
  'DROP INDEX bff_press_once',
  'CREATE UNIQUE INDEX bff_press_once ON bff_press (mark)',
]

/** The few that are open, among years of receipts. */
const openReceipts = `CREATE INDEX bff_receipt_open ON bff_receipt (at) WHERE outcome = 'open'`

/** As rate-limiter-flexible makes it. */
const limits = `CREATE TABLE IF NOT EXISTS voter_registration_limits
  (key VARCHAR(255) PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT)`

/** By keyed hash. Apart from the limits in PostgreSQL, whose table is not ours to shape. */
const counts = [
  'CREATE TABLE bff_count (name TEXT PRIMARY KEY, count INTEGER NOT NULL, until INTEGER NOT NULL) STRICT, WITHOUT ROWID',
  'CREATE INDEX bff_count_until ON bff_count (until)',
]

const partnerOfReceipt = 'ALTER TABLE bff_receipt ADD COLUMN partner TEXT'

function shownTexts(number: string, end: string): string[] {
  return [
    `CREATE TABLE bff_wording (
      version TEXT PRIMARY KEY,
      language TEXT NOT NULL,
      text TEXT NOT NULL,
      at ${number} NOT NULL
    )${end}`,
    'ALTER TABLE bff_receipt ADD COLUMN screen TEXT',
    'ALTER TABLE bff_receipt ADD COLUMN door TEXT',
    'ALTER TABLE bff_receipt ADD COLUMN path TEXT',
  ]
}

const campaignOfReceipt = 'ALTER TABLE bff_receipt ADD COLUMN campaign TEXT'

/** `bff_` stands before every name, so that the tables can live in a database beside others. */
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
      sqlite: tables({ id: 'INTEGER PRIMARY KEY AUTOINCREMENT', number: 'INTEGER', end: ' STRICT' }),
      postgres: tables({ id: 'BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY', number: 'BIGINT', end: '' }),
    },
    // Two processes that add the same press in the same moment do not see each other's row: the index does. A press that is
    // there already may have come twice, and gets a mark of its own.
    { version: 2, sqlite: uniqueWithinTenSeconds, postgres: uniqueWithinTenSeconds },
    // SQLite does not use an index `WHERE state <> 'waiting'` for `state = 'failed'`: to count or to clean up it read every
    // press there was. The unique index finds a known mark as well.
    { version: 3, sqlite: indexForEachState, postgres: indexForEachState },
    // Until then the processes made it, which wants a right that only the owner of tables should have.
    { version: 4, sqlite: [], postgres: [limits] },
    // A sealed press counts once for as long as it can be opened: its row is kept that long, and no time is in the index.
    { version: 5, sqlite: onceForEachMark, postgres: onceForEachMark },
    { version: 6, sqlite: [openReceipts], postgres: [openReceipts] },
    // Until then a restart beside SQLite forgot how often a phone number had been sent.
    { version: 7, sqlite: counts, postgres: [] },
    // Until then a receipt named a hash, and the words were kept nowhere.
    { version: 8, sqlite: shownTexts('INTEGER', ' STRICT'), postgres: shownTexts('BIGINT', '') },
    { version: 9, sqlite: [partnerOfReceipt], postgres: [partnerOfReceipt] },
    { version: 10, sqlite: [campaignOfReceipt], postgres: [campaignOfReceipt] },
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
      last_cause TEXT
    )${end}`,
    `CREATE INDEX bff_press_due ON bff_press (due_at) WHERE state = 'waiting'`,
    `CREATE INDEX bff_press_settled ON bff_press (state, tried_at) WHERE state <> 'waiting'`,
    'CREATE INDEX bff_press_mark ON bff_press (mark, accepted_at)',
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
      outcome_at ${number}
    )${end}`,
    'CREATE INDEX bff_receipt_at ON bff_receipt (at)',
  ]
}
