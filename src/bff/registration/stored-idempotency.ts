/** Lets each filled form reach the service at most once, across processes and restarts. What is kept is sealed. */
import type { SealedBox } from '../crypto/provider.ts'
import type { Log } from '../observability/log.ts'
import type { Beginning, FormStore } from '../store/store.ts'
import { errorCode } from '../upstream/transport.ts'
import { withinTime } from '../within-time.ts'
import { type Denied, type FilledForm, type Idempotency, keepFor, memoryIdempotency } from './idempotency.ts'
import { mayHaveBeenSent, type Outcome, readKeptOutcome, receiptWord, statusOf, writeKeptOutcome } from './outcome.ts'

/** How long an attempt may take to settle, in milliseconds; it does after 15 s at the latest. Then it counts as lost. */
const lease = 40_000

/** How long a request waits for another process that has the same form in flight; the widget gives up after 20 s. */
const patience = 16_000

/** How long a voter waits for the store to free the key of a form that may be sent again. */
const writingTime = 1_000

/**
 * An {@link Idempotency} over a store. Before anything is sent, key and receipt of consent are written down; when that
 * fails, nothing is sent. Within this process a key is served from memory.
 *
 * @param box seals what is kept
 * @param wait resolves after some milliseconds
 */
export function storedIdempotency({
  forms,
  box,
  log,
  now = Date.now,
  wait = (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    }),
}: {
  forms: FormStore
  box: SealedBox
  log: Log
  now?: () => number
  wait?: (ms: number) => Promise<void>
}): Idempotency & Required<Pick<Idempotency, 'written'>> {
  // The store has them all: memory serves the repeats that come at once.
  const local = memoryIdempotency({ now, max: 2_000, maxSize: 2 * 2 ** 20, isKeptElsewhere: true })
  const writing = new Set<Promise<void>>()

  /** Begins in the store; waits while another process has the form in flight. */
  async function beginInStore(form: FilledForm): Promise<{ type: 'begun'; beginning: Beginning } | Denied> {
    const { key, fingerprint, receipt } = form
    const began = now()
    for (let pause = 100; ; pause = Math.min(1_000, pause * 1.5)) {
      const times = { now: now(), lease: now() + lease, until: now() + keepFor }
      const beginning = { key, fingerprint, owner: crypto.randomUUID(), ...times, receipt }
      let met: Awaited<ReturnType<FormStore['begin']>>
      try {
        met = await forms.begin(beginning)
      } catch (error) {
        log({ level: 'error', code: 'storage_unavailable', cause: errorCode(error), reference: receipt.reference })
        return { type: 'unavailable' }
      }
      switch (met.type) {
        case 'begun':
          return { type: 'begun', beginning }
        case 'settled':
          return await opened(form, met.fingerprint, met.outcome)
        case 'under_way':
          if (met.fingerprint !== fingerprint) return { type: 'reused' }
          if (now() - began >= patience) return { type: 'repeated', outcome: { type: 'forgotten' } }
          await wait(pause)
          break
        case 'lost':
          if (met.fingerprint !== fingerprint) return { type: 'reused' }
          return { type: 'repeated', outcome: { type: 'forgotten' } }
        default:
          return met satisfies never
      }
    }
  }

  async function opened({ key, fingerprint }: FilledForm, kept: string, sealed: string): Promise<Denied> {
    const text = await box.open(sealed, key)
    // Sealed with other keys than ours (SEAL_KEY has changed): neither outcome nor fingerprint can be read.
    if (text === undefined) return { type: 'repeated', outcome: { type: 'forgotten' } }
    return kept === fingerprint ? { type: 'repeated', outcome: readKeptOutcome(text) } : { type: 'reused' }
  }

  /** Writes an outcome down. When that fails the voter has it nevertheless, and this process has it in memory. */
  async function write({ key, owner, receipt }: Beginning, outcome: Outcome): Promise<void> {
    try {
      await forms.end({
        key,
        owner,
        outcome: mayHaveBeenSent(outcome) ? await box.close(writeKeptOutcome(outcome), key) : undefined,
        until: now() + keepFor,
        receipt: {
          id: receipt.id,
          outcome: receiptWord(outcome),
          status: statusOf(outcome) ?? null,
          at: now(),
        },
      })
    } catch (error) {
      log({ level: 'error', code: 'outcome_not_kept', cause: errorCode(error), reference: receipt.reference })
    }
  }

  return {
    async begin(form) {
      const attempt = await local.begin(form)
      if (attempt.type !== 'begun') return attempt
      const stored = await beginInStore(form)
      if (stored.type !== 'begun') {
        attempt.yieldTo(stored)
        return stored
      }
      let earlier: Promise<void> = Promise.resolve()
      return {
        type: 'begun',
        async settle(outcome) {
          // One after the other: a late answer replaces what was written before.
          const written = earlier.then(() => write(stored.beginning, outcome)).finally(() => writing.delete(written))
          earlier = written
          writing.add(written)
          // Key and receipt are in the store since before the sending; the outcome is written while the voter reads it. A
          // crash in between leaves a form that may have been sent, and it is not sent again.
          if (!mayHaveBeenSent(outcome)) await withinTime(written, writingTime)
          await attempt.settle(outcome)
        },
      }
    },
    async written() {
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}
