/** Group commit: transactions that arrive while the database writes share the next COMMIT, and one wait for the disk. */
import { setImmediate } from 'node:timers/promises'
import type { Sql } from './sql.ts'

/** Milliseconds that a deferred transaction may wait. An outcome lost by a crash within them "may have been sent". */
const deferral = 100

interface GroupCommitDeps {
  /** Runs `work` between BEGIN and COMMIT. */
  commit: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  lanes: number
  /** Whether each transaction of a group that failed with this error may run again, alone: none can have been committed. */
  isRolledBack: (error: unknown) => boolean
}

interface TransactionOptions<T> {
  /** May wait up to 100 ms for others. */
  deferred?: boolean | undefined
  /** Replaces the work between BEGIN and COMMIT when the transaction is alone in its group. */
  alone?: (() => Promise<T>) | undefined
}

/** Its functions are methods, so that transactions of different results share a queue. */
interface Waiting<T> {
  work(sql: Sql): Promise<T>
  deferred: boolean
  alone?(): Promise<T>
  resolve(result: T): void
  reject(error: unknown): void
}

export function createGroupCommit({ commit, lanes, isRolledBack }: GroupCommitDeps) {
  const waiting: Waiting<unknown>[] = []
  const running = new Set<Promise<void>>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function begin(): void {
    clearTimeout(timer)
    timer = undefined
    if (running.size >= lanes) return
    const group = writeWaiting().finally(() => {
      running.delete(group)
      if (waiting.some(({ deferred }) => !deferred)) begin()
      else if (waiting.length > 0) timer ??= setTimeout(begin, deferral)
    })
    running.add(group)
  }

  async function writeWaiting(): Promise<void> {
    // Transactions that arrive in this turn of the event loop join the group.
    await setImmediate()
    const group = waiting.splice(0)
    const [first] = group
    if (first !== undefined) await (group.length === 1 ? writeAlone(first) : writeTogether(group))
  }

  async function writeTogether(group: readonly Waiting<unknown>[]): Promise<void> {
    try {
      const results = await commit(async (sql) => {
        const all: unknown[] = []
        for (const transaction of group) all.push(await transaction.work(sql))
        return all
      })
      for (const [index, transaction] of group.entries()) transaction.resolve(results[index])
    } catch (error) {
      for (const transaction of group) {
        if (isRolledBack(error)) await writeAlone(transaction)
        else transaction.reject(error)
      }
    }
  }

  async function writeAlone(transaction: Waiting<unknown>): Promise<void> {
    try {
      transaction.resolve(await (transaction.alone?.() ?? commit((sql) => transaction.work(sql))))
    } catch (error) {
      transaction.reject(error)
    }
  }

  return {
    /** Resolves when it is on the disk, all or nothing; `work` runs again, alone, when another one of its group fails. */
    transaction: <T>(
      work: (sql: Sql) => Promise<T>,
      { deferred = false, alone }: TransactionOptions<T> = {},
    ): Promise<T> =>
      new Promise((resolve, reject) => {
        const transaction: Waiting<T> = { work, deferred, ...(alone && { alone }), resolve, reject }
        waiting.push(transaction)
        if (!deferred) begin()
        else if (running.size === 0) timer ??= setTimeout(begin, deferral)
      }),
    async flush(): Promise<void> {
      while (waiting.length > 0 || running.size > 0) {
        begin()
        await Promise.all(running)
      }
    },
  }
}
