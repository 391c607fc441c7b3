/** Opens the outbox over the store, and reports what ends with a store in memory. */
import type { Clock } from '../../contract/clock.ts'
import type { BffDependencies } from '../bff-dependencies.ts'
import type { Log } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import type { Depth, Store } from '../store/store.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { shortHash } from '../utils.ts'
import type { Deliver, Outbox } from './outbox.ts'
import { storedOutbox } from './stored-outbox.ts'

export const inMemoryWarning =
  'Clicks, outcomes and consent receipts are only in the memory of this process. Set DATA_DIR or DATABASE_URL to store them.'

/** Logs the click reports that end with this process (R-A94). */
export async function logLostClicks({ clicks }: Store, log: Log): Promise<void> {
  for (const { event, reference, attempts } of await clicks.list({ state: 'waiting', limit: 10_000 })) {
    const hash = event !== null && { event_hash: shortHash(event) }
    log({ level: 'error', code: 'report_lost', reference, attempts, ...hash })
  }
}

export function openOutbox(
  upstream: Upstream,
  { meter, outbox: createReplacement, firstAttemptMs }: BffDependencies,
  { store, log, clock, inFlight }: { store: Store; log: Log; clock: Clock; inFlight: number },
): Outbox {
  const deliver: Deliver = (event, deadline) => upstream.report(event, deadline)
  const outbox =
    createReplacement?.(deliver, log) ??
    storedOutbox({
      clicks: store.clicks,
      deliver,
      log,
      clock,
      onResult: (result) => meter?.click(result),
      concurrency: inFlight,
      firstAttemptMs,
    })
  if (meter !== undefined) meterOutbox(outbox, meter, clock)
  return outbox
}

function meterOutbox(outbox: Outbox, meter: Meter, clock: Clock): void {
  let reading: Promise<Depth> | undefined
  // The gauges are read together, so one query of the storage serves all four.
  const depth = () => {
    reading ??= outbox.depth().finally(() => {
      reading = undefined
    })
    return reading
  }
  meter.gauge('outbox_waiting', async () => (await depth()).waiting)
  meter.gauge('outbox_failed', async () => (await depth()).failed)
  meter.gauge('outbox_unknown', async () => (await depth()).unknown)
  meter.gauge('outbox_oldest_seconds', async () => {
    const { oldestAt } = await depth()
    return oldestAt === undefined ? 0 : Math.max(0, (clock.now() - oldestAt) / 1000)
  })
}
