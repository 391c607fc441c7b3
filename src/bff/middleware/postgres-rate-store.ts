/** Rate limit counts in PostgreSQL, by rate-limiter-flexible, so that the limits hold across any number of processes. */
import type { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Log } from '../observability/log.ts'
import { memoryRateStore, type RateStore } from './rate-limiter.ts'

/** The table, created by a migration: the service's role may not create any. Rows that ended an hour ago are deleted. */
const table = 'voter_registration_limits'

/** How long this process counts in memory after the database has failed, in milliseconds. */
const alone = 5_000

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

  return {
    async add(name, amount, seconds) {
      if (now() < aloneUntil) return own.add(name, amount, seconds)
      try {
        // `penalty` only counts: the rate limiter decides what is too much.
        const { consumedPoints, msBeforeNext } = await limiter.penalty(name, amount, {
          customDuration: seconds,
        })
        return { count: consumedPoints, endsIn: msBeforeNext }
      } catch {
        aloneUntil = now() + alone
        const message =
          'The database rejects rate limit counts, so this process counts by itself for 5 s. Check the database of DATABASE_URL.'
        log({ level: 'error', code: 'limits_alone', message })
        return own.add(name, amount, seconds)
      }
    },
  }
}
