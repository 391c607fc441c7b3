/** The outbox over a store: it stores a click report before it delivers it, and continues after a crash. */
import { type Clock, systemClock } from '../../contract/clock.ts'
import { digest } from '../crypto/provider.ts'
import type { Log, LogLine } from '../observability/log.ts'
import { createStorageLogLine } from '../storage/sql.ts'
import type { ClaimedClick, ClickState, OutboxStore } from '../store/store.ts'
import { errorCode } from '../upstream/transport.ts'
import type { ReportOutcome } from '../upstream/upstream.ts'
import { shortHash, withTimeout } from '../utils.ts'
import {
  type ClickResult,
  type Deliver,
  getBackoff,
  maxAttempts,
  maxUnanswered,
  type Outbox,
  unansweredPauseMs,
} from './outbox.ts'

/** So many attempts in a row fail before the service counts as down: then one report at a time finds out whether it is back. */
const failuresUntilDown = 10

/** Lease of a report that is being delivered, in milliseconds; longer than an attempt may take. */
const lease = 60_000

/** `Retry-After` for a page whose report could not be stored, in seconds. */
const retryAfter = 30

interface StoredOutboxOptions {
  clicks: OutboxStore
  deliver: Deliver
  log: Log
  clock?: Clock
  random?: () => number
  onResult: (result: ClickResult) => void
  concurrency?: number
  /** Milliseconds that `accept` waits for the first attempt, where the process may freeze after its response. Default: 0. */
  firstAttemptMs?: number | undefined
  /** Polling interval of the store, in milliseconds; a report that this process accepts is delivered without waiting. */
  poll?: number
}

/** Delivers the reports in the store: of this process, of earlier ones, and of others that share it. A report that fails is
 *  tried again with growing random pauses for at least two days; one that got no answer once more after a long pause, then
 *  its outcome is `unknown`. While the service accepts none, one report at a time is tried. */
export function storedOutbox(options: StoredOutboxOptions): Outbox {
  const { clicks, deliver, log, clock = systemClock, random = Math.random, onResult } = options
  const { concurrency = 256, firstAttemptMs, poll = 500 } = options
  const inProgress = new Set<Promise<void>>()
  let reserved = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let polling: Promise<void> | undefined
  let pollAgain = false
  let stopped = false
  const isStopped = () => stopped
  const { reportFailure, reportWorking } = storageWatch(log)
  const service = serviceWatch({ clicks, log, clock }, () => void pollNow())
  const slots = () => (service.isDown() ? 1 : concurrency)

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
      // Claims only when half of the slots are free: one query of the store serves many reports.
      const free = slots() - inProgress.size - reserved
      if (free < Math.max(1, slots() / 2)) break
      try {
        const dueClicks = await clicks.claim(clock.now(), free, lease)
        reportWorking(dueClicks.length > 0 ? 'writing' : 'reading')
        for (const click of dueClicks) void startAttempt(click)
        if (dueClicks.length === free) pollAgain = true
      } catch (error) {
        reportFailure(error, 'reading')
      }
    }
    if (stopped) return
    timer = setTimeout(() => void pollNow(), poll)
    timer.unref?.()
  }

  async function deliverAll(deadline: number): Promise<void> {
    do await pollNow().then(() => Promise.all(inProgress))
    while ((polling !== undefined || inProgress.size > 0) && Date.now() < deadline)
  }

  function startAttempt(click: ClaimedClick, deadline?: number): Promise<void> {
    const deps = { clicks, deliver: (event: string) => deliver(event, deadline), log, clock, random, onResult }
    const attempt: Promise<void> = attemptDelivery(click, deps)
      .then((outcome) => service.handleOutcome(outcome))
      .catch((error: unknown) => reportFailure(error, 'writing'))
      .finally(() => {
        inProgress.delete(attempt)
        // While the service is down, the next attempt waits for the next poll.
        if (inProgress.size <= concurrency / 2 && !stopped && !service.isDown()) void pollNow()
      })
    inProgress.add(attempt)
    return attempt
  }

  void pollNow()

  return {
    async accept({ event, reference, clickToken, click }) {
      // With a free slot it is stored and claimed together; otherwise it waits for the next poll.
      const isFree = !stopped && !service.isDown() && inProgress.size + reserved < concurrency
      reserved += isFree ? 1 : 0
      try {
        const tokenHash = digest(clickToken)
        const id = await clicks.add({ event, reference, tokenHash, acceptedAt: clock.now(), click }, isFree ? lease : 0)
        reportWorking('writing')
        const isNew = id !== 'duplicate' && isFree
        const attempt = isNew && startAttempt({ id, event, reference, attempts: 0, unanswered: 0 }, firstAttemptMs)
        if (firstAttemptMs !== undefined) await attempt
        if (!isNew && !stopped && !service.isDown()) void pollNow()
        return { type: 'accepted' }
      } catch (error) {
        reportFailure(error, 'writing')
        return { type: 'unavailable', retryAfter }
      } finally {
        reserved -= isFree ? 1 : 0
      }
    },

    depth: () => clicks.depth(),

    async drain(ms) {
      await withTimeout(deliverAll(Date.now() + ms), ms)
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** Logs once when the storage fails and once when it is back: when writing works again, since a full disk can be read. */
function storageWatch(log: Log) {
  let failing: 'reading' | 'writing' | undefined
  return {
    reportFailure: (error: unknown, operation: 'reading' | 'writing'): void => {
      if (failing === undefined) {
        const { message, ...line } = createStorageLogLine(errorCode(error))
        log({ ...line, message: `The storage is unavailable, so clicks are rejected. ${message}` })
      }
      if (failing !== 'writing') failing = operation
    },
    reportWorking: (operation: 'reading' | 'writing'): void => {
      if (failing === undefined || (failing === 'writing' && operation === 'reading')) return
      log({ level: 'info', code: 'storage_recovered' })
      failing = undefined
    },
  }
}

/** Knows whether the service takes reports, and logs when that changes, with how many wait and since when. */
function serviceWatch({ clicks, log, clock }: { clicks: OutboxStore; log: Log; clock: Clock }, onBack: () => void) {
  let failures = 0
  const isDown = () => failures >= failuresUntilDown
  const depthLine = async () => {
    const { waiting, oldestAt } = await clicks.depth()
    return {
      count: waiting,
      ...(oldestAt !== undefined && { oldest_seconds: Math.round((clock.now() - oldestAt) / 1000) }),
    }
  }
  return {
    isDown,
    async handleOutcome({ type }: ReportOutcome): Promise<void> {
      const wasDown = isDown()
      failures = type === 'failed' || type === 'unknown' ? failures + 1 : 0
      if (!wasDown && isDown()) {
        const message =
          'The service accepts no click reports; "count" are waiting. They are retried for at least two days, and delivered when it recovers.'
        log({ level: 'warn', code: 'reports_wait', message, ...(await depthLine()) })
      } else if (wasDown && !isDown()) {
        await clicks.makeDue(clock.now())
        log({ level: 'info', code: 'reports_reclaimed', ...(await depthLine()) })
        onBack()
      }
    },
  }
}

/** What the log says of an attempt: never the event. */
const attemptLines = {
  delivered: { level: 'info', code: 'report_delivered' },
  waiting: { level: 'warn', code: 'report_delayed' },
  unknown: {
    level: 'error',
    code: 'report_unknown',
    message:
      'A click was reported twice without a response: the service may have counted it zero times, once or twice. It is stored as unknown; inspect it with "voter-registration-server outbox".',
  },
  failed: {
    level: 'error',
    code: 'report_failed',
    message:
      'A click report failed. It is stored as failed; inspect or retry it with "voter-registration-server outbox".',
  },
} as const satisfies Record<ClickState, LogLine>

async function attemptDelivery(
  click: ClaimedClick,
  deps: Required<Omit<StoredOutboxOptions, 'concurrency' | 'firstAttemptMs' | 'poll'>>,
): Promise<ReportOutcome> {
  const { clicks, deliver, log, clock, random, onResult } = deps
  const { id, event, reference } = click
  const outcome = await deliver(event)
  const { type, status } = outcome
  const attempts = click.attempts + 1
  const unanswered = click.unanswered + (type === 'unknown' ? 1 : 0)
  const attemptedAt = clock.now()
  const cause = 'cause' in outcome ? outcome.cause : undefined
  const state = getClickState(type, { attempts, unanswered })
  const backoff = type === 'failed' ? getBackoff(attempts, random, outcome.retryAfter) : unansweredPauseMs
  const nextAttemptAt = state === 'waiting' ? attemptedAt + backoff : attemptedAt
  await clicks.recordAttempt({ id, state, attempts, unanswered, nextAttemptAt, attemptedAt, status, cause })
  if (state !== 'waiting') onResult(type === 'rejected' ? 'rejected' : state)
  const facts = {
    reference,
    attempts,
    outcome: type,
    event_hash: shortHash(event),
    upstream_status: status,
    cause,
  }
  log({ ...attemptLines[state], ...facts })
  return outcome
}

function getClickState(
  type: ReportOutcome['type'],
  { attempts, unanswered }: { attempts: number; unanswered: number },
): ClickState {
  if (type === 'delivered') return 'delivered'
  if (type === 'unknown' && unanswered >= maxUnanswered) return 'unknown'
  return type === 'rejected' || attempts >= maxAttempts ? 'failed' : 'waiting'
}
