/** Removes from time to time what has been kept long enough. */

import type { Log } from '../observability/log.ts'
import { errorCode } from '../upstream/transport.ts'
import type { Store } from './store.ts'

/** How long things are kept, in days. */
export interface KeepFor {
  /** Presses that failed. */
  failedPresses: number
  /** Receipts of consent. */
  receipts: number
}

const hour = 3_600_000
const day = 24 * hour

/**
 * Cleans up a minute after the start and then every ten minutes. Delivered presses go after an hour, outcomes of forms
 * after their 15 minutes, the rest as told.
 *
 * @returns `once` cleans up now, `stop` ends it
 */
export function keepTidy({
  store,
  log,
  now,
  keepFor,
}: {
  store: Store
  log: Log
  now: () => number
  keepFor: KeepFor
}): { once: () => Promise<void>; stop: () => void } {
  let stopped = false
  let timer = later(60_000)

  function later(ms: number): ReturnType<typeof setTimeout> {
    const timeout = setTimeout(() => {
      void once().finally(() => {
        if (!stopped) timer = later(600_000)
      })
    }, ms)
    timeout.unref?.()
    return timeout
  }

  async function once(): Promise<void> {
    try {
      const removed = await store.sweep({
        now: now(),
        delivered: now() - hour,
        failed: now() - keepFor.failedPresses * day,
        receipts: now() - keepFor.receipts * day,
      })
      if (removed.failed > 0) log({ level: 'warn', code: 'failed_presses_removed', count: removed.failed })
      if (removed.receipts > 0) log({ level: 'warn', code: 'receipts_removed', count: removed.receipts })
    } catch (error) {
      log({ level: 'error', code: 'storage_unavailable', cause: errorCode(error) })
    }
  }

  function stop(): void {
    stopped = true
    clearTimeout(timer)
  }

  return { once, stop }
}
