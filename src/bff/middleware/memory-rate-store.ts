/** Counts within windows of time: the memory of the limits. */
import { LRUCache } from 'lru-cache'

/** What a count has come to. */
export interface Count {
  count: number
  /** Milliseconds until the window ends and the count begins anew. */
  endsIn: number
}

/** Counts by name. Names are fingerprints, so that no address, number or e-mail address is kept. */
export interface Counters {
  /**
   * Adds to a count; the first addition begins the window.
   *
   * @param amount may be negative, to take back
   * @param seconds how long the window is
   */
  add(name: string, amount: number, seconds: number): Count | Promise<Count>
}

/**
 * The memory of this process. Of more than `most` counts the one added to least recently is forgotten: whoever can make up
 * that many addresses is not stopped by counting them.
 */
export function memoryCounters({
  now = Date.now,
  most = 100_000,
}: {
  now?: () => number
  most?: number
} = {}): Counters {
  // A number for each name and nothing else: what the garbage collector has to walk through keeps voters waiting.
  const counts = new LRUCache<string, number>({ max: most, ttlResolution: 0, perf: { now } })

  return {
    add(name, amount, seconds) {
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
