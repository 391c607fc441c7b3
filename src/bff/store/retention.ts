/** How long the BFF keeps what, and the clean-up that holds to it. */
import { type CleanUp, cleanUpRegularly } from '../../storage/retention.ts'
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

/** Cleans up every ten minutes. Delivered presses go after an hour, outcomes of forms after their 15 minutes, the rest as
 *  `keepFor` says. */
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
}): CleanUp {
  return cleanUpRegularly(async () => {
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
  }, 600_000)
}
