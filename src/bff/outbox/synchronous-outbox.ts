/** The outbox of a host without a disk: a press counts as accepted only once the service has it. Nothing is kept, and
 *  nothing is promised that a crash could break. */

import type { Log } from '../observability/log.ts'
import { withinTime } from '../within-time.ts'
import { type Deliver, type Outbox, pauseAfter, reportLine } from './outbox.ts'

/** How often it tries while the page waits. */
export const triesWhileWaiting = 3

/** The longest pause that a page is made to wait for, in milliseconds. */
const patience = 5_000

/**
 * Makes one, and says in the log that it is one.
 *
 * @param onFate hears `delivered`, `refused` or `failed` for each press
 * @param wait resolves after some milliseconds
 */
export function synchronousOutbox({
  deliver,
  log,
  random = Math.random,
  onFate = () => undefined,
  wait = (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    }),
}: {
  deliver: Deliver
  log: Log
  random?: () => number
  onFate?: (fate: 'delivered' | 'refused' | 'failed') => void
  wait?: (ms: number) => Promise<void>
}): Outbox {
  log({
    level: 'warn',
    code: 'outbox_synchronous',
    message:
      'Presses are not kept: each is answered only when the service has it, and is lost when the service is away. Set DATA_DIR or DATABASE_URL to keep them.',
  })
  const underWay = new Set<{ readonly since: number; readonly seen: Promise<unknown> }>()

  async function see(report: { event: string; reference: string }) {
    for (let tries = 1; ; tries++) {
      const outcome = await deliver(report.event)
      if (outcome.type === 'delivered') {
        onFate('delivered')
        log({ level: 'info', code: 'report_delivered', ...reportLine(report, outcome, tries) })
        return { type: 'accepted' } as const
      }
      const pause = outcome.type === 'failed' ? pauseAfter(tries, random, outcome.retryAfter) : 0
      if (outcome.type === 'refused' || tries === triesWhileWaiting || pause > patience) {
        onFate(outcome.type)
        log({ level: 'error', code: 'report_lost', ...reportLine(report, outcome, tries) })
        if (outcome.type === 'refused') return { type: 'refused' } as const
        return { type: 'unavailable', retryAfter: Math.max(5, Math.ceil(pause / 1000)) } as const
      }
      await wait(pause)
    }
  }

  return {
    accept(report) {
      const seen = see(report).finally(() => underWay.delete(one))
      const one = { since: Date.now(), seen }
      underWay.add(one)
      return seen
    },
    async depth() {
      return {
        waiting: underWay.size,
        failed: 0,
        oldest: underWay.size > 0 ? Math.min(...[...underWay].map(({ since }) => since)) : undefined,
      }
    },
    async drain(ms) {
      await withinTime(Promise.allSettled([...underWay].map(({ seen }) => seen)), ms)
    },
  }
}
