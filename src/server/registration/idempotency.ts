/** Idempotency: each filled form reaches the service at most once, by whichever process, and across restarts. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../contract/clock.ts'
import { getOutcome } from '../../contract/outcome-table.ts'
import { rememberedForMs } from '../../contract/page-interface.ts'
import type { StoreText } from '../consent/receipt.ts'
import type { ConsentSnapshot } from '../consent/shown-text.ts'
import type { Cipher } from '../crypto/provider.ts'
import type { Log } from '../observability/log.ts'
import { createStorageLogLine } from '../storage/sql.ts'
import type { AttemptStart, IdempotencyStore, NewReceipt } from '../store/store.ts'
import { errorCode } from '../upstream/transport.ts'
import { version, withTimeout } from '../utils.ts'
import {
  getUpstreamStatus,
  mayHaveBeenSent,
  type NotStarted,
  type Outcome,
  parseOutcome,
  serializeOutcome,
} from './outcome.ts'

export interface IdempotentForm {
  key: string
  /** Hash of body, page, service and API key: within a process the same key with another fingerprint is `key_reused`. */
  fingerprint: string
  /** Hash of key, body and page, independent of service, API key and our own keys: it identifies the same form under another
   *  API key or address. Stored only encrypted. */
  content: string
  receipt: NewReceipt
  text: ConsentSnapshot
}

export type SendAttempt =
  /** Not sent yet: send it, then settle. A late response replaces the first outcome. `receipt` is the receipt's id. */
  { type: 'begun'; receipt: string; finish(outcome: Outcome): Promise<void> } | NotStarted

export type Idempotency = ReturnType<typeof createIdempotency>

export const outcomeTtlMs = rememberedForMs

/** Lease of an attempt, in milliseconds: it settles after 15 s at the latest. After the lease it counts as lost. */
const leaseMs = 40_000

/** How long a request waits for another process with the same form in flight, in ms; the widget gives up after 20 s. */
const maxWaitMs = 16_000

/** How long a voter waits for the store to free the key of a form that may be sent again, in milliseconds. */
const maxWriteMs = 1_000

interface IdempotencyDeps {
  forms: IdempotencyStore
  keepText: StoreText
  cipher: Cipher
  log: Log
  clock: Clock
  wait?: (ms: number) => Promise<unknown>
}

/** An attempt of this process whose outcome the store does not have yet. */
interface PendingAttempt {
  fingerprint: string
  response: Promise<NotStarted>
  /** Once it has settled, if it may have been sent. */
  outcome?: Outcome | undefined
}

const outcomeLost: NotStarted = { type: 'repeated', outcome: { type: 'outcome_lost' } }

/** Before anything is sent, key, receipt of consent and the text that the receipt names are stored; if that fails, nothing is
 *  sent. The store is the memory: this process remembers only what is in flight, and an outcome that could not be written. */
export function createIdempotency(deps: IdempotencyDeps) {
  const { forms, cipher, clock } = deps
  const pendingAttempts = new Map<string, PendingAttempt>()
  const pendingWrites = new Set<Promise<void>>()

  function removePending(key: string, attempt: PendingAttempt): void {
    if (pendingAttempts.get(key) === attempt) pendingAttempts.delete(key)
  }

  /** Returns the function that finishes an attempt. `respond` answers the requests that have joined it. */
  function createFinish(form: IdempotentForm, start: AttemptStart, { attempt, respond }: AttemptHandle) {
    const { key } = form
    let earlier: Promise<void> = Promise.resolve()

    async function write(outcome: Outcome, earlierWrite: Promise<void>): Promise<void> {
      // Sequential: a late answer replaces what was written before.
      await earlierWrite
      const isWritten = await writeToStore({ form, start, outcome }, deps)
      // A later outcome stays until it is written.
      if (attempt.outcome !== outcome) return
      if (isWritten) removePending(key, attempt)
      else setTimeout(removePending, outcomeTtlMs, key, attempt).unref?.()
    }

    return async (outcome: Outcome): Promise<void> => {
      const repeatedOutcome: NotStarted = { type: 'repeated', outcome }
      const isSent = mayHaveBeenSent(outcome)
      attempt.outcome = isSent ? outcome : undefined
      if (isSent) {
        attempt.response = Promise.resolve(repeatedOutcome)
        pendingAttempts.set(key, attempt)
      }
      const pendingWrite = write(outcome, earlier).finally(() => pendingWrites.delete(pendingWrite))
      earlier = pendingWrite
      pendingWrites.add(pendingWrite)
      // Key and receipt are stored before sending; the outcome is written while the voter reads it. A crash in between leaves
      // a form that may have been sent, and it is not sent again.
      if (!isSent) {
        await withTimeout(pendingWrite, maxWriteMs)
        removePending(key, attempt)
      }
      respond(repeatedOutcome)
    }
  }

  async function findOutcome(key: string): Promise<Outcome | undefined> {
    const outcome = pendingAttempts.get(key)?.outcome
    if (outcome !== undefined) return outcome
    const form = await forms.find(key, clock.now())
    const text = form?.type === 'settled' ? cipher.decrypt(form.outcome, key) : undefined
    return text === undefined ? undefined : parseOutcome(text).outcome
  }

  async function startAttempt(form: IdempotentForm): Promise<SendAttempt> {
    const { key, fingerprint } = form
    const pending = pendingAttempts.get(key)
    if (pending !== undefined) return pending.fingerprint === fingerprint ? pending.response : { type: 'key_reused' }
    let respond: AttemptHandle['respond'] = ignore
    const response = new Promise<NotStarted>((resolve) => {
      respond = resolve
    })
    const attempt: PendingAttempt = { fingerprint, response }
    pendingAttempts.set(key, attempt)
    let result: Awaited<ReturnType<typeof startInStore>> = outcomeLost
    try {
      result = await startInStore(form, deps)
    } finally {
      if (result.type !== 'begun') {
        removePending(key, attempt)
        respond(result)
      }
    }
    if (result.type !== 'begun') return result
    return { type: 'begun', receipt: form.receipt.id, finish: createFinish(form, result.start, { attempt, respond }) }
  }

  return {
    startAttempt,
    findOutcome,
    isKnown: async (key: string) => pendingAttempts.has(key) || (await forms.find(key, clock.now())) !== undefined,
    async flush() {
      while (pendingWrites.size > 0) await Promise.all(pendingWrites)
    },
  }
}

const ignore = () => undefined

interface AttemptHandle {
  attempt: PendingAttempt
  respond: (denied: NotStarted) => void
}

/** Starts the attempt in the store; waits while another process has the form in flight. */
async function startInStore(
  form: IdempotentForm,
  { forms, keepText, cipher, log, clock, wait = sleep }: IdempotencyDeps,
): Promise<{ type: 'begun'; start: AttemptStart } | NotStarted> {
  const { key, fingerprint, receipt } = form
  const startedAt = clock.now()
  for (let pause = 100; ; pause = Math.min(1_000, pause * 1.5)) {
    const times = { startedAt: clock.now(), lease: clock.now() + leaseMs, expiresAt: clock.now() + outcomeTtlMs }
    const start = { key, fingerprint, owner: crypto.randomUUID(), ...times, receipt }
    let result: Awaited<ReturnType<IdempotencyStore['startAttempt']>>
    try {
      await keepText(form.text)
      result = await forms.startAttempt(start)
    } catch (error) {
      log({ ...createStorageLogLine(errorCode(error)), reference: receipt.reference })
      return { type: 'unavailable' }
    }
    if (result.type === 'begun') return { type: 'begun', start }
    if (result.type === 'settled') return openStored(form, result, cipher)
    // Another fingerprint may be that of the same form under another API key: only its outcome can show that.
    if (result.type === 'lost' || clock.now() - startedAt >= maxWaitMs) return outcomeLost
    await wait(pause)
  }
}

function openStored(form: IdempotentForm, saved: { fingerprint: string; outcome: string }, cipher: Cipher): NotStarted {
  const text = cipher.decrypt(saved.outcome, form.key)
  // Sealed with other keys than ours (ENCRYPTION_KEY has changed): neither outcome nor fingerprint can be read.
  if (text === undefined) return outcomeLost
  const { outcome, form: storedForm } = parseOutcome(text)
  const isSameForm = saved.fingerprint === form.fingerprint || storedForm?.content === form.content
  if (isSameForm) return { type: 'repeated', outcome }
  // Only this release surely serializes a body alike: from another it may be the same form, and "not sent" be wrong.
  return storedForm?.release === version ? { type: 'key_reused' } : outcomeLost
}

/** Stores an outcome, and returns whether it is stored. If not, the voter has it nevertheless, and this process remembers it. */
async function writeToStore(
  { form, start, outcome }: { form: IdempotentForm; start: AttemptStart; outcome: Outcome },
  { forms, cipher, log, clock }: IdempotencyDeps,
): Promise<boolean> {
  const { key, owner, receipt } = start
  try {
    const text = serializeOutcome(outcome, { content: form.content, release: version })
    await forms.finishAttempt({
      key,
      owner,
      outcome: mayHaveBeenSent(outcome) ? cipher.encrypt(text, key) : undefined,
      expiresAt: clock.now() + outcomeTtlMs,
      receipt: {
        id: receipt.id,
        outcome: getOutcome(outcome.type).receipt,
        status: getUpstreamStatus(outcome) ?? null,
        finishedAt: clock.now(),
      },
    })
    return true
  } catch (error) {
    log({ level: 'error', code: 'outcome_not_stored', cause: errorCode(error), reference: receipt.reference })
    return false
  }
}
