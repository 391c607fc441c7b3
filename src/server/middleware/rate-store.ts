/** The store of rate limit counts: in the memory of this process, or in its database. */
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Log } from '../observability/log.ts'
import type { Database, Value } from '../storage/sql.ts'
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
const Named = z.array(z.object({ name: z.string() }))

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
 * Not by rate-limiter-flexible: its memory keeps every name, with its own timer, until the window ends, a day for a phone
 * number, and imports `cluster`, which only Node has; its SQLite waits for the disk with each count.
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

/** Dependencies of a store over a database. */
interface RateTableDeps {
  /** Not closed here. */
  database: Database
  log: Log
  now?: (() => number) | undefined
}

/** A {@link RateStore} over the database: {@link sharedCounts} in PostgreSQL, {@link followedCounts} in SQLite. */
export function storedRateStore({ database, log, now = Date.now }: RateTableDeps): RateStore {
  return database.dialect === 'postgres' ? sharedCounts({ database, log, now }) : followedCounts({ database, log, now })
}

const readAll = 'SELECT name, count, until FROM bff_count WHERE until > $1 ORDER BY until DESC LIMIT $2'
const readOne = 'SELECT count, until FROM bff_count WHERE name = $1'
const write = `INSERT INTO bff_count (name, count, until) VALUES ($1, $2, $3)
  ON CONFLICT (name) DO UPDATE SET count = excluded.count, until = excluded.until`

/** Whether a count is stored: all others expire within minutes anyway. */
const isStored = (name: string): boolean => /^(?:phone|email|once) /.test(name)

/**
 * Counts of the one process of a database. Stored are those of phone numbers and e-mail addresses, by default for a day, and
 * of solved challenges for ten minutes: a solution works once, also after a restart. All others stay in memory.
 *
 * The counts in memory are authoritative and the database follows: all names are read at startup (one by one only beyond what
 * memory holds), and a name is written with the next transaction, at most 100 ms later, without its own wait for the disk. A
 * crash loses the counts of that time. While the database fails, this process counts in memory.
 */
function followedCounts({ database, log, now }: RateTableDeps & { now: () => number }): RateStore {
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

/** How long this process counts in memory after the database has failed, in milliseconds. */
const alone = 5_000

/** How long a reservation lasts whose process has died, in milliseconds: longer than any call to the service. */
const claimedFor = 60_000

const addOne = `INSERT INTO bff_count AS known (name, count, until) VALUES ($1, $2, $3) ON CONFLICT (name) DO UPDATE SET
  count = CASE WHEN known.until <= $4 THEN excluded.count ELSE known.count + excluded.count END,
  until = CASE WHEN known.until <= $4 THEN excluded.until ELSE known.until END RETURNING count, until`

/** Names as an array of PostgreSQL, which the planner can count: of JSON it expects 100 names, and scans the whole table. */
const list = (names: readonly string[]): string => `{${names.map((name) => JSON.stringify(name)).join(',')}}`

/**
 * Counts that processes share. While the database is unavailable, each counts in its own memory: the limits are looser by the
 * number of processes, but they always hold, and no request waits for a database that is down.
 */
function sharedCounts({ database, log, now }: RateTableDeps & { now: () => number }): RateStore {
  const own = memoryRateStore({ now })
  let aloneUntil = 0
  const named = '(SELECT unnest(CAST($1 AS text[])) AS name)'
  const readSome = `SELECT name, count, until FROM bff_count WHERE name IN ${named} AND until > $2`
  const claimAll = `INSERT INTO bff_count AS known (name, count, until)
    SELECT turn.name, 1, CAST($2 AS BIGINT) FROM ${named} AS turn ORDER BY turn.name
    ON CONFLICT (name) DO UPDATE SET until = excluded.until WHERE known.until <= $3 RETURNING name`
  // In the order in which they are claimed, or a claim and a release of the same two would wait for each other.
  const freeAll = `DELETE FROM bff_count WHERE name IN
    (SELECT name FROM bff_count WHERE name IN ${named} ORDER BY name ${database.forUpdate}) RETURNING name`
  // By itself, never in a transaction with others: processes would wait for each other's rows, or lock each other out.
  const ask = (statement: string, parameters: readonly Value[]) =>
    database.returning(statement, parameters, { ungrouped: true })

  async function orAlone<T>(work: () => Promise<T>, byItself: () => T | Promise<T>): Promise<T> {
    if (now() < aloneUntil) return byItself()
    try {
      return await work()
    } catch {
      // Once for all that fail at the same moment.
      if (now() >= aloneUntil) {
        const message =
          'The database rejects rate limit counts, so this process counts by itself for 5 s. Check the database of DATABASE_URL.'
        log({ level: 'error', code: 'limits_alone', message })
      }
      aloneUntil = now() + alone
      return byItself()
    }
  }

  const free = (claimed: readonly string[]): Promise<void> =>
    orAlone(
      async () => void (await ask(freeAll, [list(claimed)])),
      () => undefined,
    )

  return {
    add: (name, amount, seconds) =>
      orAlone(
        async () => {
          const [row] = await ask(addOne, [name, amount, now() + seconds * 1000, now()])
          const { count, until } = Window.parse(row)
          return { count, endsIn: until - now() }
        },
        () => own.add(name, amount, seconds),
      ),
    read: (names) =>
      orAlone(
        async () => {
          const rows = z.array(NamedWindow).parse(await database.all(readSome, [list(names), now()]))
          const counts = new Map(rows.map(({ name, count }) => [name, count]))
          return names.map((name) => counts.get(name) ?? 0)
        },
        () => own.read(names),
      ),
    claim: (names) =>
      orAlone<(() => Promise<void>) | undefined>(
        async () => {
          const turns = names.map((name) => `turn ${name}`)
          const rows = await ask(claimAll, [list(turns), now() + claimedFor, now()])
          const claimed = Named.parse(rows).map(({ name }) => name)
          if (claimed.length === turns.length) return () => free(claimed)
          if (claimed.length > 0) await free(claimed)
          return undefined
        },
        () => async () => undefined,
      ),
  }
}
