/** Idempotency: each filled form reaches the service at most once, by whichever process, and across restarts. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../contract/clock.ts'
import { getOutcome } from '../../contract/outcome-table.ts'
import { rememberedForMs } from '../../contract/page-interface.ts'
import type { KeepText } from '../consent/receipt.ts'
import type { ShownText } from '../consent/shown-text.ts'
import type { SealedBox } from '../crypto/provider.ts'
import type { Log } from '../observability/log.ts'
import { createStorageLogLine } from '../storage/sql.ts'
import type { Beginning, IdempotencyStore, NewReceipt } from '../store/store.ts'
import { errorCode } from '../upstream/transport.ts'
import { version, withTimeout } from '../utils.ts'
import { type Denied, mayHaveBeenSent, type Outcome, readOutcome, statusOf, writeOutcome } from './outcome.ts'

export interface FilledForm {
  key: string
  /** Hash of body, page, service and API key: within a process the same key with another fingerprint is `key_reused`. */
  fingerprint: string
  /** Hash of key, body and page, independent of service, API key and our own keys: it identifies the same form under another
   *  API key or address. Stored only in sealed data. */
  content: string
  receipt: NewReceipt
  text: ShownText
}

export type Attempt =
  /** Not sent yet: send it, then settle. A late response replaces the first outcome. `receipt` is the receipt's id. */
  { type: 'begun'; receipt: string; settle(outcome: Outcome): Promise<void> } | Denied

export type Idempotency = ReturnType<typeof createIdempotency>

export const keepFor = rememberedForMs

/** Lease of an attempt, in milliseconds: it settles after 15 s at the latest. After the lease it counts as lost. */
const lease = 40_000

/** How long a request waits for another process with the same form in flight, in ms; the widget gives up after 20 s. */
const patience = 16_000

/** How long a voter waits for the store to free the key of a form that may be sent again, in milliseconds. */
const writingTime = 1_000

interface IdempotencyDeps {
  forms: IdempotencyStore
  keepText: KeepText
  box: SealedBox
  log: Log
  clock: Clock
  wait?: (ms: number) => Promise<unknown>
}

/** An attempt of this process whose outcome the store does not have yet. */
interface Current {
  fingerprint: string
  ended: Promise<Denied>
  /** Once it has settled, if it may have been sent. */
  outcome?: Outcome | undefined
}

const forgotten: Denied = { type: 'repeated', outcome: { type: 'outcome_lost' } }

/** Before anything is sent, key, receipt of consent and the text that the receipt names are stored; if that fails, nothing is
 *  sent. The store is the memory: this process remembers only what is in flight, and an outcome that could not be written. */
export function createIdempotency(deps: IdempotencyDeps) {
  const { forms, box, clock } = deps
  const current = new Map<string, Current>()
  const writing = new Set<Promise<void>>()

  function forget(key: string, mine: Current): void {
    if (current.get(key) === mine) current.delete(key)
  }

  /** Returns the function that settles an attempt. @param end answers those who have joined it */
  function createSettle(form: FilledForm, beginning: Beginning, { mine, end }: Joined) {
    const { key } = form
    let earlier: Promise<void> = Promise.resolve()

    async function write(outcome: Outcome, earlierWrite: Promise<void>): Promise<void> {
      // Sequential: a late answer replaces what was written before.
      await earlierWrite
      const isWritten = await writeToStore({ form, beginning, outcome }, deps)
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
      const written = write(outcome, earlier).finally(() => writing.delete(written))
      earlier = written
      writing.add(written)
      // Key and receipt are stored before sending; the outcome is written while the voter reads it. A crash in between leaves
      // a form that may have been sent, and it is not sent again.
      if (!isSent) {
        await withTimeout(written, writingTime)
        forget(key, mine)
      }
      end(repeated)
    }
  }

  async function look(key: string): Promise<Outcome | undefined> {
    const outcome = current.get(key)?.outcome
    if (outcome !== undefined) return outcome
    const known = await forms.look(key, clock.now())
    const text = known?.type === 'settled' ? box.open(known.outcome, key) : undefined
    return text === undefined ? undefined : readOutcome(text).outcome
  }

  async function begin(form: FilledForm): Promise<Attempt> {
    const { key, fingerprint } = form
    const other = current.get(key)
    if (other !== undefined) return other.fingerprint === fingerprint ? other.ended : { type: 'key_reused' }
    let end: Joined['end'] = ignore
    const ended = new Promise<Denied>((resolve) => {
      end = resolve
    })
    const mine: Current = { fingerprint, ended }
    current.set(key, mine)
    let stored: Awaited<ReturnType<typeof beginInStore>> = forgotten
    try {
      stored = await beginInStore(form, deps)
    } finally {
      if (stored.type !== 'begun') {
        forget(key, mine)
        end(stored)
      }
    }
    if (stored.type !== 'begun') return stored
    return { type: 'begun', receipt: form.receipt.id, settle: createSettle(form, stored.beginning, { mine, end }) }
  }

  return {
    begin,
    look,
    isKnown: async (key: string) => current.has(key) || (await forms.look(key, clock.now())) !== undefined,
    async written() {
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}

const ignore = () => undefined

interface Joined {
  mine: Current
  end: (denied: Denied) => void
}

/** Starts the attempt in the store; waits while another process has the form in flight. */
async function beginInStore(
  form: FilledForm,
  { forms, keepText, box, log, clock, wait = sleep }: IdempotencyDeps,
): Promise<{ type: 'begun'; beginning: Beginning } | Denied> {
  const { key, fingerprint, receipt } = form
  const began = clock.now()
  for (let pause = 100; ; pause = Math.min(1_000, pause * 1.5)) {
    const times = { now: clock.now(), lease: clock.now() + lease, until: clock.now() + keepFor }
    const beginning = { key, fingerprint, owner: crypto.randomUUID(), ...times, receipt }
    let stored: Awaited<ReturnType<IdempotencyStore['begin']>>
    try {
      await keepText(form.text)
      stored = await forms.begin(beginning)
    } catch (error) {
      log({ ...createStorageLogLine(errorCode(error)), reference: receipt.reference })
      return { type: 'unavailable' }
    }
    if (stored.type === 'begun') return { type: 'begun', beginning }
    if (stored.type === 'settled') return openStored(form, stored, box)
    // Another fingerprint may be that of the same form under another API key: only its outcome tells.
    if (stored.type === 'lost' || clock.now() - began >= patience) return forgotten
    await wait(pause)
  }
}

function openStored(form: FilledForm, stored: { fingerprint: string; outcome: string }, box: SealedBox): Denied {
  const text = box.open(stored.outcome, form.key)
  // Sealed with other keys than ours (ENCRYPTION_KEY has changed): neither outcome nor fingerprint can be read.
  if (text === undefined) return forgotten
  const { outcome, form: storedForm } = readOutcome(text)
  const isSame = stored.fingerprint === form.fingerprint || storedForm?.content === form.content
  if (isSame) return { type: 'repeated', outcome }
  // Only this release surely serializes a body alike: from another it may be the same form, and "not sent" be wrong.
  return storedForm?.release === version ? { type: 'key_reused' } : forgotten
}

/** Stores an outcome, and returns whether it is stored. If not, the voter has it nevertheless, and this process remembers it. */
async function writeToStore(
  { form, beginning, outcome }: { form: FilledForm; beginning: Beginning; outcome: Outcome },
  { forms, box, log, clock }: IdempotencyDeps,
): Promise<boolean> {
  const { key, owner, receipt } = beginning
  try {
    const text = writeOutcome(outcome, { content: form.content, release: version })
    await forms.end({
      key,
      owner,
      outcome: mayHaveBeenSent(outcome) ? box.close(text, key) : undefined,
      until: clock.now() + keepFor,
      receipt: {
        id: receipt.id,
        outcome: getOutcome(outcome.type).receipt,
        status: statusOf(outcome) ?? null,
        at: clock.now(),
      },
    })
    return true
  } catch (error) {
    log({ level: 'error', code: 'outcome_not_stored', cause: errorCode(error), reference: receipt.reference })
    return false
  }
}
