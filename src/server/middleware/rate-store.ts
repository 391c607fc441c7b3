/** Stores of rate limit counts: in the memory of this process, alone or with SQLite behind it. That of PostgreSQL is in
 *  `postgres-rate-store.ts`. */
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Log } from '../observability/log.ts'
import type { Database } from '../storage/sql.ts'
import { storageFailure } from '../storage/storage-failure.ts'
import { errorCode } from '../upstream/transport.ts'

/** A count and the time left in its window. */
export interface Count {
  count: number
  /** Milliseconds until the window ends and the count restarts. */
  endsIn: number
}

/** Store of counts by name. For an address, phone number or e-mail address the name has only a keyed hash (HMAC). */
export interface RateStore {
  /**
   * Adds to a count; the first addition starts the window.
   *
   * @param seconds length of the window
   */
  add(name: string, amount: number, seconds: number): Promise<Count>
  /** Reads counts, in the order of the names; 0 for one whose window has not begun. */
  read(names: readonly string[]): Promise<number[]>
  /**
   * Reserves names for this process; only in a store that other processes share.
   *
   * @returns gives them back; `undefined` while another process has one of them
   */
  claim?(names: readonly string[]): Promise<(() => Promise<void>) | undefined>
}

const Window = z.object({ count: z.number(), until: z.number() })
type Window = z.infer<typeof Window>
const NamedWindow = z.extend(Window, { name: z.string() })

/** Maximum number of names in memory. */
const maxNames = 100_000

/** Adds to a window, which begins anew once it has ended. */
function addTo(window: Window, amount: number, seconds: number, now: number): Count {
  if (window.until <= now) Object.assign(window, { count: 0, until: now + seconds * 1000 })
  window.count += amount
  return { count: window.count, endsIn: window.until - now }
}

const countOf = (window: Window | undefined, now: number): number =>
  window === undefined || window.until <= now ? 0 : window.count

/**
 * A {@link RateStore} in a bounded LRU cache: beyond `max` names, the least recently counted one is evicted. Counting does
 * not stop an attacker who can make up that many addresses.
 *
 * It does not use `RateLimiterMemory` of rate-limiter-flexible (which we use for PostgreSQL): that keeps every name, with its
 * own timer, until the window ends, a day for a phone number; and it imports `cluster`, which only Node has.
 */
export function memoryRateStore({
  now = Date.now,
  max = maxNames,
}: {
  now?: () => number
  max?: number
} = {}): RateStore {
  const windows = new LRUCache<string, Window>({ max })

  return {
    async add(name, amount, seconds) {
      const window = windows.get(name) ?? { count: 0, until: 0 }
      windows.set(name, window)
      return addTo(window, amount, seconds, now())
    },
    read: async (names) => names.map((name) => countOf(windows.get(name), now())),
  }
}

const readAll = 'SELECT name, count, until FROM bff_count WHERE until > $1 ORDER BY until DESC LIMIT $2'
const readOne = 'SELECT count, until FROM bff_count WHERE name = $1'
const write = `INSERT INTO bff_count (name, count, until) VALUES ($1, $2, $3)
  ON CONFLICT (name) DO UPDATE SET count = excluded.count, until = excluded.until`

/** Whether a count is stored: all others expire within minutes anyway. */
const isStored = (name: string): boolean => /^(?:phone|email|once) /.test(name)

/**
 * A {@link RateStore} that stores the counts of phone numbers and e-mail addresses, by default for a day, and of solved
 * challenges for ten minutes: a solution works once, also after a restart. All others stay in memory.
 *
 * The folder has one owner, so the counts in memory are authoritative and the database follows: all names are read at startup
 * (one by one only beyond what memory holds), and a name is written with the next transaction, at most 100 ms later, without
 * its own wait for the disk. A crash loses the counts of that time. While the database fails, this process counts in memory.
 *
 * @param database SQLite; not closed here
 */
export function sqliteRateStore({
  database,
  log,
  now = Date.now,
}: {
  database: Database
  log: Log
  now?: () => number
}): RateStore {
  const others = memoryRateStore({ now })
  // A promise, so that two concurrent calls with the same name add to the same count.
  const windows = new LRUCache<string, Promise<Window>>({
    max: maxNames,
    disposeAfter: (_count, _name, reason) => {
      if (reason === 'evict') isWhole = false
    },
  })
  /** Whether memory holds every name in the database. */
  let isWhole = false

  function failed(error: unknown): void {
    const { message, ...line } = storageFailure(errorCode(error))
    log({ ...line, message: `Rate limit counts cannot be stored, so a restart may lose some. ${message}` })
  }

  async function readNames(): Promise<void> {
    try {
      const rows = z.array(NamedWindow).parse(await database.all(readAll, [now(), maxNames]))
      for (const { name, ...window } of rows) windows.set(name, Promise.resolve(window))
      isWhole = rows.length < maxNames
    } catch (error) {
      failed(error)
    }
  }

  async function readWindow(name: string): Promise<Window> {
    if (isWhole) return { count: 0, until: 0 }
    try {
      const [row] = await database.all(readOne, [name])
      if (row !== undefined) return Window.parse(row)
    } catch (error) {
      failed(error)
    }
    return { count: 0, until: 0 }
  }

  const started = readNames()

  async function windowOf(name: string): Promise<Window> {
    await started
    const known = windows.get(name) ?? readWindow(name)
    windows.set(name, known)
    return known
  }

  return {
    async add(name, amount, seconds) {
      if (!isStored(name)) return others.add(name, amount, seconds)
      const window = await windowOf(name)
      const added = addTo(window, amount, seconds, now())
      database.run(write, [name, window.count, window.until], { deferred: true }).catch(failed)
      return added
    },
    async read(names) {
      const counts = names.map(async (name) => {
        if (isStored(name)) return countOf(await windowOf(name), now())
        const [count = 0] = await others.read([name])
        return count
      })
      return Promise.all(counts)
    },
  }
}
