/** Cache of values that are loaded on demand; concurrent calls share one load. */
import { LRUCache } from 'lru-cache'
import type { Clock } from '../contract/clock.ts'

export interface CacheTimes {
  /** Up to this age the value is not loaded again. */
  freshMs: number
  /** Up to this age a stale value is returned while a new one loads, and when loading fails. */
  maxAgeMs: number
  /** How long the service gets no request after a failure. */
  pause: number
  /** From this age on a call waits for the new value. Default: `keep`. */
  maxStaleMs?: number
}

export const civicCacheTimes: CacheTimes = { freshMs: 15 * 60_000, maxAgeMs: 24 * 60 * 60_000, pause: 5_000 }

export type CachedValue<Value, Failure> =
  | {
      type: 'kept'
      value: Value
      /** When it was read, in milliseconds since 1970. */
      asOf: number
      stale: boolean
    }
  | Failure

/** A failed load never replaces a value; what `load` throws is not cached. `max` is the number of values, by default one. */
export function createFetchCache<Value, Failure extends { type: 'failed' }, Key extends string = ''>(
  load: (key: Key) => Promise<{ type: 'read'; value: Value } | Failure>,
  clock: Clock,
  { freshMs, maxAgeMs, pause, maxStaleMs = maxAgeMs, max = 1 }: CacheTimes & { max?: number } = civicCacheTimes,
): (key: Key) => Promise<CachedValue<Value, Failure>> {
  type Entry = CachedValue<Value, Failure>
  const isYounger = (entry: Entry | undefined, maxAge: number) =>
    entry?.type === 'kept' && Math.abs(clock.now() - entry.asOf) < maxAge
  const cache = new LRUCache<Key, Entry>({
    max,
    perf: clock,
    ttlResolution: 0,
    async fetchMethod(key, previous, { options }): Promise<Entry> {
      const reply = await load(key)
      // An entry is stale one millisecond after its TTL.
      options.ttl = (reply.type === 'failed' ? pause : freshMs) - 1
      if (reply.type === 'read') return { type: 'kept', value: reply.value, asOf: clock.now(), stale: false }
      return previous?.type === 'kept' && isYounger(previous, maxAgeMs) ? { ...previous, stale: true } : reply
    },
  })
  return async (key) => {
    const previous = cache.peek(key, { allowStale: true })
    const entry = await cache.fetch(key, {
      allowStale: isYounger(previous, maxStaleMs),
      // The clock was set back.
      forceRefresh: previous?.type === 'kept' && clock.now() < previous.asOf,
    })
    if (entry === undefined) throw new Error('The load ended with neither a value nor a failure.')
    return entry
  }
}
