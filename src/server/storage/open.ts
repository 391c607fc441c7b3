/** Opens the database that the options name, with the driver that is needed, and cleans it up regularly. */
import type { Schema } from './migrate.ts'
import type { Database, StorageLog } from './sql.ts'

export type StorageLocation = { dataDir: string } | { databaseUrl: string }

/** Opens the database as `owner`, the server process, or as `visitor`, a command. @throws DatabaseError with
 *  advice, without a password; StorageUnavailableError for a visitor whose PostgreSQL is unreachable */
export async function openDatabase(
  location: StorageLocation,
  role: 'owner' | 'visitor',
  options: { schema: Schema; queryTimeout: number; log?: StorageLog | undefined },
): Promise<Database> {
  if ('databaseUrl' in location) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres({ url: location.databaseUrl, ...options }, role)
  }
  const { openSqlite } = await import('./sqlite.ts')
  return openSqlite(location.dataDir, role, options)
}

export interface CleanUp {
  runNow(): Promise<void>
  /** Stops it, after the clean-up in progress. */
  stop(): Promise<void>
}

/** First within a minute. `work` must not reject, and checks the signal between batches; `every` milliseconds lie between. */
export function cleanUpRegularly(work: (signal: AbortSignal) => Promise<void>, intervalMs: number): CleanUp {
  const controller = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  const runNow = () => {
    running = work(controller.signal)
    return running
  }
  async function repeat(): Promise<void> {
    await runNow()
    if (!controller.signal.aborted) schedule(intervalMs)
  }
  function schedule(ms: number): void {
    timer = setTimeout(() => void repeat(), ms)
    // The timer must not keep the process alive; platforms whose timers are numbers have no `unref`.
    timer.unref?.()
  }
  schedule(Math.min(60_000, intervalMs))
  return {
    runNow,
    async stop() {
      controller.abort()
      clearTimeout(timer)
      await running
    },
  }
}
