/** Group commit: transactions that arrive at about the same time share one BEGIN, one COMMIT and so one wait for the disk. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Sql, StorageUnavailable } from './sql.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** How long a deferred transaction may wait for another one, in milliseconds. An outcome that a crash takes within this time
 *  counts as "may have been sent". */
const deferral = 100

/** How long a transaction waits for another process that writes, in milliseconds. */
const patience = 2_000

/** The writes of one connection. */
export interface GroupCommit {
  /** Runs `work` between two transactions. */
  exclusive<T>(work: () => Promise<T>): Promise<T>
  /** Everything in `work` or nothing; resolves when it is on the disk. `work` runs again, alone, when another transaction of
   *  its group fails.
   *  @param deferred may wait up to 100 ms for others */
  transaction<T>(work: (sql: Sql) => Promise<T>, deferred: boolean): Promise<T>
  /** Writes what waits. */
  flush(): Promise<void>
}

interface Waiting {
  deferred: boolean
  /** Runs the work; what it returns is called after the commit. */
  run: (sql: Sql) => Promise<() => void>
  reject: (error: unknown) => void
}

/** Serializes the writes of a connection whose `busy_timeout` is 0. */
export function createGroupCommit(connection: SqliteConnection): GroupCommit {
  const waiting: Waiting[] = []
  let last: Promise<unknown> = Promise.resolve()
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function exclusive<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work)
    last = mine
    return mine
  }

  function begin(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    running ??= writeAll().finally(() => {
      running = undefined
      if (waiting.some(({ deferred }) => !deferred)) void begin()
      else if (waiting.length > 0) timer ??= setTimeout(() => void begin(), deferral)
    })
    return running
  }

  async function writeAll(): Promise<void> {
    // What arrives in this turn of the event loop joins the group.
    await new Promise((resolve) => void setImmediate(resolve))
    await exclusive(writeWaiting)
  }

  async function writeWaiting(): Promise<void> {
    const group = waiting.splice(0)
    try {
      await commit(connection, async () => {
        const resolves: (() => void)[] = []
        for (const { run } of group) resolves.push(await run(connection))
        return () => {
          for (const resolve of resolves) resolve()
        }
      })
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error)
      else for (const { run, reject } of group) await commit(connection, () => run(connection)).catch(reject)
    }
  }

  return {
    exclusive,
    transaction: (work, deferred) =>
      new Promise((resolve, reject) => {
        const run = async (sql: Sql) => {
          const result = await work(sql)
          return () => resolve(result)
        }
        waiting.push({ deferred, run, reject })
        if (!deferred) void begin()
        else if (running === undefined) timer ??= setTimeout(() => void begin(), deferral)
      }),
    async flush() {
      while (waiting.length > 0 || running !== undefined) await begin()
    },
  }
}

async function commit(connection: SqliteConnection, work: () => Promise<() => void>): Promise<void> {
  await beginImmediate(connection)
  let resolve: () => void
  try {
    resolve = await work()
    await connection.exec('COMMIT')
  } catch (error) {
    // Where the disk is full, SQLite has rolled back by itself and this fails.
    await connection.exec('ROLLBACK').catch(() => undefined)
    throw error
  }
  resolve()
}

/** Begins a transaction, waiting without a thread for a process that writes. */
async function beginImmediate(connection: SqliteConnection): Promise<void> {
  for (const until = Date.now() + patience; ; await wait(10)) {
    try {
      await connection.run('BEGIN IMMEDIATE')
      return
    } catch (error) {
      const isBusy = error instanceof StorageUnavailable && error.code.startsWith('SQLITE_BUSY')
      if (!isBusy || Date.now() >= until) throw error
    }
  }
}
