/** Lets each filled form reach the service at most once, however often it is sent. */
import { LRUCache } from 'lru-cache'
import type { ValidationError } from '../../contract/registration.ts'
import type { NewReceipt } from '../store/store.ts'
import type { Verdict } from '../upstream/outcome.ts'

/** What a registration came to, as a page is told of it. */
export type Final =
  /** Holds links that open a voter's record: in memory only, and for a short time. `text` is the sealed answer as JSON,
   *  without its reference; the page gets it as it is. `since` is our clock, in milliseconds, when the answer came: to count
   *  down what expires. */
  | { type: 'answered'; text: string; since: number }
  | { type: 'refused'; errors: ValidationError }
  | { type: 'verdict'; verdict: Verdict }

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
  | { type: 'sent'; final: Final }
  /** Another request with this key and body is under way, or was: this is what came of it. */
  | { type: 'repeated'; final: Final }
  /** The key belongs to another body or another page. */
  | { type: 'reused' }
  /** What must be written down before could not be: nothing was sent. */
  | { type: 'unavailable' }

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
  return final.type === 'answered' || (final.type === 'verdict' && final.verdict.outcome === 'may_have_been_sent')
}

/** What is said of a form that was sent, when nobody remembers what came of it. */
export const nobodyKnows: Final = {
  type: 'verdict',
  verdict: {
    status: 504,
    code: 'upstream_unknown',
    outcome: 'may_have_been_sent',
    detail:
      'This form was sent before, and its outcome is not known here. Do not send it again without asking the voter.',
  },
}

/**
 * The memory of this process: single flight while a request is under way, and the same outcome for a repeat within 15
 * minutes. Of more than `most` outcomes the one used least recently is forgotten; requests under way never are.
 *
 * @param bytes characters of the answers among the outcomes; of an answer that had to make room it is known only that there was one
 * @param isKeptElsewhere whether whoever sends knows it too: such an answer is then asked for there
 */
export function memoryIdempotency({
  now = Date.now,
  most = 10_000,
  bytes = 12 * 2 ** 20,
  isKeptElsewhere = false,
}: {
  now?: () => number
  most?: number
  bytes?: number
  isKeptElsewhere?: boolean
} = {}): Idempotency {
  const underWay = new Map<string, { fingerprint: string; final: Promise<Final> }>()
  const settled = new LRUCache<string, Settled>({
    max: most,
    ttl: keepFor - 1,
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: { now },
    dispose: (_, key) => answers.delete(key),
  })
  /** The texts of answers, which are the most of it: counted apart, so that a long one costs other texts and no keys. */
  const answers = new LRUCache<string, string>({ maxSize: bytes, sizeCalculation: ({ length }) => length })

  function settle(key: string, fingerprint: string, final: Final): void {
    settled.delete(key)
    if (!mayBeThere(final)) return
    if (final.type !== 'answered') {
      settled.set(key, { fingerprint, final })
      return
    }
    settled.set(key, { fingerprint, since: final.since })
    answers.set(key, final.text)
  }

  function finalOf(key: string, known: Settled): Final | undefined {
    if ('final' in known) return known.final
    const text = answers.get(key)
    if (text !== undefined) return { type: 'answered', text, since: known.since }
    return isKeptElsewhere ? undefined : nobodyKnows
  }

  async function run(key: string, fingerprint: string, send: () => Promise<Sent>): Promise<Final> {
    const { final, late } = await send()
    settle(key, fingerprint, final)
    late?.then((later) => settle(key, fingerprint, later.final)).catch(() => undefined)
    return final
  }

  return {
    async once(key, fingerprint, send) {
      const known = settled.get(key)
      const final = known && finalOf(key, known)
      if (known !== undefined && final !== undefined) {
        return known.fingerprint === fingerprint ? { type: 'repeated', final } : { type: 'reused' }
      }
      const other = underWay.get(key)
      if (other !== undefined) {
        return other.fingerprint === fingerprint ? { type: 'repeated', final: await other.final } : { type: 'reused' }
      }
      const flight = { fingerprint, final: run(key, fingerprint, send) }
      underWay.set(key, flight)
      try {
        return { type: 'sent', final: await flight.final }
      } finally {
        underWay.delete(key)
      }
    },
  }
}

/** An outcome as it is kept: of an answer all but its text. */
type Settled = { fingerprint: string } & ({ final: Final } | { since: number })
