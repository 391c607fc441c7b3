/** The warnings about a PostgreSQL that may lose acknowledged commits, tested with a real one. */
import { Client, type ClientConfig } from 'pg'
import { expect, it } from 'vitest'
import { ownPostgres } from '../testing/shared-postgres.ts'
import type { Schema } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { findEncryptionProblem } from './postgres-checks.ts'

const postgres = ownPostgres()

const schema: Schema = {
  name: 'some',
  program: 'BFF',
  versionTable: 'some_schema',
  advisoryLock: 4_713,
  freeClaims: [],
  migrations: [],
}

/** Returns the codes that a process logs at startup. */
async function startingAt(url: string): Promise<string[]> {
  const codes: string[] = []
  const database = await openPostgres(
    { url, schema, queryTimeout: 5_000, log: ({ code }) => codes.push(code) },
    'owner',
  )
  await database.close()
  return codes
}

/** The same for a session with other settings. */
const startingWith = (url: string, settings: string) => startingAt(`${url}?options=${encodeURIComponent(settings)}`)

it('the PostgreSQL check reports nothing about a single server with synchronous commits', async () => {
  expect(await startingAt(await postgres.newDatabase())).toEqual([])
})

it('the PostgreSQL check reports commits that are not on the disk', async () => {
  const url = await postgres.newDatabase()
  expect(await startingWith(url, '-c synchronous_commit=off')).toEqual(['commit_not_on_disk'])
})

it('the PostgreSQL check reports to any role that a failover can lose data when no commit waits for a standby', async () => {
  const url = await postgres.newDatabase()
  // The parameter with which a standby connects; `pg` passes it on, but its types lack it.
  const standby: ClientConfig & { replication: string } = { connectionString: url, replication: 'true' }
  const sender = new Client(standby)
  await sender.connect()
  const admin = new Client({ connectionString: url })
  await admin.connect()
  try {
    expect(await startingAt(url)).toEqual(['failover_may_lose_data'])
    await admin.query('CREATE ROLE plain LOGIN; GRANT ALL ON SCHEMA public TO plain')
    const plain = new URL(url)
    plain.username = 'plain'
    expect(await startingAt(plain.href)).toEqual(['failover_may_lose_data'])
    await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
    await admin.query('SELECT pg_reload_conf()')
    await expect.poll(() => startingWith(url, '-c synchronous_commit=local')).toEqual(['failover_may_lose_data'])
    const isSet = async () => (await admin.query('SHOW synchronous_standby_names')).rows
    await expect.poll(isSet).toEqual([{ synchronous_standby_names: '*' }])
    expect(await startingAt(url)).toEqual([])
  } finally {
    await admin.query('ALTER SYSTEM RESET synchronous_standby_names').catch(() => undefined)
    await admin.end()
    await sender.end()
  }
})

it.each([
  'postgres://u@127.0.0.1/db',
  'postgres://u@localhost:5433/db',
  'postgres://u@[::1]/db',
  'postgres:///db?host=/run/postgresql',
  'postgres://%2Frun%2Fpostgresql/db',
  'postgres://u@db.example/db?sslmode=verify-full',
  'postgres://u@db.example/db?sslmode=require',
  'postgres://u@db.example/db?ssl=true',
  'postgres://u@db.example/db?sslmode=disable',
])('the database URL %s is on this machine, or demands encryption', (address) => {
  expect(findEncryptionProblem(address)).toBeUndefined()
})

it.each([
  'postgres://u:CANARY@db.example/db',
  'postgres://u:CANARY@10.0.0.7/db',
  'postgres://u:CANARY@db.example/db?sslmode=allow',
  'postgres://u:CANARY@db.example/db?sslmode=',
  'postgres://u:CANARY@localhost/db?host=db.example',
])('the database URL %s is rejected without being quoted', (address) => {
  const problem = findEncryptionProblem(address)
  expect(problem).toContain('sslmode=verify-full')
  expect(problem).not.toContain('CANARY')
})
