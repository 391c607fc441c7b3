/** A failed migration reports its cause, and leaves the tables unchanged. */
import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, it } from 'vitest'
import { sharedPostgres } from '../testing/shared-postgres.ts'
import type { Schema } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import type { StorageLog } from './sql.ts'
import { openSqlite } from './sqlite.ts'

type Line = Parameters<StorageLog>[0]

const postgres = sharedPostgres()
const disks: string[] = []
afterAll(async () => {
  for (const disk of disks) {
    execFileSync('umount', ['-l', disk])
    rmSync(disk, { recursive: true })
  }
})

/** Mounts a separate file system; `undefined` where that is impossible. */
function smallDisk(size: string): string | undefined {
  const disk = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    rmSync(disk, { recursive: true })
    return undefined
  }
  disks.push(disk)
  return disk
}
const isRoot = smallDisk('1m') !== undefined

const text = `'${'x'.repeat(1_000)}'`
const first = ['CREATE TABLE some_thing (name TEXT NOT NULL)', `INSERT INTO some_thing VALUES ('before')`]
/** Twenty megabytes of rows. */
const big = {
  sqlite: [
    `INSERT INTO some_thing WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT ${text} FROM n`,
  ],
  postgres: [`INSERT INTO some_thing SELECT ${text} FROM generate_series(1, 20000)`],
}
const schemaOf = (second?: { sqlite: string[]; postgres: string[] }): Schema => ({
  name: 'some',
  program: 'BFF',
  versionTable: 'some_schema',
  advisoryLock: 4_713,
  freeClaims: [],
  migrations: [{ version: 1, sqlite: first, postgres: first }, ...(second ? [{ version: 2, ...second }] : [])],
})

const alter = ['ALTER TABLE some_thing ADD COLUMN other TEXT']
const altered = schemaOf({ sqlite: alter, postgres: alter })

const open = (url: string, schema: Schema, said: Line[] = [], as: 'owner' | 'visitor' = 'visitor') =>
  openPostgres({ url, schema, queryTimeout: 60_000, logIntervalMs: 50, log: (line) => said.push(line) }, as)

it.skipIf(!isRoot)('a migration reports a full disk of SQLite and continues once there is room', async () => {
  const disk = smallDisk('8m') ?? ''
  const folder = path.join(disk, 'data')
  await (await openSqlite(folder, 'owner', { schema: schemaOf() })).close()
  const said: Line[] = []
  const attempt = () => openSqlite(folder, 'owner', { schema: schemaOf(big), log: (line) => said.push(line) })
  await expect(attempt()).rejects.toThrow(/cannot be used \(SQLITE_FULL\)\. Its disk is full\. Make room/)
  expect(said).toMatchObject([
    { code: 'migration_started', count: 2 },
    {
      level: 'error',
      code: 'migration_failed',
      count: 2,
      cause: 'SQLITE_FULL',
      message: expect.stringMatching(/at version 1/),
    },
    { code: 'migration_finished' },
  ])
  execFileSync('mount', ['-o', 'remount,size=200m', disk])
  const database = await attempt()
  expect(await database.query('SELECT count(*) AS count FROM some_thing')).toEqual([{ count: 20_001 }])
  await database.close()
})

it.skipIf(!isRoot)('a migration reports a full disk of PostgreSQL and continues once there is room', async () => {
  const disk = smallDisk('16m') ?? ''
  chownSync(disk, 65_534, 65_534)
  const url = new URL(await postgres.newDatabase())
  const admin = new Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`CREATE TABLESPACE small LOCATION '${disk}'`)
  await admin.query('CREATE DATABASE on_small_disk TABLESPACE small')
  url.pathname = '/on_small_disk'
  await (await open(url.href, schemaOf())).close()
  const said: Line[] = []
  const owner = await open(url.href, schemaOf(big), said, 'owner')
  await expect(owner.check()).rejects.toMatchObject({ name: 'StorageUnavailableError', code: '53100' })
  await expect.poll(() => said).toContainEqual(expect.objectContaining({ code: 'migration_failed', cause: '53100' }))
  execFileSync('mount', ['-o', 'remount,size=200m', disk])
  await expect.poll(() => said.map(({ code }) => code), { timeout: 60_000 }).toContain('database_ready')
  expect(await owner.query('SELECT count(*) AS count FROM some_thing')).toEqual([{ count: 20_001 }])
  await owner.close()
  await admin.query('DROP DATABASE on_small_disk')
  await admin.query('DROP TABLESPACE small')
  await admin.end()
})

it('a migration fails immediately for a user that may not change the tables', async () => {
  const url = new URL(await postgres.newDatabase())
  await (await open(url.href, schemaOf())).close()
  const admin = new Client({ connectionString: url.href })
  await admin.connect()
  await admin.query('CREATE ROLE no_owner LOGIN; GRANT SELECT, INSERT, UPDATE ON some_schema TO no_owner')
  await admin.end()
  url.username = 'no_owner'
  const said: Line[] = []
  await expect(open(url.href, altered, said, 'owner')).rejects.toThrow(/cannot be used \(42501\)/)
  expect(said).toContainEqual(expect.objectContaining({ code: 'migration_failed', cause: '42501' }))
})

it.each(['LOCK TABLE some_thing', 'SELECT pg_advisory_xact_lock(4713)'])(
  'a migration waits after %s of another session, names it and continues',
  async (lock) => {
    const url = await postgres.newDatabase()
    await (await open(url, schemaOf())).close()
    const other = new Client({ connectionString: url })
    await other.connect()
    await other.query('BEGIN')
    const { rows } = await other.query('SELECT pg_backend_pid() AS pid')
    await other.query(lock)
    const said: Line[] = []
    const opening = open(url, altered, said)
    const waits = {
      level: 'warn',
      code: 'migration_blocked',
      message: expect.stringContaining(`process ${rows[0].pid}.`),
    }
    await expect.poll(() => said).toContainEqual(waits)
    await other.query('ROLLBACK')
    const database = await opening
    expect(await database.query('SELECT other FROM some_thing')).toEqual([{ other: null }])
    await database.close()
    await other.end()
  },
)
