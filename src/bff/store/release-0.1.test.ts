/** This release opens, reads and writes a database created by release 0.1. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Libsql from 'libsql'
import { Client } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase, type StorageLocation } from '../../storage/open.ts'
import { untold } from '../../testing/receipts.ts'
import { release01 } from '../../testing/release-0.1-tables.ts'
import { sharedPostgres } from '../../testing/shared-postgres.ts'
import { bffSchema } from './schema.ts'
import { createSqlStore } from './sql-store.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-release-'))
const postgres = sharedPostgres()
afterAll(() => rmSync(root, { recursive: true, force: true }))

const until = Date.now() + 900_000
const rows = `
INSERT INTO bff_press (state, event, reference, mark, tries, leased, accepted_at, due_at, tried_at, last_status, last_cause)
  VALUES ('waiting', '{"n":1}', 'ref-1', 'mark-1', 0, 0, 1000, 1000, NULL, NULL, NULL),
         ('failed', '{"n":2}', 'ref-2', 'mark-2', 8, 0, 1000, 1000, 2000, 503, 'status'),
         ('failed', '{"n":2}', 'ref-3', 'mark-2', 8, 0, 20000, 20000, 21000, 503, 'status');
INSERT INTO bff_form (form_key, fingerprint, owner, lease, outcome, until)
  VALUES ('settled', 'print', 'owner', 0, 'sealed', ${until}), ('lost', 'print', 'owner', 0, NULL, ${until});
INSERT INTO bff_receipt (id, at, reference, wording, locale, boxes, form, site, phone, outcome, status, outcome_at)
  VALUES ('receipt-1', 1000, 'ref-1', 'en-1', 'en', 'sms_opt_in,sms_opt_in_subscriber', '0.1.0', 'https://partner.example', NULL, 'answered', 200, 2000);
`

const kinds: ['sqlite' | 'postgres', () => Promise<StorageLocation>][] = [
  [
    'sqlite',
    async () => {
      const dataDir = mkdtempSync(path.join(root, 'data-'))
      const old = new Libsql(path.join(dataDir, 'bff.db'))
      old.exec('PRAGMA journal_mode = WAL')
      old.exec(release01.bff.sqlite + rows)
      old.close()
      return { dataDir }
    },
  ],
  [
    'postgres',
    async () => {
      const databaseUrl = await postgres.newDatabase()
      const old = new Client({ connectionString: databaseUrl })
      await old.connect()
      await old.query(release01.bff.postgres + rows)
      await old.end()
      return { databaseUrl }
    },
  ],
]

describe.each(kinds)('release 0.1 in %s', (_, make) => {
  it('is read, and goes on', async () => {
    const database = await openDatabase(await make(), 'owner', bffSchema, { queryTimeout: 60_000 })
    const store = createSqlStore(database)
    expect(await store.presses.list({ limit: 9 })).toMatchObject([
      { state: 'waiting', event: '{"n":1}', reference: 'ref-1' },
      { state: 'failed', event: '{"n":2}', tries: 8, last_status: 503, last_cause: 'status' },
      // The same press, which counted again after ten seconds.
      { state: 'failed', event: '{"n":2}', reference: 'ref-3' },
    ])
    expect(await store.presses.claim(1_000, 9, 60_000)).toMatchObject([{ event: '{"n":1}', tries: 0 }])
    expect(await store.presses.add({ event: '1', reference: 'r', mark: 'mark-1', at: 1_001 })).toBe('known')
    expect(await store.presses.add({ event: '2', reference: 'r', mark: 'mark-2', at: 60_000 })).toBe('known')
    expect(await store.forms.look('settled', Date.now())).toMatchObject({ type: 'settled', outcome: 'sealed' })
    expect(await store.forms.look('lost', Date.now())).toMatchObject({ type: 'lost', fingerprint: 'print' })
    const [kept] = await store.receipts.list({ limit: 9 })
    expect(kept).toMatchObject({
      id: 'receipt-1',
      boxes: ['sms_opt_in', 'sms_opt_in_subscriber'],
      status: 200,
      ...untold,
    })
    const receipt = { ...kept, id: 'receipt-2', at: 3_000, boxes: [], form: null, phone: null, ...untold }
    const named = { reference: 'ref', wording: 'en-1', locale: 'en', site: 'https://partner.example' }
    const beginning = {
      key: 'new',
      fingerprint: 'f',
      owner: 'o',
      now: 1,
      lease: 2,
      until,
      receipt: { ...receipt, ...named },
    }
    expect(await store.forms.begin(beginning)).toEqual({ type: 'begun' })
    expect((await store.receipts.list({ limit: 9 })).map(({ seq }) => seq)).toEqual([1, 2])
    await store.close()
  })
})

it('makes the same tables as release 0.1', async () => {
  const shape = async (dataDir: string) => {
    const database = await openDatabase({ dataDir }, 'owner', bffSchema, { queryTimeout: 60_000 })
    const made = await database.all(`SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name`)
    await database.close()
    return made.map(({ name, sql }) => `${String(name)} ${String(sql).replace(/\s+/g, '')}`)
  }
  const old = await kinds[0]?.[1]()
  if (old === undefined || !('dataDir' in old)) throw new Error('SQLite comes first.')
  expect(await shape(mkdtempSync(path.join(root, 'new-')))).toEqual(await shape(old.dataDir))
})
