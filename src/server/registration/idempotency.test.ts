/** One form is sent at most once: by one process, by two that share a database, and across a crash. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Clock } from '../../contract/clock.ts'
import { createTextStore } from '../consent/receipt.ts'
import { createCipher } from '../crypto/provider.ts'
import type { LogLine } from '../observability/log.ts'
import { openPostgres } from '../storage/postgres.ts'
import { memoryStore } from '../store/memory-store.ts'
import { bffSchema } from '../store/schema.ts'
import { createSqlStore } from '../store/sql-store.ts'
import type { Store } from '../store/store.ts'
import { aReceipt, aText } from '../testing/receipts.ts'
import { sharedPostgres } from '../testing/shared-postgres.ts'
import { createIdempotency, outcomeTtlMs } from './idempotency.ts'
import type { Outcome } from './outcome.ts'

const postgres = sharedPostgres()

const material = new TextEncoder().encode('material')
const answered: Outcome = { type: 'answered', text: '{"message_markdown":"VOTERCANARY","buttons":[]}', receivedAt: 0 }
const busy: Outcome = { type: 'busy', status: 429, retryAfter: 5 }
const unknown: Outcome = { type: 'unknown', status: 502, cause: 'status', retryAfter: 7 }
const forgotten: Outcome = { type: 'outcome_lost' }

/** Simulates a process: its own memory, and a store that it may share. */
function aProcess(store: Store, change: { key?: string; clock?: Clock } = {}) {
  const lines: LogLine[] = []
  const cipher = createCipher(change.key === undefined ? material : new TextEncoder().encode(change.key), 'outcome v1')
  const idempotency = createIdempotency({
    forms: store.forms,
    keepText: createTextStore(store.wordings, { list: () => [], onChange: () => undefined }, Date),
    cipher,
    log: (line) => lines.push(line),
    clock: change.clock ?? Date,
    wait: (ms) => new Promise((resolve) => void setTimeout(resolve, ms / 10)),
  })
  const begin = (key: string, fingerprint = 'print', content = fingerprint) =>
    idempotency.startAttempt({ key, fingerprint, content, receipt: receipt(), text: aText })
  return {
    lines,
    begin,
    written: () => idempotency.flush(),
    /** Sends a form as the route does; returns why it must not be sent, or the outcome. */
    send: async (key: string, send: () => Promise<Outcome>, fingerprint = 'print', content = fingerprint) => {
      const attempt = await begin(key, fingerprint, content)
      if (attempt.type !== 'begun') return attempt
      const outcome = await send()
      await attempt.finish(outcome)
      return { type: 'sent', outcome }
    },
  }
}

async function begun(process: ReturnType<typeof aProcess>, key: string) {
  const attempt = await process.begin(key)
  if (attempt.type !== 'begun') throw new Error(`The form met ${attempt.type}.`)
  return attempt
}

const receipt = () => aReceipt({ opt_ins: ['sms_opt_in'] })

/** Puts an outcome into a store as text, as an earlier process has left it. */
async function keepAs(store: Store, key: string, text: string): Promise<void> {
  const times = { startedAt: Date.now(), lease: Date.now() + 9_000, expiresAt: Date.now() + 900_000 }
  const about = receipt()
  await store.forms.startAttempt({ key, fingerprint: 'print', owner: 'before', ...times, receipt: about })
  const outcome = createCipher(material, 'outcome v1').encrypt(text, key)
  const ended = { id: about.id, outcome: 'answered', status: 200, finishedAt: Date.now() }
  await store.forms.finishAttempt({ key, owner: 'before', outcome, expiresAt: times.expiresAt, receipt: ended })
}

const counted = (outcome: Outcome = answered, slow?: Promise<unknown>) => {
  const story = { sent: 0 }
  const send = async (): Promise<Outcome> => {
    story.sent++
    await slow
    return outcome
  }
  return { story, send }
}

const kinds: [string, () => Promise<[Store, Store]>][] = [
  [
    'memory',
    async () => {
      const store = memoryStore()
      return [store, store]
    },
  ],
  [
    'PostgreSQL, two connections of two processes',
    async () => {
      const url = await postgres.newDatabase()
      return [
        createSqlStore(await openPostgres({ url, schema: bffSchema, queryTimeout: 60_000 }, 'owner')),
        createSqlStore(await openPostgres({ url, schema: bffSchema, queryTimeout: 60_000 }, 'owner')),
      ]
    },
  ],
]

describe.each(kinds)('idempotency over %s', (_name, open) => {
  let one: Store
  let two: Store
  beforeEach(async () => {
    ;[one, two] = await open()
    return async () => {
      await one.close()
      if (two !== one) await two.close()
    }
  })

  it('sends a form once that two processes get many times, and gives all the answer', async () => {
    const first = aProcess(one)
    const second = aProcess(two)
    let answer = () => {}
    const answering = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { story, send } = counted(answered, answering)
    const sent = Array.from({ length: 20 }, (_, place) => (place % 2 === 0 ? first : second).send('key', send))
    await expect.poll(() => story.sent).toBe(1)
    answer()
    const all = await Promise.all(sent)
    expect(story.sent).toBe(1)
    expect(all.filter(({ type }) => type === 'sent')).toHaveLength(1)
    expect(all.every((each) => 'outcome' in each && JSON.stringify(each.outcome) === JSON.stringify(answered))).toBe(
      true,
    )
    await first.written()
    await second.written()
    expect(await one.receipts.list({ limit: 9 })).toMatchObject([{ outcome: 'answered', upstream_status: 200 }])
  })

  it('sends each of many forms once that two processes get concurrently', async () => {
    const first = aProcess(one)
    const second = aProcess(two)
    const { story, send } = counted()
    const keys = Array.from({ length: 50 }, (_, place) => `key-${place}`)
    await Promise.all(keys.flatMap((key) => [first.send(key, send), second.send(key, send)]))
    expect(story.sent).toBe(50)
  })

  it.each([answered, unknown, { type: 'timeout' }, forgotten] satisfies Outcome[])(
    'never resends, from either process, a form that the service may have ($type)',
    async (outcome) => {
      const first = aProcess(one)
      const { story, send } = counted(outcome)
      await first.send('key', send)
      expect(await first.send('key', send)).toEqual({ type: 'repeated', outcome })
      await first.written()
      for (const each of [first, aProcess(two)]) {
        expect(await each.send('key', send)).toEqual({ type: 'repeated', outcome })
      }
      expect(story.sent).toBe(1)
    },
  )

  it.each([busy, { type: 'invalid', errors: { a: ['b'] } }, { type: 'form_too_old' }] satisfies Outcome[])(
    'resends, from either process, a form that the service certainly does not have ($type)',
    async (outcome) => {
      const first = aProcess(one)
      await first.send('key', counted(outcome).send)
      expect(await first.send('key', counted(outcome).send, 'changed')).toEqual({ type: 'sent', outcome })
      const { story, send } = counted()
      expect(await aProcess(two).send('key', send, 'changed again')).toEqual({ type: 'sent', outcome: answered })
      expect(story.sent).toBe(1)
    },
  )

  it('reports a form as not sent while it is in progress elsewhere', async () => {
    const first = aProcess(one)
    const attempt = await begun(first, 'key')
    const other = first.begin('key')
    await attempt.finish(busy)
    expect(await other).toEqual({ type: 'repeated', outcome: busy })
  })

  it('rejects the key with another body or page in both processes, in progress and afterwards (threat 18)', async () => {
    const first = aProcess(one)
    const attempt = await begun(first, 'key')
    expect(await first.begin('key', 'another')).toEqual({ type: 'key_reused' })
    await attempt.finish(answered)
    expect(await first.begin('key', 'another')).toEqual({ type: 'key_reused' })
    await first.written()
    expect(await first.begin('key', 'another')).toEqual({ type: 'key_reused' })
    expect(await aProcess(two).begin('key', 'another')).toEqual({ type: 'key_reused' })
  })

  it('forgets a form after 15 minutes', async () => {
    let time = Date.now()
    const first = aProcess(one, { clock: { now: () => time } })
    const { story, send } = counted()
    await first.send('key', send)
    await first.written()
    time += outcomeTtlMs - 1
    expect(await first.send('key', send)).toMatchObject({ type: 'repeated' })
    time += 1
    expect(await first.send('key', send)).toMatchObject({ type: 'sent' })
    expect(story.sent).toBe(2)
  })

  it('returns the outcome for the same form under another API key, address or key of ours', async () => {
    const first = aProcess(one)
    await first.send('key', counted().send, 'print', 'the form')
    await first.written()
    const { story, send } = counted()
    const answer = { type: 'repeated', outcome: answered }
    expect(await aProcess(two).send('key', send, 'other print', 'the form')).toEqual(answer)
    expect(story.sent).toBe(0)
  })

  it('never reports a form as not sent whose fingerprint another release wrote', async () => {
    const times = { startedAt: Date.now(), lease: Date.now() + 9_000, expiresAt: Date.now() + 900_000 }
    const lost = { key: 'lost', fingerprint: 'print', owner: 'before', ...times, lease: 0, receipt: receipt() }
    await one.forms.startAttempt(lost)
    await keepAs(one, 'old', JSON.stringify({ at: 'answered', text: answered.text, since: 0 }))
    const form = { content: 'of another spelling', release: '0.1.1' }
    await keepAs(one, 'newer', JSON.stringify({ ...answered, at: 'answered', form }))
    const { story, send } = counted()
    for (const key of ['lost', 'old', 'newer']) {
      expect(await aProcess(two).send(key, send, 'other print')).toEqual({ type: 'repeated', outcome: forgotten })
    }
    expect(story.sent).toBe(0)
  })

  it('writes no receipt for a form that was not forwarded', async () => {
    await aProcess(one).send('key', counted({ type: 'overloaded', retryAfter: 2 }).send)
    expect(await one.receipts.list({ limit: 9 })).toEqual([])
  })

  it('stores a late answer for a repeat (threat 19)', async () => {
    const first = aProcess(one)
    const { story, send } = counted()
    const attempt = await begun(first, 'key')
    await attempt.finish({ type: 'timeout' })
    expect(await first.send('key', send)).toEqual({ type: 'repeated', outcome: { type: 'timeout' } })
    await first.written()
    expect(await aProcess(two).send('key', send)).toEqual({ type: 'repeated', outcome: { type: 'timeout' } })
    await attempt.finish(answered)
    expect(await first.send('key', send)).toEqual({ type: 'repeated', outcome: answered })
    await first.written()
    expect(await aProcess(two).send('key', send)).toEqual({ type: 'repeated', outcome: answered })
    expect(story.sent).toBe(0)
    expect(await one.receipts.list({ limit: 9 })).toMatchObject([{ outcome: 'answered' }])
  })

  it('allows a form to be resent when it turns out late that nothing was sent', async () => {
    const first = aProcess(one)
    const attempt = await begun(first, 'key')
    await attempt.finish({ type: 'timeout' })
    await attempt.finish(busy)
    expect(await aProcess(two).send('key', counted().send)).toEqual({ type: 'sent', outcome: answered })
  })

  it('treats a form as one that may have been sent after a crash, and leaves its receipt open', async () => {
    let time = 1_000_000
    void aProcess(one, { clock: { now: () => time } }).send('key', () => new Promise(() => undefined))
    await expect.poll(() => two.forms.find('key', time)).toMatchObject({ type: 'under_way' })
    time += 60_000
    const { story, send } = counted()
    expect(await aProcess(two, { clock: { now: () => time } }).send('key', send)).toMatchObject({
      type: 'repeated',
      outcome: forgotten,
    })
    expect(story.sent).toBe(0)
    expect(await two.receipts.list({ limit: 9 })).toMatchObject([{ outcome: 'open' }])
  })

  it('stores answers encrypted: nothing of them can be read in the store (threat 18)', async () => {
    const process = aProcess(one)
    await process.send('key', counted().send)
    await process.written()
    expect(await two.forms.find('key', Date.now())).toMatchObject({ type: 'settled' })
    expect(JSON.stringify(await two.forms.find('key', Date.now()))).not.toContain('CANARY')
  })

  it('treats an entry that this release cannot read as one that may have been sent', async () => {
    const key = crypto.randomUUID()
    await keepAs(one, key, JSON.stringify({ type: 'something new' }))
    const { story, send } = counted()
    expect(await aProcess(two).send(key, send)).toEqual({ type: 'repeated', outcome: forgotten })
    expect(story.sent).toBe(0)
  })

  it('reports the outcome as unknown after ENCRYPTION_KEY has changed', async () => {
    const before = aProcess(one)
    await before.send('key', counted().send)
    await before.written()
    expect(await aProcess(two, { key: 'another' }).send('key', counted().send, 'other print')).toMatchObject({
      type: 'repeated',
      outcome: forgotten,
    })
  })
})

const fails = () => Promise.reject(Object.assign(new Error('x'), { code: 'SQLITE_FULL' }))

function broken(part: 'startAttempt' | 'finishAttempt'): Store {
  const store = memoryStore()
  return { ...store, forms: { ...store.forms, [part]: fails } }
}

describe('idempotency with a store that fails', () => {
  it('before sending: sends nothing and gives every repeat the same response', async () => {
    const { story, send } = counted()
    const { send: once, lines } = aProcess(broken('startAttempt'))
    const all = await Promise.all([once('key', send), once('key', send)])
    expect(all).toEqual([{ type: 'unavailable' }, { type: 'unavailable' }])
    expect(story.sent).toBe(0)
    expect(lines).toMatchObject([
      {
        level: 'error',
        code: 'storage_unavailable',
        cause: 'SQLITE_FULL',
        message: expect.stringContaining('The disk is full.'),
      },
    ])
  })

  it('after sending: gives the voter the answer, which this process remembers', async () => {
    const { story, send } = counted()
    const { send: once, lines, written } = aProcess(broken('finishAttempt'))
    expect(await once('key', send)).toEqual({ type: 'sent', outcome: answered })
    expect(await once('key', send)).toEqual({ type: 'repeated', outcome: answered })
    await written()
    expect(await once('key', send)).toEqual({ type: 'repeated', outcome: answered })
    expect(story.sent).toBe(1)
    expect(lines).toMatchObject([{ level: 'error', code: 'outcome_not_stored' }])
  })
})
