/** What the shared database promises beyond the common suite: it may go away and come back. */
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { openStorage } from './open-storage.ts'
import { openPool, openPostgres } from './postgres.ts'
import { createSqlStore } from './sql-store.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const press = (mark: string) => ({ event: '1', reference: 'ref', mark, at: 1_000 })

describe('PostgreSQL', () => {
  it('that cuts every connection is told in a word, and used again', async () => {
    const url = await postgres.newDatabase()
    const troubles: string[] = []
    const store = createSqlStore(await openPostgres(openPool(url, (code) => troubles.push(code))))
    await Promise.all(['a', 'b', 'c'].map((mark) => store.presses.add(press(mark), 0)))
    const admin = new Client({ connectionString: url })
    await admin.connect()
    await admin.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
    await admin.end()
    await expect.poll(() => troubles.length).toBeGreaterThan(0)
    expect(new Set(troubles)).toEqual(new Set(['57P01']))
    expect(await store.presses.add(press('d'), 0)).toEqual(expect.any(Number))
    expect(await store.presses.depth()).toMatchObject({ waiting: 4 })
    await store.close()
  })

  it('that is gone makes every call fail instead of waiting, and is used again when it is back', async () => {
    const server = await startPostgres()
    const store = createSqlStore(await openPostgres(openPool(await server.newDatabase())))
    await store.presses.add(press('before'), 0)
    await server.pause()
    await expect(store.presses.add(press('during'), 0)).rejects.toThrow()
    await expect(store.check()).rejects.toThrow()
    await server.resume()
    await expect.poll(() => store.presses.add(press('after'), 0).catch(() => 'not yet')).toEqual(expect.any(Number))
    expect((await store.presses.list({ most: 9 })).length).toBe(2)
    await store.close()
    await server.stop()
  })

  it.each([
    ['postgres://user:CANARY@127.0.0.1:1/db', 'ECONNREFUSED'],
    ['postgres://user:CANARY@nowhere.invalid/db', 'cannot be used ('],
  ])('at %s: a sentence without the password', async (databaseUrl, says) => {
    const failure = await openStorage({ databaseUrl }, 'owner').then(String, String)
    expect(failure).toContain(says)
    expect(failure).toContain('Check address, user and password')
    expect(failure).not.toContain('CANARY')
  })
})
