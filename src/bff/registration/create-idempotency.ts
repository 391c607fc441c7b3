/** The memory of idempotency keys that the host has room for. */
import { loggedReceipts } from '../consent/logged-receipts.ts'
import type { SealedBox } from '../crypto/provider.ts'
import type { Log } from '../observability/log.ts'
import type { Store } from '../store/store.ts'
import { type Idempotency, memoryIdempotency } from './idempotency.ts'
import { storedIdempotency } from './stored-idempotency.ts'

/** What it needs. */
interface CreateIdempotencyDeps {
  store: Store | undefined
  /** Seals what is kept. */
  box: SealedBox
  log: Log
  now: () => number
}

/** An {@link Idempotency} over the store; without one, over this process alone, with receipts in the log. */
export function createIdempotency({ store, box, log, now }: CreateIdempotencyDeps): Idempotency {
  if (store === undefined) return loggedReceipts(memoryIdempotency({ now }), log)
  return storedIdempotency({ forms: store.forms, box, log, now })
}
