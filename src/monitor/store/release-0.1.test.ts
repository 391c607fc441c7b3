/** A database that the monitor of release 0.1 created and wrote is opened, read and written by this release. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import Libsql from 'libsql'
import { Client } from 'pg'
import { afterAll, expect, it } from 'vitest'
import type { StorageLocation } from '../../storage/open.ts'
import { release01 } from '../../testing/release-0.1-tables.ts'
import { sharedPostgres } from '../../testing/shared-postgres.ts'
import { nameUuid } from './name-uuid.ts'
import { openStore } from './sql-store.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-release-monitor-'))
const postgres = sharedPostgres()
afterAll(() => rmSync(root, { recursive: true, force: true }))

const url = 'https://one.state.example/'
const uuid = nameUuid('site', url)
const down = {
  at: 1_000,
  up: false,
  ignored: false,
  loadUs: 5,
  via: 'direct',
  error: 'timeout',
  redirects: [],
  number: 1,
}
const rows = `
INSERT INTO monitor_site (id, uuid, url, host, description, listed, state_up, changed_at, went_down, downtimes)
  VALUES (1, '${uuid}', '${url}', 'one.state.example', 'MA one', 1, 0, 1000, '${JSON.stringify(down)}', 1);
INSERT INTO monitor_turn (site, due_at, last_check, last_at) VALUES (1, 2000, 1, 1000);
INSERT INTO monitor_via (name) VALUES ('direct');
INSERT INTO monitor_check (site, number, at, up, ignored, load_us, via, error) VALUES (1, 1, 1000, 0, 0, 5, 1, 'timeout');
INSERT INTO monitor_downtime (number, site, n, down_at, before_ms, down_check) VALUES (1, 1, 1, 1000, 0, '${JSON.stringify(down)}');
UPDATE monitor_count SET downtimes = 1;
`

const kinds: [string, () => Promise<StorageLocation>][] = [
  [
    'SQLite',
    async () => {
      const dataDir = mkdtempSync(path.join(root, 'data-'))
      const old = new Libsql(path.join(dataDir, 'monitor.db'))
      old.exec(release01.monitor.sqlite + rows)
      old.close()
      return { dataDir }
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const databaseUrl = await postgres.newDatabase()
      const old = new Client({ connectionString: databaseUrl })
      await old.connect()
      await old.query(release01.monitor.postgres + rows)
      await old.end()
      return { databaseUrl }
    },
  ],
]

it.each(kinds)('release 0.1 in %s is read, and its outage ends here', async (_, make) => {
  const store = await openStore(await make(), 'owner')
  expect((await store.sitesDown({ limit: 9, offset: 0 }, 2_000)).items).toMatchObject([{ uuid, up: false }])
  const [site] = await store.claim({ owner: 'me', now: 2_000, until: 9_000, limit: 9, inHand: [] })
  if (site === undefined) throw new Error('Its turn is due.')
  const attempt = { at: 3_000, up: true, ignored: false, loadUs: 7, via: 'other', status: 200, error: undefined }
  const attempts = [{ ...attempt, redirects: [] }]
  const finding = { site, owner: 'me', attempts, verdict: 'up' as const, telling: 0, due: 9_000 }
  expect(await store.record(finding)).toBe('recorded')
  expect((await store.checks(uuid, { limit: 9, offset: 0 }))?.items.map(({ at }) => at)).toEqual([3_000, 1_000])
  const downtime = await store.downtime(uuid, { limit: 9, offset: 0 })
  expect(downtime?.items).toMatchObject([{ downCheck: { at: 1_000, error: 'timeout' }, upCheck: { at: 3_000 } }])
  await store.close()
})
