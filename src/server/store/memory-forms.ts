/** Filled forms in the memory of this process. */
import { LRUCache } from 'lru-cache'
import type { Ending, IdempotencyStore, KnownForm, NewReceipt } from './store.ts'

/** Takes the receipts of the forms. */
export interface ReceiptWriter {
  begin(receipt: NewReceipt): void
  end(ending: Ending['receipt']): void
}

interface Form {
  fingerprint: string
  owner: string
  lease: number
  until: number
  outcome?: string
}

/**
 * Creates an {@link IdempotencyStore} in memory. Beyond `max` forms the least recently used one is evicted; forms in flight
 * never are.
 *
 * @param maxSize maximum size of all outcomes together, in characters; of an evicted one only its key remains, as `lost`
 * @param receipts takes the receipts
 */
export function memoryForms({
  max = 10_000,
  maxSize = 16 * 2 ** 20,
  receipts,
}: {
  max?: number
  maxSize?: number
  receipts: ReceiptWriter
}): IdempotencyStore {
  const inFlight = new Map<string, Form>()
  const ended = new LRUCache<string, Form>({
    max,
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: Date,
    dispose: (_, key) => outcomes.delete(key),
  })
  /** The forms with an outcome, which takes the most memory: bounded separately, so that a long one evicts no keys. */
  const outcomes = new LRUCache<string, Form>({
    maxSize,
    sizeCalculation: ({ outcome }) => Math.min(outcome?.length ?? 1, maxSize),
    dispose: (form) => {
      delete form.outcome
    },
  })

  function look(key: string, time: number): KnownForm | undefined {
    const form = inFlight.get(key) ?? ended.get(key)
    outcomes.get(key)
    if (form === undefined || form.until <= time) return undefined
    const { fingerprint, lease, outcome, until } = form
    if (outcome !== undefined) return { type: 'settled', fingerprint, outcome, until }
    return lease > time ? { type: 'under_way', fingerprint, lease } : { type: 'lost', fingerprint, until }
  }

  return {
    async begin({ key, fingerprint, owner, lease, until, now: time, receipt }) {
      const known = look(key, time)
      if (known !== undefined) return known
      inFlight.set(key, { fingerprint, owner, lease, until })
      receipts.begin(receipt)
      return { type: 'begun' }
    },
    look: async (key, time) => look(key, time),
    async end({ key, owner, outcome, until, receipt }) {
      receipts.end(receipt)
      const form = inFlight.get(key) ?? ended.get(key)
      if (form?.owner !== owner) return
      inFlight.delete(key)
      ended.delete(key)
      if (outcome === undefined) return
      const kept = { ...form, lease: 0, outcome, until }
      ended.set(key, kept, { ttl: Math.max(1, until - receipt.at) })
      outcomes.set(key, kept)
    },
  }
}
