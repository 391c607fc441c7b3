/** A click counts as stored only when a fail-over cannot lose it: a real PostgreSQL whose standby is unavailable. */
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '../storage/postgres.ts'
import { ownPostgres } from '../testing/shared-postgres.ts'
import { bffSchema } from './schema.ts'
import { createSqlStore } from './sql-store.ts'
import type { Store } from './store.ts'

const postgres = ownPostgres()
let url: string
let admin: Client
let store: Store
beforeAll(async () => {
  url = await postgres.newDatabase()
  admin = new Client({ connectionString: url })
  await admin.connect()
  store = createSqlStore(await openPostgres({ url, schema: bffSchema, queryTimeout: 60_000 }, 'owner'))
})
afterAll(async () => {
  await store.close()
  await admin.end()
})

/** Returns the backends that have committed and wait for the standby. */
const waiting = async (): Promise<number[]> => {
  const { rows } = await admin.query(`SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'`)
  return rows.map(({ pid }) => pid)
}

/** Configures a missing standby. PostgreSQL applies the setting with a delay: until then no commit waits. */
async function standbyIsMissed(): Promise<void> {
  const probe = new Client({ connectionString: url })
  probe.on('error', () => undefined)
  await probe.connect()
  await probe.query('CREATE TABLE probe ()')
  await admin.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await admin.query('SELECT pg_reload_conf()')
  const untilOneWaits = async () => {
    for (;;) await probe.query('INSERT INTO probe DEFAULT VALUES')
  }
  const ended = untilOneWaits().catch(() => undefined)
  await expect.poll(waiting).toHaveLength(1)
  for (const pid of await waiting()) await admin.query('SELECT pg_terminate_backend($1)', [pid])
  await ended
  await expect.poll(waiting).toEqual([])
}

it('a click that only this server has is not called a duplicate to the page that sends it again', async () => {
  const click = {
    event: '{"n":1}',
    reference: 'ref',
    tokenHash: 'hash',
    acceptedAt: 1_000,
    click: { receipt: 'none', button: 'primary' as const },
  }
  await standbyIsMissed()

  const first = store.clicks.add(click).catch(() => 'unavailable')
  await expect.poll(waiting).toHaveLength(1)
  // PostgreSQL does not roll back a waiting commit: the row stays, and the standby does not have it.
  for (const pid of await waiting()) await admin.query('SELECT pg_terminate_backend($1)', [pid])
  expect(await first).toBe('unavailable')
  expect(await store.clicks.list({ state: 'waiting', after: 0, limit: 9 })).toHaveLength(1)

  let isAnswered = false
  const again = store.clicks.add(click).finally(() => {
    isAnswered = true
  })
  await expect.poll(async () => isAnswered || (await waiting()).length === 1).toBe(true)
  expect(isAnswered).toBe(false)
  await admin.query('ALTER SYSTEM RESET synchronous_standby_names')
  await admin.query('SELECT pg_reload_conf()')
  expect(await again).toBe('duplicate')
})
