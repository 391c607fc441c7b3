import { afterAll, describe, expect, it } from 'vitest'
import type { LogLine } from '../observability/log.ts'
import { openPostgres } from '../storage/postgres.ts'
import { type Database, StorageUnavailable } from '../storage/sql.ts'
import { inMemory, openSqlite } from '../storage/sqlite.ts'
import { bffSchema } from '../store/schema.ts'
import { sharedPostgres } from '../testing/shared-postgres.ts'
import { memoryRateStore, type RateStore, storedRateStore } from './rate-store.ts'

const postgres = sharedPostgres()
const databases: Database[] = []
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()))
})

/** Simulates `count` processes, each with its own connections, over one database. */
async function processes(count: number): Promise<RateStore[]> {
  const url = await postgres.newDatabase()
  const stores: RateStore[] = []
  for (let each = 0; each < count; each++) {
    const database = await openPostgres({ url, schema: bffSchema, queryTimeout: 60_000 }, 'owner')
    databases.push(database)
    stores.push(storedRateStore({ database, log: () => undefined }))
  }
  return stores
}

const kinds: [string, () => Promise<RateStore>][] = [
  ['in memory', async () => memoryRateStore()],
  [
    'in SQLite',
    async () => storedRateStore({ database: await openSqlite(inMemory, 'owner', bffSchema), log: () => undefined }),
  ],
  [
    'in PostgreSQL',
    async () => {
      const [counters] = await processes(1)
      if (counters === undefined) throw new Error('There are no counters.')
      return counters
    },
  ],
]

describe.each(kinds)('counts %s', (_where, make) => {
  it('add up, can be taken back, and are apart by name', async () => {
    const counters = await make()
    expect((await counters.add('phone a', 1, 60)).count).toBe(1)
    const second = await counters.add('phone a', 1, 60)
    expect(second.count).toBe(2)
    // In milliseconds.
    expect(second.endsIn).toBeGreaterThan(60)
    expect(second.endsIn).toBeLessThanOrEqual(60_000)
    expect((await counters.add('phone b', 1, 60)).count).toBe(1)
    expect((await counters.add('phone a', -1, 60)).count).toBe(1)
  })

  it('begin anew when their window ends', async () => {
    const counters = await make()
    await counters.add('phone a', 5, 1)
    await expect.poll(() => Promise.resolve(counters.add('phone a', 0, 1)).then(({ count }) => count)).toBe(0)
  })

  it('of 50 at once none is forgotten', async () => {
    const counters = await make()
    const counts = await Promise.all(Array.from({ length: 50 }, async () => counters.add('phone a', 1, 60)))
    expect(new Set(counts.map(({ count }) => count)).size).toBe(50)
  })
})

describe('counts of several processes', () => {
  it('add up in the one database', async () => {
    const all = await processes(3)
    const added = Array.from({ length: 60 }, async (_, index) =>
      (all[index % 3] ?? memoryRateStore()).add('phone', 1, 60),
    )
    const counts = (await Promise.all(added)).map((each) => each.count)
    expect(Math.max(...counts)).toBe(60)
  })

  it('go on in the memory of each while the database does not answer, and it is said', async () => {
    const lines: LogLine[] = []
    const log = (line: LogLine) => void lines.push(line)
    const database = await openPostgres(
      { url: await postgres.newDatabase(), schema: bffSchema, queryTimeout: 60_000 },
      'owner',
    )
    databases.push(database)
    const away = () => Promise.reject(new StorageUnavailable('ECONNREFUSED'))
    const counters = storedRateStore({ database: { ...database, returning: away, all: away }, log })
    await Promise.all([counters.add('a', 1, 60), counters.add('a', 1, 60), counters.read(['a'])])
    expect((await counters.add('a', 1, 60)).count).toBe(3)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ level: 'error', code: 'limits_alone' })
  })
})

describe('the memory of counts', () => {
  it('has room for so many and no more, and forgets the one that nobody has added to for longest', async () => {
    let time = 1_800_000_000_000
    const counters = memoryRateStore({ now: () => time, max: 3 })
    for (const name of ['a', 'b', 'c', 'd']) await counters.add(name, 1, 60)
    expect((await counters.add('d', 0, 60)).count).toBe(1)
    expect((await counters.add('a', 0, 60)).count).toBe(0)
    time += 60_000 - 1
    expect(await counters.add('d', 0, 60)).toEqual({ count: 1, endsIn: 1 })
    time += 1
    expect((await counters.add('d', 0, 60)).count).toBe(0)
  })
})
