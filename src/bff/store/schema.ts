/** The BFF's tables, as their migrations. A released migration is never changed: every change is a new one. */
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

/** Of presses that were received twice, all but the first get their own mark. */
const onceForEachMark = [
  `UPDATE bff_press SET mark = mark || '/' || id
    WHERE EXISTS (SELECT 1 FROM bff_press AS other WHERE other.mark = bff_press.mark AND other.id < bff_press.id)`,
  'DROP INDEX bff_press_once',
  'CREATE UNIQUE INDEX bff_press_once ON bff_press (mark)',
]

/** Index of the few open receipts among those of years. */
const openReceipts = `CREATE INDEX bff_receipt_open ON bff_receipt (at) WHERE outcome = 'open'`

/** The table as rate-limiter-flexible creates it. */
const limits = `CREATE TABLE IF NOT EXISTS voter_registration_limits
  (key VARCHAR(255) PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire BIGINT)`

/** Counts by keyed hash. Separate from the limits in PostgreSQL, whose table has a fixed third-party layout. */
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

const undecidedPresses = (number: string) => `ALTER TABLE bff_press ADD COLUMN undecided ${number} NOT NULL DEFAULT 0`

const campaignOfReceipt = 'ALTER TABLE bff_receipt ADD COLUMN campaign TEXT'

/** Every name has the prefix `bff_`, so that the tables can share a database with others. */
export const bffSchema: Schema = {
  name: 'bff',
  program: 'BFF',
  versionTable: 'bff_schema',
  advisoryLock: 7_250_991_447,
  isPersonal: true,
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
    // Two processes that add the same press at the same moment do not see each other's row: the index does. An existing press
    // may have been received twice, and gets its own mark.
    { version: 2, sqlite: uniqueWithinTenSeconds, postgres: uniqueWithinTenSeconds },
    // SQLite does not use an index `WHERE state <> 'waiting'` for `state = 'failed'`: it read every press to count or to
    // clean up. The unique index also finds a known mark.
    { version: 3, sqlite: indexForEachState, postgres: indexForEachState },
    // Before, the processes created the table, which needs a right that only the owner of tables should have.
    { version: 4, sqlite: [], postgres: [limits] },
    // A sealed press counts once until it expires: its row is kept that long, and the index contains no time.
    { version: 5, sqlite: onceForEachMark, postgres: onceForEachMark },
    { version: 6, sqlite: [openReceipts], postgres: [openReceipts] },
    // Before, a restart with SQLite forgot the counts of phone numbers.
    { version: 7, sqlite: counts, postgres: [] },
    // Before, a receipt contained a hash, and the text was stored nowhere.
    { version: 8, sqlite: shownTexts('INTEGER', ' STRICT'), postgres: shownTexts('BIGINT', '') },
    { version: 9, sqlite: [partnerOfReceipt], postgres: [partnerOfReceipt] },
    { version: 10, sqlite: [campaignOfReceipt], postgres: [campaignOfReceipt] },
    { version: 11, sqlite: [undecidedPresses('INTEGER')], postgres: [undecidedPresses('BIGINT')] },
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
