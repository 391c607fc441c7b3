import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openPool, openPostgres } from './postgres.ts'
import type { Database } from './sql.ts'
import { createSqlStore } from './sql-store.ts'
import { openSqlite } from './sqlite.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-migrate-'))
let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

/** A way to open the same database again and again. */
type Reopen = () => Promise<Database>

const kinds: ['sqlite' | 'postgres', () => Promise<Reopen>][] = [
  [
    'sqlite',
    async () => {
      const folder = mkdtempSync(path.join(root, 'data-'))
      return () => openSqlite(folder, 'owner')
    },
  ],
  [
    'postgres',
    async () => {
      const url = await postgres.newDatabase()
      return () => openPostgres(openPool(url))
    },
  ],
]

/** A step that a later version of this program might bring. */
const later = { version: migrations.length + 1, sqlite: 'ALTER TABLE bff_press ADD COLUMN more TEXT' }
const steps = [...migrations, { ...later, postgres: later.sqlite }]

describe.each(kinds)('the tables in %s', (dialect, make) => {
  it('are made once, and are there at the next start', async () => {
    const open = await make()
    for (let start = 0; start < 2; start++) {
      const database = await open()
      const [row] = await database.all('SELECT count(*) AS steps FROM bff_schema')
      expect(row).toEqual({ steps: migrations.length })
      await database.close()
    }
  })

  it('get the steps that are missing and keep what is in them', async () => {
    const database = await (await make())()
    const store = createSqlStore(database)
    await store.presses.add({ event: '1', reference: 'ref', mark: 'm', at: 1 }, 0)
    await database.transaction((sql) => migrate(sql, dialect, steps))
    await database.transaction((sql) => migrate(sql, dialect, steps))
    expect(await database.all('SELECT event, more FROM bff_press')).toEqual([{ event: '1', more: null }])
    await database.close()
  })

  it('that are newer than the program are refused and left alone', async () => {
    const open = await make()
    const database = await open()
    await database.transaction((sql) => migrate(sql, dialect, steps))
    await database.close()
    await expect(open()).rejects.toThrow(/made by a newer version of this program/)
  })

  it('are as before when a step fails', async () => {
    const database = await (await make())()
    const bad = [
      ...migrations,
      {
        version: later.version,
        sqlite: 'CREATE TABLE half (a TEXT); NONSENSE',
        postgres: 'CREATE TABLE half (a TEXT); NONSENSE',
      },
    ]
    await expect(database.transaction((sql) => migrate(sql, dialect, bad))).rejects.toThrow()
    await expect(database.all('SELECT * FROM half')).rejects.toThrow()
    expect(await database.all('SELECT max(version) AS version FROM bff_schema')).toEqual([
      { version: migrations.length },
    ])
    await database.close()
  })
})

it('ten processes that start together on a new PostgreSQL all find the tables', async () => {
  const url = await postgres.newDatabase()
  const all = await Promise.all(Array.from({ length: 10 }, () => openPostgres(openPool(url))))
  const [row] = (await all[0]?.all('SELECT count(*) AS steps FROM bff_schema')) ?? []
  expect(row).toEqual({ steps: migrations.length })
  await Promise.all(all.map((database) => database.close()))
})
