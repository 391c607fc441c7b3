/** Idempotency: each filled form reaches the service at most once, however often it is sent. */
import { LRUCache } from 'lru-cache'
import type { ShownText } from '../consent/shown-text.ts'
import type { NewReceipt } from '../store/store.ts'
import { mayHaveBeenSent, type Outcome } from './outcome.ts'

/** A filled form that is about to be sent. */
export interface FilledForm {
  /** The form's idempotency key. */
  key: string
  /** Hash of body, page, service and API key: within a process the same key with another fingerprint is `reused`. */
  fingerprint: string
  /** Body and page in clear text, never stored: its hash identifies the same form under another API key or address. */
  content: string
  /** The receipt stored with it, if there is a store. */
  receipt: NewReceipt
  /** The text that the receipt's `wording` names. */
  text: ShownText
}

/** The result of beginning an attempt to send a form. */
export type Attempt =
  /** Not sent yet: send it, then settle. A second outcome replaces the first, for a late response. */
  { type: 'begun'; settle(outcome: Outcome): Promise<void> } | Denied

/** A form that must not be sent. */
export type Denied =
  /** Another request with this key and body is in flight, or was: this is its outcome. */
  | { type: 'repeated'; outcome: Outcome }
  /** The key belongs to another body or another page. */
  | { type: 'reused' }
  /** The records required before sending could not be stored. */
  | { type: 'unavailable' }

/** Store of idempotency keys: of this process, or shared by several processes. */
export interface Idempotency {
  /** Starts an attempt; waits while another request has the same form in flight. */
  begin(form: FilledForm): Promise<Attempt>
  /** Returns the stored outcome of a key; `undefined` when there is none, or not yet. Starts nothing. */
  look(key: string): Promise<Outcome | undefined>
  /** Resolves when every outcome is written, if outcomes are stored. */
  written?(): Promise<void>
}

/** An attempt in the memory of this process, which can also yield to the result of a store. */
export type LocalAttempt =
  | { type: 'begun'; settle(outcome: Outcome): Promise<void>; replaceBy(denied: Denied): void }
  | Denied

/** TTL of an outcome, in milliseconds. */
export const keepFor = 15 * 60 * 1000

/**
 * Idempotency in the memory of this process: single-flight, and the same outcome for a repeat within 15 minutes. Beyond `max`
 * outcomes the least recently used one is evicted; forms in flight never are.
 *
 * @param maxSize maximum size of all answers together, in characters; of an evicted answer only the key remains
 * @param isKeptElsewhere whether a store has them, too: an evicted answer is then read from there
 */
export function memoryIdempotency({
  now = Date.now,
  max = 10_000,
  maxSize = 12 * 2 ** 20,
  isKeptElsewhere = false,
}: {
  now?: () => number
  max?: number
  maxSize?: number
  isKeptElsewhere?: boolean
} = {}): Pick<Idempotency, 'look'> & { begin(form: FilledForm): Promise<LocalAttempt> } {
  const inFlight = new Map<string, { fingerprint: string; ended: Promise<Denied> }>()
  const settled = new LRUCache<string, Settled>({
    max,
    ttl: keepFor - 1,
    ttlAutopurge: true,
    ttlResolution: 0,
    perf: { now },
    dispose: (_, key) => answers.delete(key),
  })
  /** The answers, which take the most memory: bounded separately, so that a long one evicts other answers and no keys. */
  const answers = new LRUCache<string, Settled>({
    maxSize,
    sizeCalculation: ({ outcome }) => {
      if (outcome.type !== 'answered') return 1
      return Math.min(outcome.text.length + (outcome.sent?.request.length ?? 0), maxSize)
    },
    dispose: (entry) => {
      entry.outcome = { type: 'forgotten' }
    },
  })

  return {
    async look(key) {
      answers.get(key)
      return settled.get(key)?.outcome
    },
    async begin({ key, fingerprint }) {
      const before = settled.get(key)
      answers.get(key)
      if (before !== undefined && !(before.outcome.type === 'forgotten' && isKeptElsewhere)) {
        return before.fingerprint === fingerprint ? { type: 'repeated', outcome: before.outcome } : { type: 'reused' }
      }
      const other = inFlight.get(key)
      if (other !== undefined) return other.fingerprint === fingerprint ? other.ended : { type: 'reused' }

      let end: ((denied: Denied) => void) | undefined
      const ended = new Promise<Denied>((resolve) => {
        end = resolve
      })
      const mine = { fingerprint, ended }
      inFlight.set(key, mine)
      const finish = (denied: Denied) => {
        if (inFlight.get(key) === mine) inFlight.delete(key)
        end?.(denied)
      }
      return {
        type: 'begun',
        async settle(outcome) {
          settled.delete(key)
          if (mayHaveBeenSent(outcome)) {
            const entry = { fingerprint, outcome }
            settled.set(key, entry)
            if (outcome.type === 'answered') answers.set(key, entry)
          }
          finish({ type: 'repeated', outcome })
        },
        replaceBy: finish,
      }
    },
  }
}

interface Settled {
  fingerprint: string
  outcome: Outcome
}
