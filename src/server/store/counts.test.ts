import { cpSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { bffHeaders, Challenge } from '../../contract/bff-api.ts'
import { aRequest } from '../../contract/testing/samples.ts'
import type { LogLine } from '../observability/log.ts'
import type { BffOptions } from '../options/bff-options.ts'
import { serve } from '../serve.ts'
import { openPostgres } from '../storage/postgres.ts'
import { type Database, StorageUnavailableError } from '../storage/sql.ts'
import { inMemory, openSqlite } from '../storage/sqlite.ts'
import { problemOf, register, serverAt, solved, theOptions } from '../testing/bff-requests.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { sharedPostgres } from '../testing/shared-postgres.ts'
import { temporaryFolders } from '../testing/temporary-folder.ts'
import { createCountTable, createMemoryCounts, createResilientCounts } from './counts.ts'
import { bffSchema } from './schema.ts'
import type { CountStore } from './store.ts'

const postgres = sharedPostgres()
const service = await sharedFakeService()
const databases: Database[] = []
const newFolder = temporaryFolders()
afterAll(() => Promise.all(databases.map((database) => database.close())))

async function openTable(database: Promise<Database>): Promise<CountStore> {
  databases.push(await database)
  return createCountTable(await database)
}
const openInPostgres = async (url: string) =>
  openTable(openPostgres({ url, schema: bffSchema, queryTimeout: 60_000 }, 'owner'))

const stores: [string, () => Promise<CountStore>][] = [
  ['memory', async () => createMemoryCounts()],
  ['SQLite', async () => openTable(openSqlite(inMemory, 'owner', { schema: bffSchema }))],
  ['PostgreSQL', async () => openInPostgres(await postgres.newDatabase())],
]

describe.each(stores)('CountStore in %s', (_where, open) => {
  it('adds up by name until the window of the first addition ends', async () => {
    const counts = await open()
    const add = async (name: string, now: number) => counts.add(name, { amount: 2, time: now, expiresAt: now + 100 })
    await Promise.all([add('a', 1_000), add('a', 1_000), add('b', 1_000)])
    await add('a', 1_050)
    expect(await counts.read(['a', 'c', 'b'], 1_099)).toEqual([6, 0, 2])
    expect(await counts.read(['a'], 1_100)).toEqual([0])
    await add('a', 1_100)
    expect(await counts.read(['a'], 1_199)).toEqual([2])
  })

  it('grants one of four concurrent claims of a name until its time ends', async () => {
    const counts = await open()
    const claim = async (now: number) => counts.claim('once', { time: now, expiresAt: now + 100 })
    const granted = await Promise.all([1, 2, 3, 4].map(async () => claim(1_000)))
    expect(granted.filter(Boolean)).toHaveLength(1)
    expect([await claim(1_099), await claim(1_100)]).toEqual([false, true])
  })
})

it('CountStore in PostgreSQL adds up the counts of several processes', async () => {
  const url = await postgres.newDatabase()
  const processes = [await openInPostgres(url), await openInPostgres(url)]
  const window = { amount: 1, time: 1_000, expiresAt: 9_000 }
  await Promise.all(Array.from({ length: 60 }, async (_, index) => processes[index % 2]?.add('a', window)))
  expect(await processes[0]?.read(['a'], 1_000)).toEqual([60])
})

it('createMemoryCounts evicts the name that was used longest ago', async () => {
  const counts = createMemoryCounts(2)
  for (const name of ['a', 'b', 'c']) await counts.add(name, { amount: 1, time: 0, expiresAt: 9 })
  expect(await counts.read(['a', 'b', 'c'], 1)).toEqual([0, 1, 1])
})

it('createResilientCounts counts in memory for 5 s after the store has failed, and logs it once', async () => {
  let time = 0
  let calls = 0
  const lines: LogLine[] = []
  const fail = async () => {
    calls++
    throw new StorageUnavailableError('ECONNREFUSED')
  }
  const failing: CountStore = { isShared: true, read: fail, add: fail, claim: fail }
  const counts = createResilientCounts(failing, (line) => void lines.push(line), { now: () => time })
  const window = { amount: 1, time: 0, expiresAt: 60_000 }
  await Promise.all([counts.add('a', window), counts.add('a', window)])
  expect([await counts.read(['a'], 0), calls]).toEqual([[2], 2])
  expect(lines).toMatchObject([{ level: 'error', code: 'limits_per_process' }])
  time = 5_000
  expect([await counts.claim('b', window), calls]).toEqual([true, 3])
})

describe('a BFF with a folder', () => {
  async function start(dataDir: string, change: Partial<BffOptions> = {}) {
    const options = { ...theOptions(service.url), dataDir, rateLimits: true, port: 0, ...change }
    const server = await serve(options, { log: () => undefined })
    return { ...serverAt(() => server.url), close: () => server.close() }
  }
  let voters = 0
  const withPhone = () => ({ ...aRequest(), phone: '+16175551234', email: `voter${++voters}@example.org` })
  const withEmail = () => ({ ...aRequest(), phone: `+1617555${2_000 + ++voters}`, email: 'one.voter@example.org' })

  it.each([
    ['a phone number', 2, withPhone],
    ['an e-mail address', 3, withEmail],
  ])('still rejects %s after its %i a day when it is restarted (threat 14)', async (_what, count, body) => {
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
    expect(await problemOf(refused)).toMatchObject({
      code: 'rate_limited',
      limit: 'phone_or_email',
      retry_after: 86_400,
    })
    await bff.close()
    expect(service.registrations()).toHaveLength(count)
    const kept = readdirSync(dataDir).map((file) => readFileSync(path.join(dataDir, file), 'latin1'))
    expect(kept.join('')).not.toMatch(/6175551234|one\.voter/)
  })

  it('keeps its counts after a kill', async () => {
    const [dataDir, left] = [newFolder(), newFolder()]
    const killed = await start(dataDir)
    for (let sent = 0; sent < 2; sent++) await register(killed, { body: withPhone() })
    const visitor = await openSqlite(dataDir, 'visitor', { schema: bffSchema })
    await expect.poll(() => visitor.query('SELECT max(count) AS count FROM bff_count')).toEqual([{ count: 2 }])
    // What a kill leaves: the files as they are, with a write-ahead log without a checkpoint.
    cpSync(dataDir, left, { recursive: true })
    await visitor.close()
    await killed.close()
    const bff = await start(left)
    expect((await register(bff, { body: withPhone() })).status).toBe(429)
    await bff.close()
  })

  it('accepts one solved challenge once, also after a restart', async () => {
    const dataDir = newFolder()
    const change = { botCheck: 'proof', rateLimits: { address: { count: 1, seconds: 600 } } } as const
    const first = await start(dataDir, change)
    await register(first, { body: withPhone() })
    const { challenge } = await problemOf(await register(first, { body: withEmail() }))
    const headers = { [bffHeaders.challengeSolution]: await solved(Challenge.parse(challenge)) }
    const send = async (bff: typeof first) => (await register(bff, { body: withEmail(), headers })).status
    expect([await send(first), await send(first)]).toEqual([200, 403])
    await first.close()
    const restarted = await start(dataDir, change)
    // The count of the address was in memory.
    expect((await register(restarted, { body: withEmail() })).status).toBe(200)
    expect(await send(restarted)).toBe(403)
    await restarted.close()
  })
})
