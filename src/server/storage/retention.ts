/** Retention: regularly deletes expired rows. Web platform only: the BFF's main door imports it. */
import type { Database } from './sql.ts'

/** Number of rows that one statement deletes, and the pause after it for other writes, in milliseconds. */
const batch = 250
const pause = 10

/** Deletes all rows that match `condition`, in small batches, so that no write waits for long.
 *
 * @param key the table's key
 * @param before value of `$1` in the condition
 * @returns the number of deleted rows
 */
export async function removeInBatches(
  database: Database,
  { table, key, condition, before }: { table: string; key: string; condition: string; before: number },
): Promise<number> {
  const statement = `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE ${condition} LIMIT ${batch})`
  for (let all = 0; ; await new Promise((resolve) => setTimeout(resolve, pause))) {
    const removed = await database.run(statement, [before])
    all += removed
    if (removed < batch) return all
  }
}

/** A clean-up that runs regularly. */
export interface CleanUp {
  /** Cleans up now. */
  once(): Promise<void>
  /** Stops it, after the clean-up in progress. */
  stop(): Promise<void>
}

/**
 * Cleans up regularly, the first time at most a minute after the start.
 *
 * @param work must not reject; checks the signal between two batches
 * @param every milliseconds from the end of one clean-up to the next
 */
export function cleanUpRegularly(work: (signal: AbortSignal) => Promise<void>, every: number): CleanUp {
  const ended = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  const once = () => {
    running = work(ended.signal)
    return running
  }
  async function repeat(): Promise<void> {
    await once()
    if (!ended.signal.aborted) later(every)
  }
  function later(ms: number): void {
    timer = setTimeout(() => void repeat(), ms)
    // The timer must not keep the process alive; platforms whose timers are numbers have no `unref`.
    timer.unref?.()
  }
  later(Math.min(60_000, every))
  return {
    once,
    async stop() {
      ended.abort()
      clearTimeout(timer)
      await running
    },
  }
}
