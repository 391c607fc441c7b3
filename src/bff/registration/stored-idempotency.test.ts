/** One form is sent at most once: by one process, by two that share a database, and across a crash. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPostgres } from '../../storage/postgres.ts'
import { openSqlite } from '../../storage/sqlite.ts'
import { startPostgres, type TestPostgres } from '../../testing/postgres.ts'
import { createSealedBox } from '../crypto/aead.ts'
import type { LogLine } from '../observability/log.ts'
import { memoryStore } from '../store/memory-store.ts'
import { bffSchema } from '../store/schema.ts'
import { createSqlStore } from '../store/sql-store.ts'
import type { Store } from '../store/store.ts'
import type { Verdict } from '../upstream/outcome.ts'
import { type Final, nobodyKnows, type Sent } from './idempotency.ts'
import { storedIdempotency } from './stored-idempotency.ts'

let postgres: TestPostgres
const root = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-once-'))
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

const material = new TextEncoder().encode('material')
const answered: Final = { type: 'answered', text: '{"message_markdown":"VOTERCANARY","buttons":[]}', since: 0 }
const unknown: Verdict = {
  status: 504,
  code: 'upstream_unknown',
  outcome: 'may_have_been_sent',
  retryAfter: 7,
  detail: 'It was sent.',
}
const verdict = (outcome: 'not_sent' | 'may_have_been_sent'): Final => ({
  type: 'verdict',
  verdict: outcome === 'not_sent' ? { status: 503, code: 'upstream_busy', outcome, detail: '' } : unknown,
})
const told = (outcome: string): Pick<Sent, 'told'> => ({ told: { outcome, status: 200 } })

/** A process: its own memory, and a store that it may share. */
function aProcess(store: Store, change: { key?: string; now?: () => number } = {}) {
  const lines: LogLine[] = []
  const box = createSealedBox(change.key === undefined ? material : new TextEncoder().encode(change.key), 'outcome v1')
  const once = storedIdempotency({
    forms: store.forms,
    box,
    log: (line) => lines.push(line),
    now: change.now ?? Date.now,
    wait: (ms) => new Promise((resolve) => void setTimeout(resolve, ms / 10)),
  })
  return {
    lines,
    written: async () => once.written?.(),
    send: (key: string, send: () => Promise<Sent>, print = 'print') => once.once(key, print, send, receipt()),
  }
}

const receipt = () => ({
  id: crypto.randomUUID(),
  at: 1_000,
  reference: 'ref',
  wording: 'en-1',
  locale: 'en',
  boxes: ['sms_opt_in'],
  form: null,
  site: 'https://partner.example',
  phone: null,
})

/** Puts an outcome into a store as text, as a process of before has left it. */
async function keepAs(store: Store, key: string, text: string): Promise<void> {
  const times = { now: Date.now(), lease: Date.now() + 9_000, until: Date.now() + 900_000 }
  const about = receipt()
  await store.forms.begin({ key, fingerprint: 'print', owner: 'before', ...times, receipt: about })
  const outcome = await createSealedBox(material, 'outcome v1').close(text, key)
  const ended = { id: about.id, outcome: 'answered', status: 200, at: Date.now() }
  await store.forms.end({ key, owner: 'before', outcome, until: times.until, receipt: ended })
}

const counted = (final: Final = answered, slow?: Promise<unknown>) => {
  const story = { sent: 0 }
  const send = async (): Promise<Sent> => {
    story.sent++
    await slow
    return { final, ...told(final.type) }
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
    'SQLite',
    async () => {
      const store = createSqlStore(await openSqlite(mkdtempSync(path.join(root, 'data-')), 'owner', bffSchema))
      return [store, store]
    },
  ],
  [
    'PostgreSQL, two connections of two processes',
    async () => {
      const url = await postgres.newDatabase()
      return [
        createSqlStore(await openPostgres({ url: url, schema: bffSchema, queryTimeout: 5_000 }, 'owner')),
        createSqlStore(await openPostgres({ url: url, schema: bffSchema, queryTimeout: 5_000 }, 'owner')),
      ]
    },
  ],
]

describe.each(kinds)('over %s', (_name, open) => {
  let one: Store
  let two: Store
  beforeEach(async () => {
    ;[one, two] = await open()
    return async () => {
      await one.close()
      if (two !== one) await two.close()
    }
  })

  it('a form that both are asked to send, many times at once, is sent once, and all get the answer', async () => {
    const first = aProcess(one)
    const second = aProcess(two)
    const { story, send } = counted(answered, new Promise((resolve) => void setTimeout(resolve, 50)))
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, place) => (place % 2 === 0 ? first : second).send('key', send)),
    )
    expect(story.sent).toBe(1)
    expect(all.filter(({ type: at }) => at === 'sent')).toHaveLength(1)
    expect(all.every((each) => 'final' in each && JSON.stringify(each.final) === JSON.stringify(answered))).toBe(true)
    await first.written()
    await second.written()
    expect(await one.receipts.list({ most: 9 })).toMatchObject([{ outcome: 'answered', status: 200 }])
  })

  it('many forms, each sent by both at once, are each sent once', async () => {
    const first = aProcess(one)
    const second = aProcess(two)
    const { story, send } = counted()
    const keys = Array.from({ length: 50 }, (_, place) => `key-${place}`)
    await Promise.all(keys.flatMap((key) => [first.send(key, send), second.send(key, send)]))
    expect(story.sent).toBe(50)
  })

  it('the key with another body or page is refused by both', async () => {
    const { send } = counted()
    await aProcess(one).send('key', send)
    expect(await aProcess(two).send('key', send, 'another')).toEqual({ type: 'reused' })
  })

  it('what may have been sent is not sent again by the other', async () => {
    const { story, send } = counted(verdict('may_have_been_sent'))
    await aProcess(one).send('key', send)
    expect(await aProcess(two).send('key', send)).toEqual({ type: 'repeated', final: verdict('may_have_been_sent') })
    expect(story.sent).toBe(1)
  })

  it('what was certainly not sent may be sent again by the other, and changed', async () => {
    await aProcess(one).send('key', async () => ({ final: verdict('not_sent') }))
    expect(await one.receipts.list({ most: 9 })).toEqual([])
    const { story, send } = counted()
    expect(await aProcess(two).send('key', send, 'changed')).toEqual({ type: 'sent', final: answered })
    expect(story.sent).toBe(1)
  })

  it('a late answer is there for whoever asks again (threat 19)', async () => {
    const keep: ((sent: Sent) => void)[] = []
    const late = new Promise<Sent>((resolve) => keep.push(resolve))
    const { story, send } = counted()
    await aProcess(one).send('key', async () => ({ final: verdict('may_have_been_sent'), ...told('timeout'), late }))
    expect(await aProcess(two).send('key', send)).toMatchObject({
      final: { verdict: { outcome: 'may_have_been_sent' } },
    })
    keep[0]?.({ final: answered, ...told('answered') })
    await expect.poll(() => aProcess(two).send('key', send)).toEqual({ type: 'repeated', final: answered })
    expect(story.sent).toBe(0)
    expect(await one.receipts.list({ most: 9 })).toMatchObject([{ outcome: 'answered' }])
  })

  it('a form that a crash cut off counts as one that may have been sent; its receipt stays open', async () => {
    let time = 1_000_000
    void aProcess(one, { now: () => time }).send('key', () => new Promise(() => undefined))
    await expect.poll(() => two.forms.look('key', time)).toMatchObject({ type: 'under_way' })
    time += 60_000
    const { story, send } = counted()
    expect(await aProcess(two, { now: () => time }).send('key', send)).toMatchObject({
      type: 'repeated',
      final: { type: 'verdict', verdict: { outcome: 'may_have_been_sent' } },
    })
    expect(story.sent).toBe(0)
    expect(await two.receipts.list({ most: 9 })).toMatchObject([{ outcome: 'open' }])
  })

  it('is kept sealed: nothing of the answer can be read in the store (threat 18)', async () => {
    const process = aProcess(one)
    await process.send('key', counted().send)
    await process.written()
    expect(await two.forms.look('key', Date.now())).toMatchObject({ type: 'settled' })
    expect(JSON.stringify(await two.forms.look('key', Date.now()))).not.toContain('CANARY')
  })

  it('an outcome that release 0.1 has kept is read, and what is kept now release 0.1 reads', async () => {
    const process = aProcess(one)
    const { story, send } = counted()
    const box = createSealedBox(material, 'outcome v1')
    const beginning = { key: 'old', fingerprint: 'print', owner: 'o', now: Date.now(), lease: 0, receipt: receipt() }
    await one.forms.begin({ ...beginning, until: Date.now() + 60_000 })
    const outcome = await box.close(JSON.stringify({ at: 'answered', text: '{"old":1}', since: 0 }), 'old')
    const ended = { id: beginning.receipt.id, outcome: 'answered', status: 200, at: 1 }
    await one.forms.end({ key: 'old', owner: 'o', outcome, until: Date.now() + 60_000, receipt: ended })
    expect(await process.send('old', send)).toMatchObject({ type: 'repeated', final: { text: '{"old":1}' } })
    expect(story.sent).toBe(0)
    await process.send('new', send)
    await process.written()
    const known = await one.forms.look('new', Date.now())
    const text = known?.type === 'settled' ? await box.open(known.outcome, 'new') : undefined
    expect(JSON.parse(text ?? '')).toMatchObject({ at: 'answered', text: expect.any(String) })
  })

  it('is read when release 0.1.0 has kept it', async () => {
    const kept: [Record<string, unknown>, Final][] = [
      [{ at: 'answered', text: answered.text, since: 0 }, answered],
      [
        { at: 'verdict', verdict: unknown },
        { type: 'verdict', verdict: unknown },
      ],
      [{ at: 'something else' }, nobodyKnows],
    ]
    for (const [old, now] of kept) {
      const key = crypto.randomUUID()
      await keepAs(one, key, JSON.stringify(old))
      const { story, send } = counted()
      expect(await aProcess(two).send(key, send)).toEqual({ type: 'repeated', final: now })
      expect(story.sent).toBe(0)
    }
  })

  it('after SEAL_KEY has changed nobody claims to know what came of it', async () => {
    const before = aProcess(one)
    await before.send('key', counted().send)
    await before.written()
    expect(await aProcess(two, { key: 'another' }).send('key', counted().send, 'other print')).toMatchObject({
      type: 'repeated',
      final: { type: 'verdict', verdict: { outcome: 'may_have_been_sent' } },
    })
  })
})

const fails = () => Promise.reject(Object.assign(new Error('x'), { code: 'SQLITE_FULL' }))

function broken(part: 'begin' | 'end'): Store {
  const store = memoryStore()
  return { ...store, forms: { ...store.forms, [part]: fails } }
}

describe('a store that fails', () => {
  it('before the sending: nothing is sent, and all who ask are told', async () => {
    const { story, send } = counted()
    const { send: once, lines } = aProcess(broken('begin'))
    const all = await Promise.all([once('key', send), once('key', send)])
    expect(all).toEqual([{ type: 'unavailable' }, { type: 'unavailable' }])
    expect(story.sent).toBe(0)
    expect(lines).toMatchObject([{ level: 'error', code: 'storage_unavailable', cause: 'SQLITE_FULL' }])
  })

  it('after the sending: the voter gets the answer, and this process remembers it', async () => {
    const { story, send } = counted()
    const { send: once, lines, written } = aProcess(broken('end'))
    expect(await once('key', send)).toEqual({ type: 'sent', final: answered })
    expect(await once('key', send)).toEqual({ type: 'repeated', final: answered })
    expect(story.sent).toBe(1)
    await written()
    expect(lines).toMatchObject([{ level: 'error', code: 'outcome_not_kept' }])
  })
})
