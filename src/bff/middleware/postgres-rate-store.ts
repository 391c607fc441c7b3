/** Counts in PostgreSQL, by rate-limiter-flexible, so that the limits hold across any number of processes. */
import type { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Log } from '../observability/log.ts'
import { memoryRateStore, type RateStore } from './rate-limiter.ts'

/** The table, made by a migration: the role of the service may make none. Rows that ended an hour ago are deleted. */
const table = 'voter_registration_limits'

/** How long this process counts alone after the database has failed, in milliseconds. */
const alone = 5_000

/**
 * {@link RateStore} in a database. While the database does not answer, each process counts in its own memory: limits become looser
 * by the number of processes, but they always hold, and no request waits for a database that is down.
 *
 * @param pool of the database; it is not closed here
 */
export function postgresRateStore(pool: Pool, log: Log, now: () => number = Date.now): RateStore {
  const own = memoryRateStore({ now })
  // The number of points is not used; a key's duration comes with each call.
  const shared = { storeClient: pool, tableName: table, tableCreated: true, keyPrefix: '', points: 1, duration: 60 }
  const limiter = new RateLimiterPostgres(shared)
  let aloneUntil = 0

  return {
    async add(name, amount, seconds) {
      if (now() < aloneUntil) return own.add(name, amount, seconds)
      try {
        // `penalty` counts without judging: what is too much, the limits say.
        const { consumedPoints, msBeforeNext } = await limiter.penalty(name, amount, {
          customDuration: seconds,
        })
        return { count: consumedPoints, endsIn: msBeforeNext }
      } catch {
        aloneUntil = now() + alone
        const message = 'The database does not take the counts of the limits; this process counts alone for 5 s.'
        log({ level: 'error', code: 'limits_alone', message })
        return own.add(name, amount, seconds)
      }
    },
  }
}
