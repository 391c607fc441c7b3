/** Removes from time to time what has been kept long enough. Web platform only: the BFF's main door reaches it. */
import type { Database } from './sql.ts'

/** How many rows one statement removes, and how long it then lets others write, in milliseconds. */
const batch = 250
const pause = 10

/** Removes all rows that `condition` finds, in small batches, so that no write waits for long.
 *
 * @param key the table's key
 * @param before what `$1` in the condition stands for
 * @returns how many were removed
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
  /** Ends it, after the one that runs. */
  stop(): Promise<void>
}

/**
 * Cleans up a minute after the start and then regularly.
 *
 * @param work must not reject; looks at the signal between two batches
 * @param every milliseconds from the end of one to the next
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
    // It keeps no process alive; where timers are numbers there is nothing to say.
    timer.unref?.()
  }
  later(60_000)
  return {
    once,
    async stop() {
      ended.abort()
      clearTimeout(timer)
      await running
    },
  }
}
