/** Migrations run once, in order, completely or not at all, even when processes start at the same time. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sharedPostgres } from '../testing/shared-postgres.ts'
import type { Migration, Schema } from './migrate.ts'
import { openDatabase, type StorageLocation } from './open.ts'
import type { StorageLog } from './sql.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-migrate-'))
const postgres = sharedPostgres()
afterAll(() => rmSync(root, { recursive: true, force: true }))

const both = (version: number, step: Migration['sqlite']): Migration => ({ version, sqlite: step, postgres: step })
const first = both(1, ['CREATE TABLE some_thing (name TEXT NOT NULL)', `INSERT INTO some_thing VALUES ('a;b')`])
const second = both(2, async (sql) => {
  for (const { name } of await sql.query('SELECT name FROM some_thing')) {
    await sql.run('INSERT INTO some_thing VALUES ($1)', [`${String(name)};c`])
  }
})
const schemaOf = (...migrations: Migration[]): Schema => ({
  name: 'some',
  program: 'BFF',
  versionTable: 'some_schema',
  advisoryLock: 4_711,
  freeClaims: [],
  migrations,
})
const open = (location: StorageLocation, schema: Schema, log?: StorageLog) =>
  openDatabase(location, 'owner', { schema, queryTimeout: 300, log })

const kinds: ['sqlite' | 'postgres', () => Promise<StorageLocation>][] = [
  ['sqlite', async () => ({ dataDir: mkdtempSync(path.join(root, 'data-')) })],
  ['postgres', async () => ({ databaseUrl: await postgres.newDatabase() })],
]

describe.each(kinds)('the tables in %s', (_, make) => {
  it('are created once, by statements that may contain a semicolon', async () => {
    const location = await make()
    for (let start = 0; start < 2; start++) {
      const database = await open(location, schemaOf(first))
      expect(await database.query('SELECT version FROM some_schema')).toEqual([{ version: 1 }])
      expect(await database.query('SELECT name FROM some_thing')).toEqual([{ name: 'a;b' }])
      await database.close()
    }
  })

  it('get the missing migrations, which are logged', async () => {
    const location = await make()
    await (await open(location, schemaOf(first))).close()
    const said: (string | number | undefined)[] = []
    const database = await open(location, schemaOf(first, second), ({ code, count }) => said.push(code, count))
    expect(await database.query('SELECT name FROM some_thing ORDER BY name')).toEqual([
      { name: 'a;b' },
      { name: 'a;b;c' },
    ])
    expect(said).toEqual(['migration_started', 2, 'migration_finished', 2])
    await database.close()
  })

  it('that are newer than the program are rejected and not changed', async () => {
    const location = await make()
    await (await open(location, schemaOf(first, second))).close()
    await expect(open(location, schemaOf(first))).rejects.toThrow(/made by a newer version of this program/)
  })

  it('are as before when a migration fails, except for those that succeeded', async () => {
    const location = await make()
    const bad = both(3, ['CREATE TABLE half (a TEXT)', 'NONSENSE'])
    await expect(open(location, schemaOf(first, second, bad))).rejects.toMatchObject({ name: 'DatabaseError' })
    const database = await open(location, schemaOf(first, second))
    await expect(database.query('SELECT * FROM half')).rejects.toThrow()
    expect(await database.query('SELECT max(version) AS version FROM some_schema')).toEqual([{ version: 2 }])
    await database.close()
  })
})

it('a migration may take longer than any query', async () => {
  const location = { databaseUrl: await postgres.newDatabase() }
  await (await open(location, schemaOf(first))).close()
  const slow: Migration = { version: 2, sqlite: [], postgres: ['SELECT pg_sleep(1)'] }
  const database = await open(location, schemaOf(first, slow))
  expect(await database.query('SELECT max(version) AS version FROM some_schema')).toEqual([{ version: 2 }])
  await expect(database.query('SELECT pg_sleep(1)')).rejects.toMatchObject({ name: 'StorageUnavailableError' })
  await database.close()
})

it('ten processes that start together on a new PostgreSQL all find the tables', async () => {
  const location = { databaseUrl: await postgres.newDatabase() }
  const all = await Promise.all(Array.from({ length: 10 }, () => open(location, schemaOf(first, second))))
  expect(await all[0]?.query('SELECT count(*) AS count FROM some_schema')).toEqual([{ count: 2 }])
  await Promise.all(all.map((database) => database.close()))
})
