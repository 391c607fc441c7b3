import { Pool } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import type { LogLine } from '../observability/log.ts'
import { inMemory, openSqlite } from '../storage/sqlite.ts'
import { openStorage } from '../store/open-storage.ts'
import { bffSchema } from '../store/schema.ts'
import { sharedPostgres } from '../testing/shared-postgres.ts'
import { postgresRateStore } from './postgres-rate-store.ts'
import { memoryRateStore, type RateStore, sqliteRateStore } from './rate-store.ts'

const postgres = sharedPostgres()
let pools: Pool[] = []
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end().catch(() => undefined)))
})

/** Simulates `count` processes, each with its own connections, over one database. */
async function processes(count: number, log: (line: LogLine) => void = () => undefined): Promise<RateStore[]> {
  const connectionString = await postgres.newDatabase()
  const storage = await openStorage({ databaseUrl: connectionString }, 'visitor')
  await storage?.store.close()
  const made = Array.from(
    { length: count },
    () => new Pool({ connectionString, max: 5, connectionTimeoutMillis: 60_000 }),
  )
  for (const pool of made) pool.on('error', () => undefined)
  pools = [...pools, ...made]
  return made.map((pool) => postgresRateStore(pool, log))
}

const kinds: [string, () => Promise<RateStore>][] = [
  ['in memory', async () => memoryRateStore()],
  [
    'in SQLite',
    async () => sqliteRateStore({ database: await openSqlite(inMemory, 'owner', bffSchema), log: () => undefined }),
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
    expect(second.endsIn).toBeGreaterThan(50_000)
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
    const pool = new Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/none', connectionTimeoutMillis: 500 })
    pools = [...pools, pool]
    const counters = postgresRateStore(pool, log)
    expect((await counters.add('a', 1, 60)).count).toBe(1)
    expect((await counters.add('a', 1, 60)).count).toBe(2)
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
