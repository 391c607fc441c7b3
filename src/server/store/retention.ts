/** Retention: how long the BFF keeps its data, and the regular clean-up. */
import type { Clock } from '../../contract/clock.ts'
import { clickTokenLifetimeMs } from '../crypto/provider.ts'
import type { Log } from '../observability/log.ts'
import { type CleanUp, cleanUpRegularly } from '../storage/open.ts'
import { createStorageLogLine } from '../storage/sql.ts'
import { errorCode } from '../upstream/transport.ts'
import type { Store } from './store.ts'

export interface RetentionDays {
  failedClicks: number
  receipts: number
}

const day = 86_400_000
/** Longer than any process waits for a response of the service, in milliseconds. */
const maxAnswerTime = 300_000

/** From one clean-up to the next, in milliseconds: an answer that is kept for 15 minutes is gone at most that much later. */
const intervalMs = 10_000

interface RetentionDeps {
  store: Store
  log: Log
  clock: Clock
  retentionDays: RetentionDays
}

/** Cleans up every ten seconds, and settles receipts that a crash has left open. Hashes of delivered clicks are deleted once
 *  their tokens have expired, outcomes of forms after their 15 minutes, the rest according to `retentionDays`. */
export function startRetention(deps: RetentionDeps): CleanUp {
  return cleanUpRegularly(createSweep(deps), intervalMs)
}

/** Creates the function that cleans up once. It never rejects: a storage that fails is logged, once until it works again. */
export function createSweep({ store, log, clock, retentionDays }: RetentionDeps): () => Promise<void> {
  let isFailing = false
  return async () => {
    try {
      const removed = await store.sweep({
        time: clock.now(),
        delivered: clock.now() - clickTokenLifetimeMs,
        failed: clock.now() - retentionDays.failedClicks * day,
        receipts: clock.now() - retentionDays.receipts * day,
        open: clock.now() - maxAnswerTime,
      })
      isFailing = false
      if (removed.settled > 0) {
        const message =
          'A process ended before it recorded the outcome of these registrations ("count"). The service may have received them. Ask the operator.'
        log({ level: 'warn', code: 'receipts_unknown', count: removed.settled, message })
      }
      if (removed.failed > 0) log({ level: 'warn', code: 'failed_clicks_removed', count: removed.failed })
      if (removed.receipts > 0) log({ level: 'warn', code: 'receipts_removed', count: removed.receipts })
    } catch (error) {
      if (!isFailing) log(createStorageLogLine(errorCode(error)))
      isFailing = true
    }
  }
}
