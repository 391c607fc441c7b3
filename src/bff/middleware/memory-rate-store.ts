/** Counts within windows of time, in the memory of this process. */
import { LRUCache } from 'lru-cache'

/** A count and the rest of its window. */
export interface Count {
  count: number
  /** Milliseconds until the window ends and the count begins anew. */
  endsIn: number
}

/** Counts by name. Names are keyed hashes, so that no address, phone number or e-mail address is kept. */
export interface Counters {
  /**
   * Adds to a count; the first addition begins the window.
   *
   * @param amount may be negative, to take back
   * @param seconds how long the window is
   */
  add(name: string, amount: number, seconds: number): Promise<Count>
}

/**
 * Counts in a bounded cache: of more than `max` names, the one that was added to least recently is forgotten. An attacker
 * who can make up that many addresses is not stopped by counting them.
 *
 * Not `RateLimiterMemory` of rate-limiter-flexible, which counts in PostgreSQL: it keeps every name, with a timer of its
 * own, until the window ends, a day for a phone number. 100,000 names take 60 MiB there and 28 MiB here, 500,000 take 300
 * and still 28; and it imports `cluster`, which only Node has.
 */
export function memoryCounters({ now = Date.now, max = 100_000 }: { now?: () => number; max?: number } = {}): Counters {
  const counts = new LRUCache<string, number>({ max, ttlResolution: 0, perf: { now } })

  return {
    async add(name, amount, seconds) {
      const old = counts.get(name)
      if (old === undefined) {
        // To the cache an entry is stale once it is older than this, to us once it is as old.
        counts.set(name, amount, { ttl: seconds * 1000 - 1 })
        return { count: amount, endsIn: seconds * 1000 }
      }
      const count = old + amount
      counts.set(name, count, { noUpdateTTL: true })
      return { count, endsIn: counts.getRemainingTTL(name) + 1 }
    },
  }
}
