/** Rate limit counts of phone numbers and e-mail addresses, and which challenges were solved, in SQLite: they survive a
 *  restart. */
import { LRUCache } from 'lru-cache'
import * as z from 'zod/mini'
import type { Database } from '../../storage/sql.ts'
import { storageFailure } from '../../storage/storage-failure.ts'
import type { Log } from '../observability/log.ts'
import { errorCode } from '../upstream/transport.ts'
import { memoryRateStore, type RateStore } from './rate-limiter.ts'

const Row = z.object({ count: z.number(), until: z.number() })
const NamedRow = z.extend(Row, { name: z.string() })

/** Maximum number of names in memory. */
const maxNames = 100_000

const readAll = 'SELECT name, count, until FROM bff_count WHERE until > $1 ORDER BY until DESC LIMIT $2'
const read = 'SELECT count, until FROM bff_count WHERE name = $1'
const write = `INSERT INTO bff_count (name, count, until) VALUES ($1, $2, $3)
  ON CONFLICT (name) DO UPDATE SET count = excluded.count, until = excluded.until`

/**
 * A {@link RateStore} that stores the counts of phone numbers and e-mail addresses, by default for a day, and of solved
 * challenges for ten minutes: a solution works once, also after a restart. All others stay in memory, where they expire within
 * minutes anyway.
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
  const counts = new LRUCache<string, Promise<z.infer<typeof Row>>>({
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
      const rows = z.array(NamedRow).parse(await database.all(readAll, [now(), maxNames]))
      for (const { name, ...row } of rows) counts.set(name, Promise.resolve(row))
      isWhole = rows.length < maxNames
    } catch (error) {
      failed(error)
    }
  }

  async function readCount(name: string): Promise<z.infer<typeof Row>> {
    if (isWhole) return { count: 0, until: 0 }
    try {
      const [row] = await database.all(read, [name])
      if (row !== undefined) return Row.parse(row)
    } catch (error) {
      failed(error)
    }
    return { count: 0, until: 0 }
  }

  const started = readNames()
  return {
    async add(name, amount, seconds) {
      if (!/^(?:phone|email|once) /.test(name)) return others.add(name, amount, seconds)
      await started
      const known = counts.get(name) ?? readCount(name)
      counts.set(name, known)
      const kept = await known
      if (kept.until <= now()) Object.assign(kept, { count: 0, until: now() + seconds * 1000 })
      kept.count += amount
      const { count, until } = kept
      database.run(write, [name, count, until], { deferred: true }).catch(failed)
      return { count, endsIn: until - now() }
    },
  }
}
