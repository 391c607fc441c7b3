/** Rate limit counts in PostgreSQL, so that the limits hold across any number of processes: rate-limiter-flexible counts; what
 *  it has no words for, reading many and reserving, is SQL over the same table. */
import type { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import * as z from 'zod/mini'
import type { Log } from '../observability/log.ts'
import { memoryRateStore, type RateStore } from './rate-store.ts'

/** The table, created by a migration: the service's role may not create any. Rows that ended an hour ago are deleted. */
const table = 'voter_registration_limits'

/** How long this process counts in memory after the database has failed, in milliseconds. */
const alone = 5_000

/** How long a reservation stands whose process has died, in milliseconds: longer than any call to the service. */
const claimedFor = 60_000

const readSome = `SELECT key, points FROM ${table} WHERE key = ANY($1) AND expire > $2`
const claimThem = `INSERT INTO ${table} AS known (key, points, expire) SELECT key, 1, $2::bigint FROM unnest($1::text[]) AS key ORDER BY key
  ON CONFLICT (key) DO UPDATE SET expire = excluded.expire WHERE known.expire <= $3 RETURNING key`
// In the order in which they are claimed, or a claim and a release of the same two would wait for each other.
const freeThem = `DELETE FROM ${table} WHERE key IN (SELECT key FROM ${table} WHERE key = ANY($1) ORDER BY key FOR UPDATE)`

const Counted = z.array(z.object({ key: z.string(), points: z.number() }))
const Claimed = z.array(z.object({ key: z.string() }))

/**
 * A {@link RateStore} in a database. While the database is unavailable, each process counts in its own memory: the limits
 * are looser by the number of processes, but they always hold, and no request waits for a database that is down.
 *
 * @param pool connections to the database; not closed here
 */
export function postgresRateStore(pool: Pool, log: Log, now: () => number = Date.now): RateStore {
  const own = memoryRateStore({ now })
  // The number of points is unused; each call passes its own duration.
  const shared = { storeClient: pool, tableName: table, tableCreated: true, keyPrefix: '', points: 1, duration: 60 }
  const limiter = new RateLimiterPostgres(shared)
  let aloneUntil = 0

  async function orAlone<T>(work: () => Promise<T>, byItself: () => T | Promise<T>): Promise<T> {
    if (now() < aloneUntil) return byItself()
    try {
      return await work()
    } catch {
      aloneUntil = now() + alone
      const message =
        'The database rejects rate limit counts, so this process counts by itself for 5 s. Check the database of DATABASE_URL.'
      log({ level: 'error', code: 'limits_alone', message })
      return byItself()
    }
  }

  return {
    add: async (name, amount, seconds) =>
      orAlone(
        async () => {
          // `penalty` only counts: the rate limiter decides what is too much.
          const { consumedPoints, msBeforeNext } = await limiter.penalty(name, amount, { customDuration: seconds })
          return { count: consumedPoints, endsIn: msBeforeNext }
        },
        () => own.add(name, amount, seconds),
      ),
    read: async (names) =>
      orAlone(
        async () => {
          const rows = Counted.parse((await pool.query(readSome, [names, now()])).rows)
          const counts = new Map(rows.map(({ key, points }) => [key, points]))
          return names.map((name) => counts.get(name) ?? 0)
        },
        () => own.read(names),
      ),
    claim: async (names) =>
      orAlone(
        async () => {
          const keys = names.map((name) => `turn ${name}`)
          const { rows } = await pool.query(claimThem, [keys, now() + claimedFor, now()])
          const claimed = Claimed.parse(rows).map(({ key }) => key)
          const free = () =>
            orAlone(
              async () => void (await pool.query(freeThem, [claimed])),
              () => undefined,
            )
          if (claimed.length === keys.length) return free
          if (claimed.length > 0) await free()
          return undefined
        },
        () => nothing,
      ),
  }
}

const nothing = async (): Promise<void> => undefined
