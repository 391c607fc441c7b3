import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { bffHeaders, Challenge } from '../../contract/bff-api.ts'
import { aRequest, aResponse } from '../../contract/testing/samples.ts'
import type { BffOptions } from '../config/options.ts'
import type { LogLine } from '../observability/log.ts'
import { serve } from '../serve.ts'
import type { Database } from '../storage/sql.ts'
import { openSqlite } from '../storage/sqlite.ts'
import { bffSchema } from '../store/schema.ts'
import { createSqlStore } from '../store/sql-store.ts'
import { problemOf, register, theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { solved } from '../testing/solve-challenge.ts'
import { storedRateStore } from './rate-store.ts'

const day = 86_400
const root = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-counts-'))
const newFolder = () => mkdtempSync(path.join(root, 'data-'))
const service = await sharedFakeService()
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function start(dataDir: string, change: Partial<BffOptions> = {}) {
  const options = { ...theOptions(service.url), dataDir, rateLimits: true, port: 0, ...change }
  const server = await serve(options, { log: () => undefined })
  const fetchFrom = async (request: Request) => {
    const body = request.method === 'POST' ? await request.text() : null
    return fetch(server.url + new URL(request.url).pathname, { method: request.method, headers: request.headers, body })
  }
  return { fetch: fetchFrom, close: () => server.close() }
}

const phone = '+16175551234'
let voters = 0
const withPhone = () => ({ ...aRequest(), phone, email: `voter${++voters}@example.org` })
const withEmail = () => ({ ...aRequest(), phone: `+1617555${2_000 + ++voters}`, email: 'one.voter@example.org' })
const quiet = () => undefined

describe('a BFF with a folder', () => {
  it.each([
    ['a phone number', 2, withPhone],
    ['an e-mail address', 3, withEmail],
  ])('that is restarted still refuses %s after its %i a day (threat 14)', async (_what, count, body) => {
    const dataDir = newFolder()
    for (let sent = 0; sent < count; sent++) {
      const bff = await start(dataDir)
      expect((await register(bff, { body: body() })).status).toBe(200)
      await bff.close()
    }
    const bff = await start(dataDir)
    const refused = await register(bff, { body: body() })
    expect(refused.status).toBe(429)
    // The voter learns when to retry, but no one learns which of the two is limited.
    const problem = await problemOf(refused)
    expect(problem).toMatchObject({ code: 'rate_limited', outcome: 'not_sent', limit: 'phone_or_email' })
    expect(problem.retry_after).toBeGreaterThan(86_000)
    await bff.close()
    expect(service.registrations()).toHaveLength(count)
    const kept = readdirSync(dataDir).map((file) => readFileSync(path.join(dataDir, file), 'latin1'))
    expect(kept.join('')).not.toMatch(/6175551234|one\.voter/)
  })

  it('that is killed has its counts: they are in the folder without an orderly end', async () => {
    const [dataDir, left] = [newFolder(), newFolder()]
    const killed = await start(dataDir)
    await Promise.all([withPhone(), withPhone()].map((body) => register(killed, { body })))
    const visitor = await openSqlite(dataDir, 'visitor', bffSchema)
    const written = async () => {
      const [row] = await visitor.all(
        `SELECT (SELECT max(count) FROM bff_count) AS count,
          (SELECT count(*) FROM bff_receipt WHERE outcome = 'answered') AS answered`,
      )
      return row
    }
    await expect.poll(written).toEqual({ count: 2, answered: 2 })
    // What a kill leaves: the files as they are, with a write-ahead log without a checkpoint.
    cpSync(dataDir, left, { recursive: true })
    await visitor.close()
    await killed.close()
    const bff = await start(left)
    expect((await register(bff, { body: withPhone() })).status).toBe(429)
    await bff.close()
  })

  it('that is restarted lets nobody in twice for one solved challenge', async () => {
    const dataDir = newFolder()
    const busy: Partial<BffOptions> = { botCheck: 'proof', rateLimits: { ip_soft: { count: 1, seconds: 600 } } }
    const first = await start(dataDir, busy)
    await register(first, { body: withPhone() })
    const { challenge } = await problemOf(await register(first, { body: withEmail() }))
    const headers = { [bffHeaders.challengeSolution]: await solved(Challenge.parse(challenge)) }
    expect((await register(first, { body: withEmail(), headers })).status).toBe(200)
    expect((await register(first, { body: withEmail(), headers })).status).toBe(403)
    await first.close()
    const again = await start(dataDir, busy)
    // The count of the address is in memory, and begins anew.
    expect((await register(again, { body: withEmail() })).status).toBe(200)
    expect((await register(again, { body: withEmail(), headers })).status).toBe(403)
    await again.close()
  })

  it('does not charge, after a restart either, for what the service has refused', async () => {
    const dataDir = newFolder()
    const first = await start(dataDir)
    service.answerWith(respond(400, JSON.stringify({ zipcode: ['Not a zipcode.'] })))
    expect((await register(first, { body: withPhone() })).status).toBe(400)
    await first.close()
    service.answerWith(respond(200, JSON.stringify(aResponse())))
    const bff = await start(dataDir)
    const all = [await register(bff, { body: withPhone() }), await register(bff, { body: withPhone() })]
    expect(all.map(({ status }) => status)).toEqual([200, 200])
    expect((await register(bff, { body: withPhone() })).status).toBe(429)
    await bff.close()
  })
})

describe('counts in SQLite', () => {
  it('are written with other changes, never by a transaction of their own; those of addresses not at all', async () => {
    const database = await openSqlite(newFolder(), 'owner', bffSchema)
    const asked: unknown[] = []
    const noting: Database = {
      ...database,
      run: (statement, parameters, options) => {
        asked.push(options)
        return database.run(statement, parameters, options)
      },
    }
    const counters = storedRateStore({ database: noting, log: quiet })
    for (const name of ['phone a', 'email b', 'ip_soft c', 'press d']) await counters.add(name, 1, day)
    expect(asked).toEqual([{ deferred: true }, { deferred: true }])
    // A transaction right after includes them in its group.
    expect(await database.transaction((sql) => sql.all('SELECT name, count FROM bff_count ORDER BY name'))).toEqual([
      { name: 'email b', count: 1 },
      { name: 'phone a', count: 1 },
    ])
    await database.close()
  })

  it('are removed with everything else once their window has ended, not before', async () => {
    const database = await openSqlite(newFolder(), 'owner', bffSchema)
    const store = createSqlStore(database)
    const counters = storedRateStore({ database, log: quiet, now: () => 1_000 })
    await counters.add('phone a', 1, day)
    const left = async (now: number) => {
      await store.sweep({ now, delivered: 0, failed: 0, receipts: 0, open: 0 })
      return (await database.all('SELECT name FROM bff_count')).length
    }
    expect(await left(1_000 + day * 1_000 - 1)).toBe(1)
    expect(await left(1_000 + day * 1_000)).toBe(0)
    await database.close()
  })

  it('are read at the start, and not again while memory holds them all', async () => {
    const database = await openSqlite(newFolder(), 'owner', bffSchema)
    await storedRateStore({ database, log: quiet }).add('phone a', 1, day)
    await expect.poll(() => database.all('SELECT name FROM bff_count')).toHaveLength(1)
    let reads = 0
    const all: typeof database.all = (...query) => {
      reads++
      return database.all(...query)
    }
    const restarted = storedRateStore({ database: { ...database, all }, log: quiet })
    expect((await restarted.add('phone a', 1, day)).count).toBe(2)
    expect((await restarted.add('phone b', 1, day)).count).toBe(1)
    expect(reads).toBe(1)
    await database.close()
  })

  it('go on in memory while the database fails, and it is said', async () => {
    const database = await openSqlite(newFolder(), 'owner', bffSchema)
    const full = () => Promise.reject(Object.assign(new Error('x'), { code: 'SQLITE_FULL' }))
    const lines: LogLine[] = []
    const log = (line: LogLine) => void lines.push(line)
    const counters = storedRateStore({ database: { ...database, all: full, run: full }, log })
    await counters.add('phone a', 1, day)
    expect((await counters.add('phone a', 1, day)).count).toBe(2)
    expect(lines[0]).toMatchObject({
      level: 'error',
      code: 'storage_unavailable',
      cause: 'SQLITE_FULL',
      message: expect.stringContaining('The disk is full.'),
    })
    await database.close()
  })
})
