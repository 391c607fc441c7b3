/** Lets each filled form reach the service at most once, across processes and restarts. What is kept is sealed. */
import * as z from 'zod/mini'
import type { SealedBox } from '../crypto/aead.ts'
import type { Log } from '../observability/log.ts'
import type { Beginning, FormStore, Known, NewReceipt } from '../store/store.ts'
import { errorCode } from '../upstream/transport.ts'
import {
  type Final,
  type Idempotency,
  keepFor,
  mayBeThere,
  memoryIdempotency,
  nobodyKnows,
  type Once,
  type Sent,
} from './idempotency.ts'

/** How long an attempt may go without telling its outcome; it does after 15 s at the latest. Then it counts as lost. */
const lease = 40_000

/** How long a request waits for another process that is sending the same form; the widget gives up after 20 s. */
const patience = 16_000

/** How long a voter waits until a form that may be sent again is free for it. */
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
}): Idempotency {
  const local = memoryIdempotency({ now, isKeptElsewhere: true })
  const writing = new Set<Promise<void>>()

  async function sendOnce(key: string, fingerprint: string, send: () => Promise<Sent>, receipt: NewReceipt) {
    const began = now()
    for (let pause = 100; ; pause = Math.min(1_000, pause * 1.5)) {
      const owner = crypto.randomUUID()
      const beginning: Beginning = {
        key,
        fingerprint,
        owner,
        now: now(),
        lease: now() + lease,
        until: now() + keepFor,
        receipt,
      }
      const met = await forms.begin(beginning).catch((error: unknown) => {
        log({ level: 'error', code: 'storage_unavailable', cause: errorCode(error), reference: receipt.reference })
        throw new Unavailable()
      })
      if (met.type === 'begun') return sendAndKeep(beginning, send)
      if (met.type === 'under_way' && met.fingerprint === fingerprint && now() - began < patience) {
        await wait(pause)
        continue
      }
      throw new Elsewhere(await told(key, fingerprint, met))
    }
  }

  async function sendAndKeep(beginning: Beginning, send: () => Promise<Sent>): Promise<Sent> {
    const sent = await send()
    const late = sent.late?.then(async (later) => {
      await note(beginning, later)
      return later
    })
    const noted = note(beginning, sent)
    // Key and receipt were written down before the sending; what it came to follows while the voter has it already. A
    // crash in between leaves a form that may have been sent, and nobody sends it again.
    if (!mayBeThere(sent.final)) await Promise.race([noted, wait(writingTime)])
    return late === undefined ? sent : { ...sent, late }
  }

  function note(beginning: Beginning, sent: Omit<Sent, 'late'>): Promise<void> {
    const noted = keep(beginning, sent).finally(() => writing.delete(noted))
    writing.add(noted)
    return noted
  }

  /** Notes an outcome. When that fails the voter has it nevertheless, and this process has it in memory. */
  async function keep({ key, owner, receipt }: Beginning, { final, told: said }: Omit<Sent, 'late'>): Promise<void> {
    try {
      await forms.end({
        key,
        owner,
        outcome: mayBeThere(final) ? await box.close(keptText(final), key) : undefined,
        until: now() + keepFor,
        receipt: { id: receipt.id, outcome: said?.outcome, status: said?.status ?? null, at: now() },
      })
    } catch (error) {
      log({ level: 'error', code: 'outcome_not_kept', cause: errorCode(error), reference: receipt.reference })
    }
  }

  /** What a request is told whose form somebody else has sent, or may have. */
  async function told(key: string, fingerprint: string, met: Known): Promise<Once> {
    const text = met.type === 'settled' ? await box.open(met.outcome, key) : undefined
    // With other keys than ours (SEAL_KEY has changed) neither outcome nor fingerprint says anything to us.
    const keysChanged = met.type === 'settled' && text === undefined
    if (met.fingerprint !== fingerprint && !keysChanged) return { type: 'reused' }
    return { type: 'repeated', final: (text === undefined ? undefined : readKept(text)) ?? nobodyKnows }
  }

  return {
    async once(key, fingerprint, send, receipt) {
      try {
        return await local.once(key, fingerprint, () => sendOnce(key, fingerprint, send, receipt), receipt)
      } catch (error) {
        if (error instanceof Unavailable) return { type: 'unavailable' }
        if (error instanceof Elsewhere) return error.once
        throw error
      }
    },
    async written() {
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}

/** The outcome as it is kept. `at` is what releases up to 0.1 call the discriminant: they share the database while a fleet
 *  is updated, so both are written and either is read. */
const keptText = (final: Final) => JSON.stringify({ ...final, at: final.type })

/** An outcome as it is kept. Another release may have kept something else: then nothing is known. */
const Kept = z.union([
  z.object({ type: z.literal('answered'), text: z.string(), since: z.number() }),
  z.object({
    type: z.literal('verdict'),
    verdict: z.object({
      status: z.union([z.literal(502), z.literal(504)]),
      code: z.literal('upstream_unknown'),
      outcome: z.literal('may_have_been_sent'),
      retryAfter: z.exactOptional(z.number()),
      detail: z.string(),
    }),
  }),
])

/** Release 0.1.0 called the discriminant `at`. */
const OldKept = z.looseObject({ at: z.string() })

/** Reads an outcome that this release or 0.1.0 has kept; `undefined` for anything else. */
function readKept(text: string): Final | undefined {
  const value: unknown = JSON.parse(text)
  const old = OldKept.safeParse(value)
  const kept = Kept.safeParse(old.success ? { ...old.data, type: old.data.at } : value)
  return kept.success ? kept.data : undefined
}

/** The store could not be written to: nothing was sent. */
class Unavailable extends Error {
  override name = 'Unavailable'
}

/** Somebody else has the form. Thrown through the memory of this process, which must not keep what others know better. */
class Elsewhere extends Error {
  override name = 'Elsewhere'
  readonly once: Once

  constructor(once: Once) {
    super('Somebody else has sent this form.')
    this.once = once
  }
}
