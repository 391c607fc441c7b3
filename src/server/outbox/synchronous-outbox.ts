/** The outbox of a host without a disk: a press is accepted only once the service has it. Nothing is stored, so a crash
 *  breaks no promise. A press that cannot be delivered goes to the log, sealed. */

import { LRUCache } from 'lru-cache'
import { digest } from '../crypto/provider.ts'
import type { Log } from '../observability/log.ts'
import { withTimeout } from '../with-timeout.ts'
import {
  type Accepted,
  backoffAfter,
  type Deliver,
  type Outbox,
  type PressResult,
  type Report,
  reportLine,
} from './outbox.ts'

/** Number of delivery attempts while the page waits. */
export const triesWhileWaiting = 3

/** Maximum number of remembered presses (LRU), so that each counts once: 50,000 marks are about 10 MiB. */
const remembered = 50_000

/** Maximum number of remembered presses that were written to the log, 1 to 8 KiB each. */
const rememberedLost = 2_000

/** How long one attempt may take, in milliseconds: the page waits for it. */
const deadline = 5_000

/** Maximum backoff for which the page waits, in milliseconds. */
const patience = 5_000

/** Who runs the BFF: a server, which opens the storage that the options name, or a host that mounts it and opens none. */
export type RunBy = 'server' | 'host'

/** Advice for operators who want presses to be stored. */
const storageAdvice = {
  server: 'Set DATA_DIR or DATABASE_URL to store them.',
  host: 'This host ignores DATA_DIR and DATABASE_URL. To store presses, run the BFF as a server: voter-registration-server bff, or serve() of voter-registration-server/node.',
} as const satisfies Record<RunBy, string>

/**
 * Creates the outbox, and logs that it stores nothing and how to store presses.
 *
 * @param runBy selects the advice
 * @param onResult called with the final result of each press
 * @param wait resolves after the given milliseconds
 */
export function synchronousOutbox({
  deliver,
  log,
  runBy,
  now = Date.now,
  random = Math.random,
  onResult,
  wait = (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    }),
}: {
  deliver: Deliver
  log: Log
  runBy: RunBy
  now?: () => number
  random?: () => number
  onResult: (result: PressResult) => void
  wait?: (ms: number) => Promise<void>
}): Outbox {
  log({
    level: 'warn',
    code: 'outbox_synchronous',
    message: `Button presses are not stored: the page waits until the service has each one. If the service is down, the press is written to the log, sealed. ${storageAdvice[runBy]}`,
  })
  const inProgress = new Set<{ readonly since: number; readonly seen: Promise<unknown> }>()
  const known = new LRUCache<string, Promise<Accepted>>({ max: remembered, ttlResolution: 0, perf: { now } })

  /** Presses that were written to the log. */
  const lost = new LRUCache<string, true>({ max: rememberedLost })

  async function see(report: Report): Promise<Accepted> {
    for (let tries = 1; ; tries++) {
      const outcome = await deliver(report.event, deadline)
      if (outcome.type === 'delivered') {
        onResult('delivered')
        // If the log has it as lost and the page has retried, it must not be restored from the log.
        const press = lost.delete(report.press) ? { press: report.press } : {}
        log({ level: 'info', code: 'report_delivered', ...reportLine(report, outcome, tries), ...press })
        return { type: 'accepted' }
      }
      if (outcome.type === 'undecided') {
        // It may have counted, so nobody sends it again.
        onResult('undecided')
        log({ level: 'error', code: 'report_undecided', ...reportLine(report, outcome, tries) })
        return { type: 'accepted' }
      }
      const pause = outcome.type === 'failed' ? backoffAfter(tries, random, outcome.retryAfter) : 0
      if (outcome.type === 'refused' || tries === triesWhileWaiting || pause > patience) {
        onResult(outcome.type)
        const line = { level: 'error', code: 'report_lost', ...reportLine(report, outcome, tries) } as const
        if (outcome.type === 'refused') {
          log(line)
          return { type: 'refused' }
        }
        // Sealed, and only once, however often the page retries.
        log(lost.has(report.press) ? line : { ...line, press: report.press })
        lost.set(report.press, true)
        return { type: 'unavailable', retryAfter: Math.max(5, Math.ceil(pause / 1000)) }
      }
      await wait(pause)
    }
  }

  return {
    async accept(report) {
      const mark = digest(report.press)
      const beginning = known.get(mark)
      if (beginning !== undefined) return beginning
      const seen = see(report).finally(() => inProgress.delete(one))
      const one = { since: now(), seen }
      inProgress.add(one)
      known.set(mark, seen, { ttl: Math.max(1, report.until - now()) })
      const accepted = await seen
      // A press that the service does not have may be sent again.
      if (accepted.type === 'unavailable') known.delete(mark)
      return accepted
    },
    async depth() {
      return {
        waiting: inProgress.size,
        failed: 0,
        undecided: 0,
        oldest: inProgress.size > 0 ? Math.min(...[...inProgress].map(({ since }) => since)) : undefined,
      }
    },
    async drain(ms) {
      await withTimeout(Promise.allSettled([...inProgress].map(({ seen }) => seen)), ms)
    },
  }
}
