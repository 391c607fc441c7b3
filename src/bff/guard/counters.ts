/** Counts within windows of time: the memory of the limits. */
import { EldestFirst } from './eldest-first.ts'

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
 * The memory of this process. Of more than `most` counts the one begun first is forgotten: whoever can make up that many
 * addresses is not stopped by counting them.
 */
export function memoryCounters({
  now = Date.now,
  most = 100_000,
}: {
  now?: () => number
  most?: number
} = {}): Counters {
  const counts = new EldestFirst<{ count: number; ends: number }>()

  function makeRoom(): void {
    for (let eldest = counts.eldest(); eldest !== undefined; eldest = counts.eldest()) {
      if (counts.size < most && eldest.value.ends > now()) return
      counts.delete(eldest.key)
    }
  }

  return {
    add(name, amount, seconds) {
      const old = counts.get(name)
      const at = now()
      if (old !== undefined && old.ends > at) {
        old.count += amount
        return { count: old.count, endsIn: old.ends - at }
      }
      counts.delete(name)
      makeRoom()
      const begun = { count: amount, ends: at + seconds * 1000 }
      counts.set(name, begun)
      return { count: amount, endsIn: seconds * 1000 }
    },
  }
}
