/** Idempotency: each filled form reaches the service at most once, however often it is sent, by whichever process that shares
 *  the store, and across restarts. */
import { getOutcome } from '../../contract/outcome-table.ts'
import type { KeepText } from '../consent/receipt.ts'
import type { ShownText } from '../consent/shown-text.ts'
import { digest, type SealedBox } from '../crypto/provider.ts'
import type { Log } from '../observability/log.ts'
import { storageFailure } from '../storage/sql.ts'
import type { Beginning, IdempotencyStore, NewReceipt } from '../store/store.ts'
import { errorCode } from '../upstream/transport.ts'
import { version } from '../version.ts'
import { withTimeout } from '../with-timeout.ts'
import { mayHaveBeenSent, type Outcome, readKeptForm, readKeptOutcome, statusOf, writeKeptOutcome } from './outcome.ts'

/** A filled form that is about to be sent. */
export interface FilledForm {
  /** The form's idempotency key. */
  key: string
  /** Hash of body, page, service and API key: within a process the same key with another fingerprint is `reused`. */
  fingerprint: string
  /** Body and page in clear text, never stored: its hash identifies the same form under another API key or address. */
  content: string
  /** The receipt stored with it. */
  receipt: NewReceipt
  /** The text that the receipt's `wording` names. */
  text: ShownText
}

/** The result of beginning an attempt to send a form. */
export type Attempt =
  /** Not sent yet: send it, then settle. A second outcome replaces the first, for a late response. `receipt` is the id of its
   *  receipt. */
  { type: 'begun'; receipt: string; settle(outcome: Outcome): Promise<void> } | Denied

/** A form that must not be sent. */
export type Denied =
  /** Another request with this key and body is in flight, or was: this is its outcome. */
  | { type: 'repeated'; outcome: Outcome }
  /** The key belongs to another body or another page. */
  | { type: 'reused' }
  /** The records required before sending could not be stored. */
  | { type: 'unavailable' }

/** Sends each form at most once; see {@link createIdempotency}. */
export interface Idempotency {
  /** Starts an attempt; waits while another request has the same form in flight. */
  begin(form: FilledForm): Promise<Attempt>
  /** Returns the stored outcome of a key; `undefined` when there is none, or not yet. Starts nothing. */
  look(key: string): Promise<Outcome | undefined>
  /** Whether a form with this key is in flight, or was sent or may have been. */
  isKnown(key: string): Promise<boolean>
  /** Resolves when every outcome is written. */
  written(): Promise<void>
}

/** TTL of an outcome, in milliseconds. */
export const keepFor = 15 * 60 * 1000

/** Lease of an attempt, in milliseconds: it settles after 15 s at the latest. After the lease it counts as lost. */
const lease = 40_000

/** How long a request waits for another process with the same form in flight, in ms; the widget gives up after 20 s. */
const patience = 16_000

/** How long a voter waits for the store to free the key of a form that may be sent again, in milliseconds. */
const writingTime = 1_000

/** Dependencies of {@link createIdempotency}. */
interface IdempotencyDeps {
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

/** An attempt of this process whose outcome the store does not have yet. */
interface Current {
  fingerprint: string
  /** Requests with the same form join it. */
  ended: Promise<Denied>
  /** Once it has settled, if it may have been sent. */
  outcome?: Outcome | undefined
}

/**
 * Creates the {@link Idempotency} over a store. Before anything is sent, it stores the key, the receipt of consent and the text
 * that the receipt names; if that fails, nothing is sent. The store is the memory: this process remembers only what is in
 * flight, and an outcome that could not be written.
 */
export function createIdempotency({
  now = Date.now,
  wait = (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms)
    }),
  ...needed
}: Omit<IdempotencyDeps, 'now' | 'wait'> & Partial<IdempotencyDeps>): Idempotency {
  const deps = { ...needed, now, wait }
  const { forms, box } = deps
  const current = new Map<string, Current>()
  const writing = new Set<Promise<void>>()

  function forget(key: string, mine: Current): void {
    if (current.get(key) === mine) current.delete(key)
  }

  /** Returns the function that settles an attempt. @param end answers those who have joined it */
  function settling(form: FilledForm, beginning: Beginning, mine: Current, end: (denied: Denied) => void) {
    const { key } = form
    let earlier: Promise<void> = Promise.resolve()

    async function keep(outcome: Outcome): Promise<void> {
      const isWritten = await write(beginning, form, outcome, deps)
      // A later outcome stays until it is written.
      if (mine.outcome !== outcome) return
      if (isWritten) forget(key, mine)
      else setTimeout(forget, keepFor, key, mine).unref?.()
    }

    return async (outcome: Outcome): Promise<void> => {
      const repeated: Denied = { type: 'repeated', outcome }
      const isSent = mayHaveBeenSent(outcome)
      mine.outcome = isSent ? outcome : undefined
      if (isSent) {
        mine.ended = Promise.resolve(repeated)
        current.set(key, mine)
      }
      // Sequential: a late answer replaces what was written before.
      const written = earlier.then(() => keep(outcome)).finally(() => writing.delete(written))
      earlier = written
      writing.add(written)
      // Key and receipt are stored before sending; the outcome is written while the voter reads it. A crash in between leaves
      // a form that may have been sent, and it is not sent again.
      if (!isSent) await withTimeout(written, writingTime)
      if (!isSent) forget(key, mine)
      end(repeated)
    }
  }

  return {
    isKnown: async (key) => current.has(key) || (await forms.look(key, now())) !== undefined,
    async look(key) {
      const outcome = current.get(key)?.outcome
      if (outcome !== undefined) return outcome
      const known = await forms.look(key, now())
      if (known?.type !== 'settled') return undefined
      const text = box.open(known.outcome, key)
      return text === undefined ? undefined : readKeptOutcome(text)
    },
    async begin(form) {
      const { key, fingerprint } = form
      const other = current.get(key)
      if (other !== undefined) return other.fingerprint === fingerprint ? other.ended : { type: 'reused' }
      const { mine, end } = newAttempt(fingerprint)
      current.set(key, mine)
      let stored: Awaited<ReturnType<typeof beginInStore>> = { type: 'repeated', outcome: { type: 'forgotten' } }
      try {
        stored = await beginInStore(form, deps)
      } finally {
        if (stored.type !== 'begun') {
          forget(key, mine)
          end(stored)
        }
      }
      if (stored.type !== 'begun') return stored
      return { type: 'begun', receipt: form.receipt.id, settle: settling(form, stored.beginning, mine, end) }
    },
    async written() {
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}

/** Returns an attempt with the function that ends it for those who have joined it. */
function newAttempt(fingerprint: string): { mine: Current; end: (denied: Denied) => void } {
  let resolved: ((denied: Denied) => void) | undefined
  const ended = new Promise<Denied>((resolve) => {
    resolved = resolve
  })
  return { mine: { fingerprint, ended }, end: (denied) => resolved?.(denied) }
}

/** Starts the attempt in the store; waits while another process has the form in flight. */
async function beginInStore(
  form: FilledForm,
  { forms, keepText, box, log, now, wait }: IdempotencyDeps,
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
        return opened(form, stored.fingerprint, stored.outcome, box)
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

function opened(form: FilledForm, fingerprint: string, sealed: string, box: SealedBox): Denied {
  const text = box.open(sealed, form.key)
  // Sealed with other keys than ours (SEAL_KEY has changed): neither outcome nor fingerprint can be read.
  if (text === undefined) return { type: 'repeated', outcome: { type: 'forgotten' } }
  const same: Denied = { type: 'repeated', outcome: readKeptOutcome(text) }
  if (fingerprint === form.fingerprint) return same
  const of = readKeptForm(text)
  if (of?.content === contentOf(form)) return same
  // Only this release is known to serialize a body as this release does. With any other it may be the same form, and "not
  // sent" would be wrong.
  return of?.release === version ? { type: 'reused' } : { type: 'repeated', outcome: { type: 'forgotten' } }
}

/** Stores an outcome, and returns whether it is stored. If not, the voter has it nevertheless, and this process remembers it. */
async function write(
  { key, owner, receipt }: Beginning,
  form: FilledForm,
  outcome: Outcome,
  { forms, box, log, now }: IdempotencyDeps,
): Promise<boolean> {
  try {
    const of = { content: contentOf(form), release: version }
    await forms.end({
      key,
      owner,
      outcome: mayHaveBeenSent(outcome) ? box.close(writeKeptOutcome(outcome, of), key) : undefined,
      until: now() + keepFor,
      receipt: {
        id: receipt.id,
        outcome: getOutcome(outcome.type).receipt,
        status: statusOf(outcome) ?? null,
        at: now(),
      },
    })
    return true
  } catch (error) {
    log({ level: 'error', code: 'outcome_not_kept', cause: errorCode(error), reference: receipt.reference })
    return false
  }
}

/** Hashes a form independent of service, API key and our own keys; stored only in sealed data. */
const contentOf = ({ key, content }: FilledForm): string => digest(`${key} ${content}`)
