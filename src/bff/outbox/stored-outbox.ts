/** The outbox over a store: it stores a press before it delivers it, and continues after a crash. */
import { storageFailure } from '../../storage/storage-failure.ts'
import { digest } from '../crypto/digest.ts'
import type { Log } from '../observability/log.ts'
import type { ClaimedPress, OutboxStore } from '../store/store.ts'
import { errorCode } from '../upstream/transport.ts'
import { withTimeout } from '../with-timeout.ts'
import { backoffAfter, type Deliver, maxTries, type Outbox, type PressResult, reportLine } from './outbox.ts'

/** Lease of a press that is being delivered, in milliseconds; longer than an attempt may take. */
const lease = 60_000

/** `Retry-After` for a page whose press could not be stored, in seconds. */
const retryAfter = 30

/** Parameters of {@link storedOutbox}. */
interface StoredOutboxOptions {
  presses: OutboxStore
  deliver: Deliver
  log: Log
  now?: () => number
  random?: () => number
  /** Called with the final result of each press. */
  onResult: (result: PressResult) => void
  /** Maximum number of concurrent deliveries. Default: 32. */
  concurrency?: number
  /** Polling interval of the store, in milliseconds; a press that this process accepts is delivered at once. */
  poll?: number
}

/**
 * Creates an outbox that delivers the presses in the store: of this process, of earlier ones, and of others that share the
 * store. Each press has up to eight attempts with random backoff. A press that the service rejects permanently or no attempt
 * delivers is stored as failed, for `voter-registration-server outbox`.
 */
export function storedOutbox({
  presses,
  deliver,
  log,
  now = Date.now,
  random = Math.random,
  onResult,
  concurrency = 32,
  poll = 500,
}: StoredOutboxOptions): Outbox {
  const inProgress = new Set<Promise<void>>()
  /** Number of presses that are being stored and already have a delivery slot. */
  let reserved = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let polling: Promise<void> | undefined
  let pollAgain = false
  let stopped = false
  const isStopped = () => stopped
  const { reportFailure, reportWorking } = storageWatch(log)

  /** Polls for due presses now; a poll in progress runs once more. */
  function pollNow(): Promise<void> {
    pollAgain = true
    polling ??= deliverDue().finally(() => {
      polling = undefined
      if (pollAgain && !isStopped()) void pollNow()
    })
    return polling
  }

  async function deliverDue(): Promise<void> {
    clearTimeout(timer)
    while (pollAgain && !isStopped()) {
      pollAgain = false
      // Claims only when half of the slots are free: one query of the store serves many presses.
      const free = concurrency - inProgress.size - reserved
      if (free < concurrency / 2) break
      try {
        const claimed = await presses.claim(now(), free, lease)
        reportWorking(claimed.length > 0 ? 'writing' : 'reading')
        for (const press of claimed) begin(press)
        if (claimed.length === free) pollAgain = true
      } catch (error) {
        reportFailure(error, 'reading')
      }
    }
    if (stopped) return
    timer = setTimeout(() => void pollNow(), poll)
    timer.unref?.()
  }

  function begin(press: ClaimedPress): void {
    const seen = tryPress(press, { presses, deliver, log, now, random, onResult })
      .catch((error: unknown) => reportFailure(error, 'writing'))
      .finally(() => {
        inProgress.delete(seen)
        if (inProgress.size <= concurrency / 2 && !stopped) void pollNow()
      })
    inProgress.add(seen)
  }

  void pollNow()

  return {
    async accept({ event, reference, press }) {
      // With a free slot it is stored and claimed at once; otherwise it waits for the next poll.
      const isFree = !stopped && inProgress.size + reserved < concurrency
      reserved += isFree ? 1 : 0
      try {
        const mark = await digest(press)
        const id = await presses.add({ event, reference, mark, at: now() }, isFree ? lease : 0)
        reportWorking('writing')
        if (id !== 'known' && isFree) begin({ id, event, reference, tries: 0 })
        else if (!stopped) void pollNow()
        return { type: 'accepted' }
      } catch (error) {
        reportFailure(error, 'writing')
        return { type: 'unavailable', retryAfter }
      } finally {
        reserved -= isFree ? 1 : 0
      }
    },

    depth: () => presses.depth(),

    async drain(ms) {
      const until = Date.now() + ms
      const empty = async () => {
        do {
          await pollNow()
          await Promise.all(inProgress)
        } while ((polling !== undefined || inProgress.size > 0) && Date.now() < until)
      }
      await withTimeout(empty(), ms)
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** Logs once that the storage is unavailable, and once that it is available again. A full disk can still be read, so failed
 *  writing is over only when writing works again. */
function storageWatch(log: Log) {
  let failing: 'reading' | 'writing' | undefined
  return {
    reportFailure: (error: unknown, at: 'reading' | 'writing'): void => {
      if (failing === undefined) {
        const { message, ...line } = storageFailure(errorCode(error))
        log({ ...line, message: `The storage is unavailable, so presses are refused. ${message}` })
      }
      if (failing !== 'writing') failing = at
    },
    reportWorking: (at: 'reading' | 'writing'): void => {
      if (failing === undefined || (failing === 'writing' && at === 'reading')) return
      log({ level: 'info', code: 'storage_back' })
      failing = undefined
    },
  }
}

/** Makes one attempt to deliver a press, and stores the outcome. */
async function tryPress(
  { id, event, reference, tries: before }: ClaimedPress,
  { presses, deliver, log, now, random, onResult }: Required<Omit<StoredOutboxOptions, 'concurrency' | 'poll'>>,
): Promise<void> {
  const tries = before + 1
  const outcome = await deliver(event)
  const at = now()
  const { status } = outcome
  const cause = outcome.type === 'failed' ? outcome.cause : undefined
  const line = reportLine({ event, reference }, outcome, tries)
  if (outcome.type === 'delivered') {
    await presses.tried({ id, state: 'delivered', tries, dueAt: at, at, status, cause })
    onResult('delivered')
    log({ level: 'info', code: 'report_delivered', ...line })
  } else if (outcome.type === 'refused' || tries >= maxTries) {
    await presses.tried({ id, state: 'failed', tries, dueAt: at, at, status, cause })
    onResult(outcome.type)
    const message =
      'A press cannot be delivered to the service. It is stored as failed: run "voter-registration-server outbox" to inspect or retry it.'
    log({ level: 'error', code: 'report_failed', message, ...line })
  } else {
    const dueAt = at + backoffAfter(tries, random, outcome.retryAfter)
    await presses.tried({ id, state: 'waiting', tries, dueAt, at, status, cause })
    log({ level: 'warn', code: 'report_delayed', ...line })
  }
}
