/** Lets whatever is to be written at about the same time share one transaction, and so one wait for the disk. */
import type { Sql } from './sql.ts'
import type { SqliteConnection } from './sqlite-connection.ts'

/** Work in a transaction. It is run again, alone, when something that it shared the transaction with failed. */
type Work<T> = (sql: Sql) => Promise<T>

/** How long work that nobody waits for may wait for others, in milliseconds. */
const soonEnough = 5

/** The turns of one connection. */
export interface WriteTogether {
  /** Runs something between the transactions. */
  between: <T>(work: () => Promise<T>) => Promise<T>
  /** Everything in `work` or nothing; resolves when it is on the disk. */
  write<T>(work: Work<T>, soon: boolean): Promise<T>
  /** Writes what waits. */
  finish(): Promise<void>
}

/** Gives a connection to everybody in turn; those who write together. */
export function writeTogether(connection: SqliteConnection): WriteTogether {
  const waiting: { soon: boolean; run: Work<() => void>; reject: (error: unknown) => void }[] = []
  let last: Promise<unknown> = Promise.resolve()
  let running: Promise<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function between<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work)
    last = mine
    return mine
  }

  function begin(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    running ??= writeAll().finally(() => {
      running = undefined
      if (waiting.some(({ soon }) => !soon)) void begin()
      else if (waiting.length > 0) timer ??= setTimeout(() => void begin(), soonEnough)
    })
    return running
  }

  async function writeAll(): Promise<void> {
    // What arrives in this turn of the event loop comes along.
    await new Promise((resolve) => void setImmediate(resolve))
    await between(writeWaiting)
  }

  async function writeWaiting(): Promise<void> {
    const taken: typeof waiting = []
    try {
      await connection.exec('BEGIN IMMEDIATE')
      const done: (() => void)[] = []
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        taken.push(next)
        done.push(await next.run(connection))
      }
      await connection.exec('COMMIT')
      for (const tell of done) tell()
    } catch (error) {
      await takeBack()
      if (taken.length === 0) for (const { reject } of waiting.splice(0)) reject(error)
      else if (taken.length === 1) taken[0]?.reject(error)
      else for (const each of taken) await writeAlone(each)
    }
  }

  async function writeAlone({ run, reject }: (typeof waiting)[number]): Promise<void> {
    try {
      await connection.exec('BEGIN IMMEDIATE')
      const tell = await run(connection)
      await connection.exec('COMMIT')
      tell()
    } catch (error) {
      await takeBack()
      reject(error)
    }
  }

  /** Where the disk is full, SQLite has taken everything back by itself, and there is no transaction any more. */
  const takeBack = () => connection.exec('ROLLBACK').catch(() => undefined)

  return {
    between,
    write: (work, soon) =>
      new Promise((resolve, reject) => {
        const run = async (sql: Sql) => {
          const result = await work(sql)
          return () => resolve(result)
        }
        waiting.push({ soon, run, reject })
        if (!soon) void begin()
        else if (running === undefined) timer ??= setTimeout(() => void begin(), soonEnough)
      }),
    async finish() {
      while (waiting.length > 0 || running !== undefined) await begin()
    },
  }
}
