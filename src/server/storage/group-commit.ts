/** Group commit: transactions that arrive while the database writes share the next BEGIN and COMMIT, and thus one wait for
 *  the disk. */
import type { Sql } from './sql.ts'

/** How long a deferred transaction may wait for another one, in milliseconds. An outcome that a crash loses within this time
 *  counts as "may have been sent". */
const deferral = 100

interface GroupCommitDeps {
  /** Runs `work` between BEGIN and COMMIT. */
  commit: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  lanes: number
  /** Whether each transaction of a group that failed with this error may run again, alone: none can have been committed. */
  isRolledBack: (error: unknown) => boolean
}

interface Transaction<T> {
  /** Statements that are committed together or not at all; runs again, alone, when another one of its group fails. */
  work: (sql: Sql) => Promise<T>
  /** May wait up to 100 ms for others. */
  deferred?: boolean
  /** Replaces `work` between BEGIN and COMMIT when the transaction is alone in its group. */
  alone?: () => Promise<T>
}

interface Waiting {
  deferred: boolean
  /** Runs the work; returns a function to call after the commit. */
  run: (sql: Sql) => Promise<() => void>
  alone: (() => Promise<() => void>) | undefined
  reject: (error: unknown) => void
}

export function createGroupCommit({ commit, lanes, isRolledBack }: GroupCommitDeps) {
  const waiting: Waiting[] = []
  const running = new Set<Promise<void>>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function begin(): void {
    clearTimeout(timer)
    timer = undefined
    if (running.size >= lanes) return
    const group = writeWaiting().finally(() => {
      running.delete(group)
      next()
    })
    running.add(group)
  }

  function next(): void {
    if (waiting.some(({ deferred }) => !deferred)) begin()
    else if (waiting.length > 0) timer ??= setTimeout(begin, deferral)
  }

  async function writeWaiting(): Promise<void> {
    // Transactions that arrive in this turn of the event loop join the group.
    await new Promise((resolve) => void setImmediate(resolve))
    const group = waiting.splice(0)
    const [first] = group
    if (first !== undefined) await (group.length === 1 ? writeAlone(first) : writeTogether(group))
  }

  async function writeTogether(group: readonly Waiting[]): Promise<void> {
    try {
      const resolves = await commit(async (sql) => {
        const all: (() => void)[] = []
        for (const { run } of group) all.push(await run(sql))
        return all
      })
      for (const resolve of resolves) resolve()
    } catch (error) {
      for (const each of group) {
        if (isRolledBack(error)) await writeAlone(each)
        else each.reject(error)
      }
    }
  }

  async function writeAlone({ run, alone, reject }: Waiting): Promise<void> {
    try {
      const resolve = await (alone === undefined ? commit(run) : alone())
      resolve()
    } catch (error) {
      reject(error)
    }
  }

  return {
    /** Resolves when the transaction is on the disk. */
    transaction: <T>({ work, deferred = false, alone }: Transaction<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const settle = (result: T) => () => resolve(result)
        waiting.push({
          deferred,
          run: async (sql) => settle(await work(sql)),
          alone: alone && (async () => settle(await alone())),
          reject,
        })
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
