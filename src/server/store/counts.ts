/** The rate limits' counts: in the memory of this process, in a database, and in memory while the database fails. */
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Clock } from '../../contract/clock.ts'
import type { Log } from '../observability/log.ts'
import { createStorageLogLine, type Database } from '../storage/sql.ts'
import { errorCode } from '../upstream/transport.ts'
import type { CountStore } from './store.ts'

/** Beyond `max` names the least recently used one is evicted. */
export function createMemoryCounts(max = 100_000): CountStore {
  const windows = new LRUCache<string, { count: number; expiresAt: number }>({ max })
  const find = (name: string, time: number) => {
    const window = windows.get(name)
    return window !== undefined && window.expiresAt > time ? window : undefined
  }
  return {
    isShared: false,
    read: async (names, time) => names.map((name) => find(name, time)?.count ?? 0),
    async add(name, { amount, expiresAt, time }) {
      const current = find(name, time)
      windows.set(name, { count: (current?.count ?? 0) + amount, expiresAt: current?.expiresAt ?? expiresAt })
    },
    async claim(name, { expiresAt, time }) {
      if (find(name, time) !== undefined) return false
      windows.set(name, { count: 1, expiresAt })
      return true
    },
  }
}

/** How long this process counts in memory after the store has failed, in milliseconds. */
const retryAfterMs = 5_000

/** Never rejects: while the store fails, this process counts in its own memory; no request waits for a database. */
export function createResilientCounts(store: CountStore, log: Log, clock: Clock): CountStore {
  const memory = createMemoryCounts()
  let aloneUntil = 0
  async function withFallback<T>(work: (counts: CountStore) => Promise<T>): Promise<T> {
    if (clock.now() >= aloneUntil) {
      try {
        return await work(store)
      } catch (error) {
        // Once for all that fail at the same moment.
        if (clock.now() >= aloneUntil) {
          const { message, ...line } = createStorageLogLine(errorCode(error))
          log({
            ...line,
            code: 'limits_per_process',
            message: `This process counts for rate limits alone, without the shared storage. ${message}`,
          })
        }
        aloneUntil = clock.now() + retryAfterMs
      }
    }
    return work(memory)
  }
  return {
    isShared: store.isShared,
    read: (names, time) => withFallback((counts) => counts.read(names, time)),
    add: (name, window) => withFallback((counts) => counts.add(name, window)),
    claim: (name, window) => withFallback((counts) => counts.claim(name, window)),
  }
}

const Rows = z.array(z.object({ name: z.string(), count: z.number() }))

const addSql = `INSERT INTO bff_count AS known (name, count, expires_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET
  count = CASE WHEN known.expires_at <= $4 THEN excluded.count ELSE known.count + excluded.count END,
  expires_at = CASE WHEN known.expires_at <= $4 THEN excluded.expires_at ELSE known.expires_at END`
const claimSql = `INSERT INTO bff_count AS known (name, count, expires_at) VALUES ($1, 1, $2)
  ON CONFLICT (name) DO UPDATE SET expires_at = excluded.expires_at WHERE known.expires_at <= $3`

export function createCountTable(db: Database): CountStore {
  // In PostgreSQL each by itself: processes that change the same rows in groups would lock each other out.
  const ungrouped = true
  return {
    isShared: db.dialect === 'postgres',
    async read(names, time) {
      if (names.length === 0) return []
      const list = names.map((_, index) => `$${index + 2}`).join(', ')
      const sql = `SELECT name, count FROM bff_count WHERE expires_at > $1 AND name IN (${list})`
      const counts = new Map(Rows.parse(await db.query(sql, [time, ...names])).map(({ name, count }) => [name, count]))
      return names.map((name) => counts.get(name) ?? 0)
    },
    async add(name, { amount, expiresAt, time }) {
      await db.run(addSql, [name, amount, expiresAt, time], { ungrouped, deferred: true })
    },
    claim: async (name, { expiresAt, time }) => (await db.run(claimSql, [name, expiresAt, time], { ungrouped })) === 1,
  }
}
