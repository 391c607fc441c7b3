/** A PostgreSQL that restarts, closes connections, or is not yet available: the process stays, and continues afterwards. */
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { listenOnFreePort } from '../../contract/testing/listen-on-free-port.ts'
import { startPostgres } from '../testing/postgres.ts'
import { sharedPostgres } from '../testing/shared-postgres.ts'
import type { Schema } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { DatabaseError, type StorageLog, StorageUnavailableError } from './sql.ts'

const postgres = sharedPostgres()

const statements = ['CREATE TABLE some_thing (name TEXT NOT NULL)']
const schema: Schema = {
  name: 'some',
  program: 'BFF',
  versionTable: 'some_schema',
  advisoryLock: 4_712,
  freeClaims: [],
  migrations: [{ version: 1, sqlite: statements, postgres: statements }],
}
const open = (url: string, log?: StorageLog, as: 'owner' | 'visitor' = 'owner') =>
  openPostgres({ url, schema, queryTimeout: 60_000, ...(log && { log }) }, as)

/** Terminates every other connection to the database. */
async function terminateOthers(url: string): Promise<void> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await admin.end()
}

describe('PostgreSQL', () => {
  it('that closes idle connections is logged by a code, and used again', async () => {
    const url = await postgres.newDatabase()
    const causes = new Set<string | undefined>()
    const database = await open(url, ({ cause }) => causes.add(cause))
    await Promise.all([1, 2, 3].map(() => database.run(`INSERT INTO some_thing VALUES ('x')`)))
    await terminateOthers(url)
    await expect.poll(() => [...causes]).toEqual(['57P01'])
    // A lost connection that the pool has not noticed yet fails once.
    const count = () => database.query('SELECT count(*) AS count FROM some_thing').catch(() => 'not yet')
    await expect.poll(count).toEqual([{ count: 3 }])
    await database.close()
  })

  it('that closes a connection between two statements ends a transaction, never the process', async () => {
    const url = await postgres.newDatabase()
    const database = await open(url)
    const acquired = once(database.pool, 'acquire')
    const failed = database.transaction(async (sql) => {
      await sql.run(`INSERT INTO some_thing VALUES ('half')`)
      const [client] = (await acquired) as [Client]
      const closed = new Promise((resolve) => void client.once('end', resolve))
      await terminateOthers(url)
      // The client has noticed that the connection is closed, with no query in flight.
      await closed
      await sql.run(`INSERT INTO some_thing VALUES ('other half')`)
    })
    await expect(failed).rejects.toBeInstanceOf(StorageUnavailableError)
    expect(await database.query('SELECT * FROM some_thing')).toEqual([])
    await database.close()
  })

  it('batches concurrent writes in few transactions, and one that fails affects no other', async () => {
    const database = await open(await postgres.newDatabase())
    const add = (name: string | null) => database.run('INSERT INTO some_thing VALUES ($1)', [name])
    const names = Array.from({ length: 200 }, (_, place) => (place === 100 ? null : `name ${place}`))
    const all = await Promise.allSettled(names.map(add))
    expect(all.flatMap(({ status }, place) => (status === 'rejected' ? [place] : []))).toEqual([100])
    await Promise.all(names.map((_, place) => add(`again ${place}`)))
    const [row] = await database.query(
      `SELECT count(*) AS count, count(DISTINCT xmin::text) AS transactions FROM some_thing WHERE name LIKE 'again%'`,
    )
    expect(row?.count).toBe(200)
    expect(row?.transactions).toBeLessThan(20)
    await database.close()
  })

  it('that takes four seconds to connect is waited for by a command', async () => {
    const url = new URL(await postgres.newDatabase())
    const front = createServer((socket) => {
      setTimeout(() => {
        const behind = connect(Number(url.port), '127.0.0.1')
        socket.on('error', () => behind.destroy()).pipe(behind)
        behind.on('error', () => socket.destroy()).pipe(socket)
      }, 4_000)
    })
    const { port, close } = await listenOnFreePort(front)
    await (await open(url.href)).close()
    const slow = new URL(url)
    slow.port = String(port)
    const database = await open(slow.href, undefined, 'visitor')
    expect(await database.query('SELECT count(*) AS count FROM some_thing')).toEqual([{ count: 0 }])
    await database.close()
    await close()
  })

  it('that is gone makes every call fail, and is used again when it is back', async () => {
    const server = await startPostgres()
    const database = await open(await server.newDatabase())
    await server.pause()
    const add = () => database.run(`INSERT INTO some_thing VALUES ('x')`)
    await expect(add()).rejects.toBeInstanceOf(StorageUnavailableError)
    await expect(database.transaction((sql) => sql.run('SELECT 1'))).rejects.toBeInstanceOf(StorageUnavailableError)
    await expect(database.check()).rejects.toBeInstanceOf(StorageUnavailableError)
    await server.resume()
    await expect.poll(() => add().catch(() => 0)).toBe(1)
    await database.close()
    await server.stop()
  })

  it('that is missing at the start makes calls fail, and gets its tables when it comes', async () => {
    const server = await startPostgres()
    const url = await server.newDatabase()
    await server.pause()
    const said: string[] = []
    const database = await open(url, ({ code }) => said.push(code))
    await expect(database.check()).rejects.toMatchObject({ name: 'StorageUnavailableError', code: 'ECONNREFUSED' })
    await expect.poll(() => said).toContain('database_unreachable')
    await server.resume()
    await expect.poll(() => said).toContain('database_ready')
    expect(await database.run(`INSERT INTO some_thing VALUES ('x')`)).toBe(1)
    await database.close()
    await server.stop()
  })

  it.each(['postgres://user:CANARY@127.0.0.1:1/db', 'postgres://user:CANARY@nowhere.invalid/db'])(
    'at %s: an owner starts, a command fails, and neither shows the password',
    async (url) => {
      const database = await open(url, (line) => expect(JSON.stringify(line)).not.toContain('CANARY'))
      await expect(database.query('SELECT 1')).rejects.toBeInstanceOf(StorageUnavailableError)
      await database.close()
      const failure: unknown = await open(url, undefined, 'visitor').catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(StorageUnavailableError)
      expect(String(failure)).not.toContain('CANARY')
    },
  )

  it('is a configuration error when the database is unknown, the password wrong or the address invalid', async () => {
    const url = new URL(await postgres.newDatabase())
    const unknown = new URL(url)
    unknown.pathname = '/no_such_database'
    const admin = new Client({ connectionString: url.href })
    await admin.connect()
    await admin.query(`CREATE ROLE stranger NOLOGIN`)
    await admin.end()
    const stranger = new URL(url)
    stranger.username = 'stranger'
    const unreadable = `${url.href}?sslmode=verify-full&sslrootcert=/no/such/file`
    for (const wrong of [unknown.href, stranger.href, unreadable]) {
      await expect(open(wrong), wrong).rejects.toBeInstanceOf(DatabaseError)
      await expect(open(wrong), wrong).rejects.toThrow('Check address, user and password')
    }
  })
})
