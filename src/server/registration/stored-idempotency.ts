/** Idempotency across processes and restarts: each filled form reaches the service at most once. Stored data is sealed. */

import type { KeepText } from '../consent/keep-text.ts'
import type { SealedBox } from '../crypto/provider.ts'
import { digest } from '../crypto/provider.ts'
import type { Log } from '../observability/log.ts'
import { storageFailure } from '../storage/storage-failure.ts'
import type { Beginning, IdempotencyStore } from '../store/store.ts'
import { errorCode } from '../upstream/transport.ts'
import { version } from '../version.ts'
import { withTimeout } from '../with-timeout.ts'
import { type Denied, type FilledForm, type Idempotency, keepFor, memoryIdempotency } from './idempotency.ts'
import {
  mayHaveBeenSent,
  type Outcome,
  readKeptForm,
  readKeptOutcome,
  receiptWord,
  statusOf,
  writeKeptOutcome,
} from './outcome.ts'

/** Lease of an attempt, in milliseconds: it settles after 15 s at the latest. After the lease it counts as lost. */
const lease = 40_000

/** How long a request waits for another process with the same form in flight, in ms; the widget gives up after 20 s. */
const patience = 16_000

/** How long a voter waits for the store to free the key of a form that may be sent again, in milliseconds. */
const writingTime = 1_000

/** Dependencies of {@link storedIdempotency}. */
interface StoredIdempotencyDeps {
  forms: IdempotencyStore
  /** Stores the consent text that was shown. */
  keepText: KeepText
  /** Seals what is stored. */
  box: SealedBox
  log: Log
  now: () => number
  /** Resolves after the given milliseconds. */
  wait: (ms: number) => Promise<void>
}

/**
 * An {@link Idempotency} over a store. Before anything is sent, it stores the key, the receipt of consent and the text that
 * the receipt names; if that fails, nothing is sent. Within this process a key is served from memory.
 */
export function storedIdempotency({
  now = Date.now,
  wait = (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    }),
  ...needed
}: Omit<StoredIdempotencyDeps, 'now' | 'wait'> & Partial<StoredIdempotencyDeps>): Idempotency &
  Required<Pick<Idempotency, 'written'>> {
  const deps = { ...needed, now, wait }
  const { forms, box } = deps
  // The store has all outcomes: memory serves immediate repeats.
  const local = memoryIdempotency({ now, max: 2_000, maxSize: 2 * 2 ** 20, isKeptElsewhere: true })
  const writing = new Set<Promise<void>>()

  return {
    async look(key) {
      const here = await local.look(key)
      if (here !== undefined && here.type !== 'forgotten') return here
      const known = await forms.look(key, now())
      if (known?.type !== 'settled') return undefined
      const text = await box.open(known.outcome, key)
      return text === undefined ? undefined : readKeptOutcome(text)
    },
    async begin(form) {
      const attempt = await local.begin(form)
      if (attempt.type !== 'begun') return attempt
      const stored = await beginInStore(form, deps)
      if (stored.type !== 'begun') {
        attempt.replaceBy(stored)
        return stored
      }
      let earlier: Promise<void> = Promise.resolve()
      return {
        type: 'begun',
        async settle(outcome) {
          // Sequential: a late answer replaces what was written before.
          const written = earlier
            .then(() => write(stored.beginning, form, outcome, deps))
            .finally(() => writing.delete(written))
          earlier = written
          writing.add(written)
          // Key and receipt are stored before sending; the outcome is written while the voter reads it. A crash in between
          // leaves a form that may have been sent, and it is not sent again.
          if (!mayHaveBeenSent(outcome)) await withTimeout(written, writingTime)
          await attempt.settle(outcome)
        },
      }
    },
    async written() {
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}

/** Starts the attempt in the store; waits while another process has the form in flight. */
async function beginInStore(
  form: FilledForm,
  { forms, keepText, box, log, now, wait }: StoredIdempotencyDeps,
): Promise<{ type: 'begun'; beginning: Beginning } | Denied> {
  const { key, fingerprint, receipt } = form
  const began = now()
  for (let pause = 100; ; pause = Math.min(1_000, pause * 1.5)) {
    const times = { now: now(), lease: now() + lease, until: now() + keepFor }
    const beginning = { key, fingerprint, owner: crypto.randomUUID(), ...times, receipt }
    let stored: Awaited<ReturnType<IdempotencyStore['begin']>>
    try {
      await keepText(form.text)
      stored = await forms.begin(beginning)
    } catch (error) {
      log({ ...storageFailure(errorCode(error)), reference: receipt.reference })
      return { type: 'unavailable' }
    }
    switch (stored.type) {
      case 'begun':
        return { type: 'begun', beginning }
      case 'settled':
        return await opened(form, stored.fingerprint, stored.outcome, box)
      // Another fingerprint may be that of the same form under another API key: only its outcome tells.
      case 'under_way':
        if (now() - began >= patience) return { type: 'repeated', outcome: { type: 'forgotten' } }
        await wait(pause)
        break
      case 'lost':
        return { type: 'repeated', outcome: { type: 'forgotten' } }
      default:
        return stored satisfies never
    }
  }
}

async function opened(form: FilledForm, fingerprint: string, sealed: string, box: SealedBox): Promise<Denied> {
  const text = await box.open(sealed, form.key)
  // Sealed with other keys than ours (SEAL_KEY has changed): neither outcome nor fingerprint can be read.
  if (text === undefined) return { type: 'repeated', outcome: { type: 'forgotten' } }
  const same: Denied = { type: 'repeated', outcome: readKeptOutcome(text) }
  if (fingerprint === form.fingerprint) return same
  const of = readKeptForm(text)
  if (of?.content === (await contentOf(form))) return same
  // Only this release is known to serialize a body as this release does. With any other it may be the same form, and "not
  // sent" would be wrong.
  return of?.release === version ? { type: 'reused' } : { type: 'repeated', outcome: { type: 'forgotten' } }
}

/** Stores an outcome. If that fails, the voter has it nevertheless, and this process has it in memory. */
async function write(
  { key, owner, receipt }: Beginning,
  form: FilledForm,
  outcome: Outcome,
  { forms, box, log, now }: StoredIdempotencyDeps,
): Promise<void> {
  try {
    const of = { content: await contentOf(form), release: version }
    await forms.end({
      key,
      owner,
      outcome: mayHaveBeenSent(outcome) ? await box.close(writeKeptOutcome(outcome, of), key) : undefined,
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

/** Hashes a form independent of service, API key and our own keys; stored only in sealed data. */
const contentOf = ({ key, content }: FilledForm): Promise<string> => digest(`${key} ${content}`)
