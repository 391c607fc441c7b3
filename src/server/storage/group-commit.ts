/** Group commit: transactions that arrive while the database writes share the next COMMIT, and one wait for the disk. */
import { setImmediate } from 'node:timers/promises'
import type { Sql } from './sql.ts'

/** How long a deferred transaction may wait. After a crash within that time the outcome of a form is unknown. */
const deferralMs = 100

interface GroupCommitDeps {
  /** Runs `work` between BEGIN and COMMIT. */
  commit: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  concurrency: number
  /** Whether nothing of the group can have been committed after this error: each transaction then runs again by itself. */
  isRolledBack: (error: unknown) => boolean
}

interface TransactionOptions<T> {
  /** May wait up to 100 ms for others. */
  deferred?: boolean | undefined
  /** Replaces the work between BEGIN and COMMIT when the transaction is alone in its group. */
  runAlone?: (() => Promise<T>) | undefined
}

/** Methods, so that transactions with different result types share a queue. */
interface QueuedTransaction<T> {
  work(sql: Sql): Promise<T>
  deferred: boolean
  runAlone?(): Promise<T>
  resolve(result: T): void
  reject(error: unknown): void
}

export function createGroupCommit({ commit, concurrency, isRolledBack }: GroupCommitDeps) {
  const queue: QueuedTransaction<unknown>[] = []
  const running = new Set<Promise<void>>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function startGroup(): void {
    clearTimeout(timer)
    timer = undefined
    if (running.size >= concurrency) return
    const group = writeQueued().finally(() => {
      running.delete(group)
      if (queue.some(({ deferred }) => !deferred)) startGroup()
      else if (queue.length > 0) timer ??= setTimeout(startGroup, deferralMs)
    })
    running.add(group)
  }

  async function writeQueued(): Promise<void> {
    // Transactions that arrive in this turn of the event loop join the group.
    await setImmediate()
    const group = queue.splice(0)
    const [first] = group
    if (first !== undefined) await (group.length === 1 ? writeSingle(first) : writeGroup(group))
  }

  async function writeGroup(group: readonly QueuedTransaction<unknown>[]): Promise<void> {
    try {
      const results = await commit(async (sql) => {
        const values: unknown[] = []
        for (const transaction of group) values.push(await transaction.work(sql))
        return values
      })
      for (const [index, transaction] of group.entries()) transaction.resolve(results[index])
    } catch (error) {
      for (const transaction of group) {
        if (isRolledBack(error)) await writeSingle(transaction)
        else transaction.reject(error)
      }
    }
  }

  async function writeSingle(transaction: QueuedTransaction<unknown>): Promise<void> {
    try {
      transaction.resolve(await (transaction.runAlone?.() ?? commit((sql) => transaction.work(sql))))
    } catch (error) {
      transaction.reject(error)
    }
  }

  return {
    /** Resolves when it is on the disk, all or nothing; `work` runs again, alone, when another one of its group fails. */
    transaction: <T>(
      work: (sql: Sql) => Promise<T>,
      { deferred = false, runAlone }: TransactionOptions<T> = {},
    ): Promise<T> =>
      new Promise((resolve, reject) => {
        const transaction: QueuedTransaction<T> = { work, deferred, ...(runAlone && { runAlone }), resolve, reject }
        queue.push(transaction)
        if (!deferred) startGroup()
        else if (running.size === 0) timer ??= setTimeout(startGroup, deferralMs)
      }),
    async flush(): Promise<void> {
      while (queue.length > 0 || running.size > 0) {
        startGroup()
        await Promise.all(running)
      }
    },
  }
}
