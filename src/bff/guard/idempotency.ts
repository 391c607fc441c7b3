/** Lets each filled form reach the service at most once, however often it is sent. */
import type { SealedAnswer } from '../../contract/between.ts'
import type { ValidationError } from '../../contract/registration.ts'
import type { NewReceipt } from '../store/store.ts'
import type { Verdict } from '../upstream/outcome.ts'
import { answerText } from './answer-text.ts'
import { EldestFirst } from './eldest-first.ts'

/** What a registration came to, as a page is told of it. */
export type Final =
  /** Holds links that open a voter's record: in memory only, and for a short time. `since` is our clock, in
   *  milliseconds, when the answer came: to count down what expires. */
  | { at: 'answered'; answer: Omit<SealedAnswer, 'reference'>; since: number }
  | { at: 'refused'; errors: ValidationError }
  | { at: 'verdict'; verdict: Verdict }

/** What one sending came to. */
export interface Sent {
  final: Final
  /** What the service said, in a word and its status; absent when it was not asked at all. */
  told?: { outcome: string; status?: number }
  /** There when it may still come to something else. */
  late?: Promise<Omit<Sent, 'late'>>
}

/** What a request with a key meets. */
export type Once =
  | { at: 'sent'; final: Final }
  /** Another request with this key and body is under way, or was: this is what came of it. */
  | { at: 'repeated'; final: Final }
  /** The key belongs to another body or another page. */
  | { at: 'reused' }
  /** What must be written down before could not be: nothing was sent. */
  | { at: 'unavailable' }

/** A memory of keys. One that several processes share can be put in its place. */
export interface Idempotency {
  /**
   * Runs `send` unless the key is known.
   *
   * @param key the form's key
   * @param fingerprint names body and page; the same key with another one is `reused`
   * @param receipt what is to be kept with it, where something is kept
   */
  once(key: string, fingerprint: string, send: () => Promise<Sent>, receipt: NewReceipt): Promise<Once>
  /** Resolves when what is known by now is written down, where it is. */
  written?(): Promise<void>
}

/** How long an outcome is kept, in milliseconds. */
export const keepFor = 15 * 60 * 1000

/** Whether the service has the registration, or may have it: only then is a repeat kept from it. What was refused or
 *  certainly not sent may be sent again under the same key. */
export function mayBeThere(final: Final): boolean {
  return final.at === 'answered' || (final.at === 'verdict' && final.verdict.outcome === 'may_have_been_sent')
}

/**
 * The memory of this process: single flight while a request is under way, and the same outcome for a repeat within 15
 * minutes. Of more than `most` outcomes the one used least recently is forgotten; requests under way never are.
 */
export function memoryIdempotency({
  now = Date.now,
  most = 10_000,
}: {
  now?: () => number
  most?: number
} = {}): Idempotency {
  const underWay = new Map<string, { fingerprint: string; final: Promise<Final> }>()
  const settled = new EldestFirst<{ fingerprint: string; until: number; final: Kept }>()
  let sweeping = false

  function settle(key: string, fingerprint: string, final: Final): void {
    settled.delete(key)
    if (!mayBeThere(final)) return
    settled.set(key, { fingerprint, until: now() + keepFor, final: asKept(final) })
    const eldest = settled.eldest()
    if (settled.size > most && eldest !== undefined) settled.delete(eldest.key)
    if (!sweeping) sweepLater()
  }

  function sweepLater(): void {
    sweeping = true
    const timer: unknown = setTimeout(
      () => {
        for (const [key, { until }] of settled) if (until <= now()) settled.delete(key)
        sweeping = false
        if (settled.size > 0) sweepLater()
      },
      Math.min(keepFor, 60_000),
    )
    // In Node a timer would keep the process alive.
    if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function') {
      timer.unref()
    }
  }

  async function run(key: string, fingerprint: string, send: () => Promise<Sent>): Promise<Final> {
    try {
      const { final, late } = await send()
      settle(key, fingerprint, final)
      late?.then((later) => settle(key, fingerprint, later.final)).catch(() => undefined)
      return final
    } finally {
      underWay.delete(key)
    }
  }

  return {
    async once(key, fingerprint, send) {
      const known = settled.get(key)
      if (known !== undefined && known.until > now()) {
        if (known.fingerprint !== fingerprint) return { at: 'reused' }
        settled.set(key, known)
        return { at: 'repeated', final: asFinal(known.final) }
      }
      const other = underWay.get(key)
      if (other !== undefined) {
        return other.fingerprint === fingerprint ? { at: 'repeated', final: await other.final } : { at: 'reused' }
      }
      const final = run(key, fingerprint, send)
      underWay.set(key, { fingerprint, final })
      return { at: 'sent', final: await final }
    },
  }
}

/** An answer as JSON: half the memory of the objects, and nothing for the garbage collector to walk through. */
type Kept = Exclude<Final, { at: 'answered' }> | { at: 'answered'; text: string; since: number }

function asKept(final: Final): Kept {
  return final.at === 'answered' ? { at: 'answered', text: answerText(final.answer), since: final.since } : final
}

function asFinal(kept: Kept): Final {
  return kept.at === 'answered' ? { at: 'answered', answer: JSON.parse(kept.text), since: kept.since } : kept
}
