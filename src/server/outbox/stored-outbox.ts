/** The outbox over a store: it stores a press before it delivers it, and continues after a crash. */
import { type Clock, systemClock } from '../../contract/clock.ts'
import { digest } from '../crypto/provider.ts'
import type { Log, LogLine } from '../observability/log.ts'
import { createStorageLogLine } from '../storage/sql.ts'
import type { ClaimedPress, OutboxStore, PressState } from '../store/store.ts'
import { errorCode } from '../upstream/transport.ts'
import type { ReportOutcome } from '../upstream/upstream.ts'
import { shortHash, withTimeout } from '../utils.ts'
import {
  backoffAfter,
  type Deliver,
  maxTries,
  maxUndecided,
  type Outbox,
  type PressResult,
  undecidedPause,
} from './outbox.ts'

/** So many attempts in a row fail before the service counts as down: then one report at a time finds out whether it is back. */
const failuresUntilDown = 10

/** Lease of a press that is being delivered, in milliseconds; longer than an attempt may take. */
const lease = 60_000

/** `Retry-After` for a page whose press could not be stored, in seconds. */
const retryAfter = 30

interface StoredOutboxOptions {
  presses: OutboxStore
  deliver: Deliver
  log: Log
  clock?: Clock
  random?: () => number
  onResult: (result: PressResult) => void
  concurrency?: number
  /** Milliseconds that `accept` waits for the first attempt, where the process may freeze after its response. Default: 0. */
  firstAttemptMs?: number | undefined
  /** Polling interval of the store, in milliseconds; a press that this process accepts is delivered at once. */
  poll?: number
}

/** Delivers the presses in the store: of this process, of earlier ones, and of others that share it. A report that fails is
 *  tried again with growing random pauses for at least two days; one that got no answer once more after a long pause, then
 *  it is `undecided`. While the service takes none, one report at a time is tried. */
export function storedOutbox(options: StoredOutboxOptions): Outbox {
  const { presses, deliver, log, clock = systemClock, random = Math.random, onResult } = options
  const { concurrency = 256, firstAttemptMs, poll = 500 } = options
  const inProgress = new Set<Promise<void>>()
  let reserved = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let polling: Promise<void> | undefined
  let pollAgain = false
  let stopped = false
  const isStopped = () => stopped
  const { reportFailure, reportWorking } = storageWatch(log)
  const service = serviceWatch({ presses, log, clock }, () => void pollNow())
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
      // Claims only when half of the slots are free: one query of the store serves many presses.
      const free = slots() - inProgress.size - reserved
      if (free < Math.max(1, slots() / 2)) break
      try {
        const claimed = await presses.claim(clock.now(), free, lease)
        reportWorking(claimed.length > 0 ? 'writing' : 'reading')
        for (const press of claimed) void begin(press)
        if (claimed.length === free) pollAgain = true
      } catch (error) {
        reportFailure(error, 'reading')
      }
    }
    if (stopped) return
    timer = setTimeout(() => void pollNow(), poll)
    timer.unref?.()
  }

  async function deliverAll(until: number): Promise<void> {
    do await pollNow().then(() => Promise.all(inProgress))
    while ((polling !== undefined || inProgress.size > 0) && Date.now() < until)
  }

  function begin(press: ClaimedPress, deadline?: number): Promise<void> {
    const deps = { presses, deliver: (event: string) => deliver(event, deadline), log, clock, random, onResult }
    const seen: Promise<void> = tryPress(press, deps)
      .then((outcome) => service.hear(outcome))
      .catch((error: unknown) => reportFailure(error, 'writing'))
      .finally(() => {
        inProgress.delete(seen)
        // While the service is down, the next attempt waits for the next poll.
        if (inProgress.size <= concurrency / 2 && !stopped && !service.isDown()) void pollNow()
      })
    inProgress.add(seen)
    return seen
  }

  void pollNow()

  return {
    async accept({ event, reference, press, pressed }) {
      // With a free slot it is stored and claimed at once; otherwise it waits for the next poll.
      const isFree = !stopped && !service.isDown() && inProgress.size + reserved < concurrency
      reserved += isFree ? 1 : 0
      try {
        const mark = digest(press)
        const id = await presses.add({ event, reference, mark, at: clock.now(), pressed }, isFree ? lease : 0)
        reportWorking('writing')
        const isNew = id !== 'known' && isFree
        const attempt = isNew && begin({ id, event, reference, tries: 0, undecided: 0 }, firstAttemptMs)
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

    depth: () => presses.depth(),

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
    reportFailure: (error: unknown, at: 'reading' | 'writing'): void => {
      if (failing === undefined) {
        const { message, ...line } = createStorageLogLine(errorCode(error))
        log({ ...line, message: `The storage is unavailable, so clicks are rejected. ${message}` })
      }
      if (failing !== 'writing') failing = at
    },
    reportWorking: (at: 'reading' | 'writing'): void => {
      if (failing === undefined || (failing === 'writing' && at === 'reading')) return
      log({ level: 'info', code: 'storage_recovered' })
      failing = undefined
    },
  }
}

/** Knows whether the service takes reports, and logs when that changes, with how many wait and since when. */
function serviceWatch({ presses, log, clock }: { presses: OutboxStore; log: Log; clock: Clock }, onBack: () => void) {
  let failures = 0
  const isDown = () => failures >= failuresUntilDown
  const depthLine = async () => {
    const { waiting, oldest } = await presses.depth()
    return {
      count: waiting,
      ...(oldest !== undefined && { oldest_seconds: Math.round((clock.now() - oldest) / 1000) }),
    }
  }
  return {
    isDown,
    async hear({ type }: ReportOutcome): Promise<void> {
      const wasDown = isDown()
      failures = type === 'failed' || type === 'undecided' ? failures + 1 : 0
      if (!wasDown && isDown()) {
        const message =
          'The service accepts no click reports; "count" are waiting. They are retried for at least two days, and delivered when it recovers.'
        log({ level: 'warn', code: 'reports_wait', message, ...(await depthLine()) })
      } else if (wasDown && !isDown()) {
        await presses.wake(clock.now())
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
  undecided: {
    level: 'error',
    code: 'report_unknown',
    message:
      'A click was reported twice without a response: the service may have counted it zero times, once or twice. It is stored as undecided; inspect it with "voter-registration-server outbox".',
  },
  failed: {
    level: 'error',
    code: 'report_failed',
    message:
      'A click report failed. It is stored as failed; inspect or retry it with "voter-registration-server outbox".',
  },
} as const satisfies Record<PressState, LogLine>

async function tryPress(
  press: ClaimedPress,
  deps: Required<Omit<StoredOutboxOptions, 'concurrency' | 'firstAttemptMs' | 'poll'>>,
): Promise<ReportOutcome> {
  const { presses, deliver, log, clock, random, onResult } = deps
  const { id, event, reference } = press
  const outcome = await deliver(event)
  const { type, status } = outcome
  const tries = press.tries + 1
  const undecided = press.undecided + (type === 'undecided' ? 1 : 0)
  const at = clock.now()
  const cause = 'cause' in outcome ? outcome.cause : undefined
  const state = getPressState(type, { tries, undecided })
  const backoff = type === 'failed' ? backoffAfter(tries, random, outcome.retryAfter) : undecidedPause
  const dueAt = state === 'waiting' ? at + backoff : at
  await presses.tried({ id, state, tries, undecided, dueAt, at, status, cause })
  if (state !== 'waiting') onResult(type === 'refused' ? 'refused' : state)
  const facts = {
    reference,
    attempts: tries,
    outcome: type,
    event_hash: shortHash(event),
    upstream_status: status,
    cause,
  }
  log({ ...attemptLines[state], ...facts })
  return outcome
}

function getPressState(
  type: ReportOutcome['type'],
  { tries, undecided }: { tries: number; undecided: number },
): PressState {
  if (type === 'delivered') return 'delivered'
  if (type === 'undecided' && undecided >= maxUndecided) return 'undecided'
  return type === 'refused' || tries >= maxTries ? 'failed' : 'waiting'
}
