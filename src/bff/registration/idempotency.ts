/** Lets each filled form reach the service at most once, however often it is sent. */
import { LRUCache } from 'lru-cache'
import type { ShownText } from '../consent/shown-text.ts'
import type { NewReceipt } from '../store/store.ts'
import { mayHaveBeenSent, type Outcome } from './outcome.ts'

/** A filled form that is about to be sent. */
export interface FilledForm {
  /** The form's idempotency key. */
  key: string
  /** Names body, page, service and API key: within a process the same key with another one is `reused`. */
  fingerprint: string
  /** Body and page as they are. Never kept: a hash of it tells the same form under another API key or address. */
  content: string
  /** What is kept with it, where something is kept. */
  receipt: NewReceipt
  /** What the receipt's `wording` names. */
  text: ShownText
}

/** What a form meets that wants to be sent. */
export type Attempt =
  /** Nobody has sent it: send it, then settle. A second outcome replaces the first, for an answer that comes late. */
  { type: 'begun'; settle(outcome: Outcome): Promise<void> } | Denied

/** A form that must not be sent. */
export type Denied =
  /** Another request with this key and body is in flight, or was: this is its outcome. */
  | { type: 'repeated'; outcome: Outcome }
  /** The key belongs to another body or another page. */
  | { type: 'reused' }
  /** What must be written down before could not be. */
  | { type: 'unavailable' }

/** A memory of keys: of this process, or one that several processes share. */
export interface Idempotency {
  /** Begins an attempt; waits while another request has the same form in flight. */
  begin(form: FilledForm): Promise<Attempt>
  /** The outcome that is kept of a key; `undefined` where there is none, or not yet. Begins nothing. */
  look(key: string): Promise<Outcome | undefined>
  /** Resolves when every outcome is written, where outcomes are. */
  written?(): Promise<void>
}

/** An attempt in the memory of this process, which can also be given up to what a store knows better. */
export type LocalAttempt =
  | { type: 'begun'; settle(outcome: Outcome): Promise<void>; yieldTo(denied: Denied): void }
  | Denied

/** How long an outcome is kept, in milliseconds. */
export const keepFor = 15 * 60 * 1000

/**
 * The memory of this process: single flight, and the same outcome for a repeat within 15 minutes. Of more than `max`
 * outcomes the one used least recently is forgotten; forms in flight never are.
 *
 * @param maxSize characters of all answers together; of an answer that had to make room only its key is known
 * @param isKeptElsewhere whether a store knows it too: such an answer is then asked for there
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
  /** The answers, which are the most of it: bounded apart, so that a long one costs other answers and no keys. */
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
        yieldTo: finish,
      }
    },
  }
}

interface Settled {
  fingerprint: string
  outcome: Outcome
}
