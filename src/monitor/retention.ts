/** Removes from time to time the checks that have been kept long enough. */
import type { Log } from './log.ts'
import { codeOf } from './store/sql.ts'
import type { Store } from './store/store.ts'

const day = 86_400_000

/**
 * Cleans up a minute after the start and then every hour, whole days (UTC) at a time, in small pieces: checks go on
 * meanwhile.
 *
 * @returns `once` cleans up now, `stop` ends it
 */
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
}): { once: () => Promise<void>; stop: () => Promise<void> } {
  let stopped = false
  let under: Promise<void> = Promise.resolve()
  let timer = later(60_000)

  function later(ms: number): ReturnType<typeof setTimeout> {
    const timeout = setTimeout(() => {
      under = once().finally(() => {
        if (!stopped) timer = later(3_600_000)
      })
    }, ms)
    timeout.unref?.()
    return timeout
  }

  async function once(): Promise<void> {
    try {
      const before = (Math.floor(now() / day) - keepDays) * day
      let removed = 0
      for (;;) {
        const swept = await store.sweep(before)
        removed += swept.removed
        if (!swept.more || stopped) break
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      if (removed > 0) log({ level: 'info', code: 'old_checks_removed', count: removed })
    } catch (error) {
      log({ level: 'error', code: 'storage_unavailable', cause: codeOf(error) })
    }
  }

  return {
    once,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await under
    },
  }
}
