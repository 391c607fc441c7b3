/** No statement of a check reads a whole table of PostgreSQL that grows. */
import { expect, it } from 'vitest'
import { openPostgres } from '../../server/storage/postgres.ts'
import { recordStatements } from '../../server/testing/record-statements.ts'
import { sharedPostgres } from '../../server/testing/shared-postgres.ts'
import { monitorSchema } from './schema.ts'
import { createSqlStore } from './sql-store.ts'

const postgres = sharedPostgres()

const rows = [
  `INSERT INTO monitor_site (uuid, url, host, description, is_listed, is_up, changed_at)
    SELECT n, 'https://' || n || '.example/', n || '.example', 'Site', 1, 1, n FROM generate_series(1, 10000) AS n`,
  `INSERT INTO monitor_schedule (site, due_at, last_check) SELECT id, ${Date.UTC(2100, 0)}, 1 FROM monitor_site`,
  "INSERT INTO monitor_check (site, number, checked_at, is_up, is_ignored, load_us, route) SELECT id, 1, 1, 1, 0, 1, 'direct' FROM monitor_site",
  `INSERT INTO monitor_downtime (site, number, down_at, up_at, previous_ms, down_check, up_check)
    SELECT id, 1, 1, 2, 0, '{}', '{}' FROM monitor_site`,
  `INSERT INTO monitor_notice (id, created_at, body, due_at, is_failed) SELECT id, 1, '', 1, 1 FROM monitor_site`,
]

it.each([
  ['', ['ANALYZE']],
  [' that were never analyzed', []],
])('a check of a site scans no table of 10,000 rows%s', async (_which, last) => {
  const url = await postgres.newDatabase()
  const real = await openPostgres({ url, schema: monitorSchema, queryTimeout: 60_000 }, 'owner')
  for (const statement of [...rows, ...last]) await real.run(statement)

  const list = recordStatements(real)
  const sites = Array.from({ length: 100 }, (_, index) => ({
    url: `https://new${index}.example/`,
    description: 'Site',
  }))
  await createSqlStore(list.database).setSites(sites, 1_000)
  // Every stored site is compared with the list.
  expect(await list.findScans(['monitor_site'])).toEqual([])

  const { database, findScans } = recordStatements(real)
  const store = createSqlStore(database, () => ({ id: crypto.randomUUID(), body: '{}' }))
  const claim = (limit: number, inHand: number[]) =>
    store.claim({ owner: 'me', nowMs: 1_000, expiresAt: 2_000, limit, claimedIds: inHand })
  const turns = await claim(50, [])
  for (const up of [true, false, true]) {
    const [site] = turns
    if (site === undefined) throw new Error('Nothing is due.')
    const attempt = { checkedAt: 1_000, up, ignored: false, loadUs: 1, via: 'direct', status: 200, error: undefined }
    const verdict = up ? 'up' : 'down'
    const attempts = [{ ...attempt, redirects: [] }]
    expect(await store.record({ site, owner: 'me', attempts, verdict, decisiveIndex: 0, dueAt: 0 })).toBe('recorded')
    const others = turns.map(({ id }) => id).filter((id) => id !== site.id)
    expect(await claim(1, others)).toMatchObject([{ id: site.id }])
  }
  expect(await findScans([])).toEqual([])
  await store.close()
})
