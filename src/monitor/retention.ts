/** How long the monitor keeps single checks, and the clean-up that holds to it. */
import { setTimeout as wait } from 'node:timers/promises'
import { type CleanUp, cleanUpRegularly } from '../storage/retention.ts'
import { codeOf } from '../storage/sql.ts'
import type { Log } from './log.ts'
import type { Store } from './store/store.ts'

const day = 86_400_000

/** Cleans up every hour, whole days (UTC) at a time, in small pieces: checks go on meanwhile. */
export function keepTidy({
  store,
  log,
  now,
  keepDays,
}: {
  store: Store
  log: Log
  now: () => number
  keepDays: number
}): CleanUp {
  return cleanUpRegularly(async (signal) => {
    try {
      const before = (Math.floor(now() / day) - keepDays) * day
      let removed = 0
      for (let more = true; more && !signal.aborted; ) {
        const swept = await store.sweep(before)
        removed += swept.removed
        more = swept.more
        if (more) await wait(50)
      }
      if (removed > 0) log({ level: 'info', code: 'old_checks_removed', count: removed })
    } catch (error) {
      log({ level: 'error', code: 'storage_unavailable', cause: codeOf(error) })
    }
  }, 3_600_000)
}
