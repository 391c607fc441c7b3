/** Creates the outbox that fits the host's storage. */
import type { Log } from '../observability/log.ts'
import type { Meter } from '../observability/meter.ts'
import type { Depth, Store } from '../store/store.ts'
import type { Deliver, Outbox, PressResult } from './outbox.ts'
import { storedOutbox } from './stored-outbox.ts'
import { type RunBy, synchronousOutbox } from './synchronous-outbox.ts'

/** Dependencies of the outbox. */
interface CreateOutboxDeps {
  store: Store | undefined
  deliver: Deliver
  log: Log
  now: () => number
  meter: Meter | undefined
  runBy: RunBy
  /** Maximum number of concurrent deliveries: as many as registrations. */
  inFlight: number
}

/** Creates an {@link Outbox} over the store; without a store, one that delivers while the page waits. */
export function createOutbox({ store, deliver, log, now, meter, runBy, inFlight }: CreateOutboxDeps): Outbox {
  const onResult = (result: PressResult) => meter?.press(result)
  return store === undefined
    ? synchronousOutbox({ deliver, log, now, onResult, runBy })
    : storedOutbox({ presses: store.presses, deliver, log, now, onResult, concurrency: inFlight })
}

/** Exposes the depth of an outbox as gauges. */
export function meterOutbox(outbox: Outbox, meter: Meter, now: () => number): void {
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
  meter.gauge('outbox_undecided', async () => (await depth()).undecided)
  meter.gauge('outbox_oldest_seconds', async () => {
    const { oldest } = await depth()
    return oldest === undefined ? 0 : Math.max(0, (now() - oldest) / 1000)
  })
}
