/** One suite for every storage: in memory, SQLite and a real PostgreSQL keep the same promises. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openPostgres } from '../storage/postgres.ts'
import { openSqlite } from '../storage/sqlite.ts'
import { aReceipt as sampleReceipt } from '../testing/receipts.ts'
import { sharedPostgres } from '../testing/shared-postgres.ts'
import { memoryStore } from './memory-store.ts'
import { bffSchema } from './schema.ts'
import { createSqlStore } from './sql-store.ts'
import type { AttemptStart, NewClick, NewReceipt, ReceiptClick, Store } from './store.ts'

const postgres = sharedPostgres()
const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-store-'))
let folders = 0

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const kinds: [string, () => Promise<Store>][] = [
  ['memory', async () => memoryStore()],
  [
    'SQLite',
    async () => createSqlStore(await openSqlite(path.join(folder, String(++folders)), 'owner', { schema: bffSchema })),
  ],
  [
    'PostgreSQL',
    async () =>
      createSqlStore(
        await openPostgres({ url: await postgres.newDatabase(), schema: bffSchema, queryTimeout: 60_000 }, 'owner'),
      ),
  ],
]

let clickCount = 0
const aClick = (change: Partial<NewClick> = {}): NewClick => ({
  event: '{"n":1,"text":"ü \\u0000 \\"x\\""}',
  reference: 'ref',
  tokenHash: `hash-${++clickCount}`,
  acceptedAt: 1_000,
  click: { receipt: crypto.randomUUID(), button: 'primary' },
  ...change,
})

const aReceipt = (change: Partial<NewReceipt> = {}): NewReceipt =>
  sampleReceipt({ wording_version: 'en-51c37c27', opt_ins: ['sms_opt_in'], form_version: '0.1.0', ...change })

const aBeginning = (change: Partial<AttemptStart> = {}): AttemptStart => ({
  key: 'key',
  fingerprint: 'print',
  owner: crypto.randomUUID(),
  startedAt: 1_000,
  lease: 31_000,
  expiresAt: 901_000,
  receipt: aReceipt(),
  ...change,
})

describe.each(kinds)('%s', (_name, newStore) => {
  let store: Store
  beforeEach(async () => {
    store = await newStore()
    return () => store.close()
  })

  /** Ends an attempt that was begun. */
  const end = ({ key, owner, receipt }: AttemptStart, outcome: string | undefined, until = 901_000) =>
    store.forms.finishAttempt({
      key,
      owner,
      outcome,
      expiresAt: until,
      receipt: { id: receipt.id, outcome: 'answered', status: 200, finishedAt: 2_000 },
    })

  describe('clicks', () => {
    it('are leased when they are due, in order, and not again before the lease is over', async () => {
      const click = aClick()
      expect(await store.clicks.add(click)).toEqual(expect.any(Number))
      expect(await store.clicks.claim(999, 10, 60_000)).toEqual([])
      const [claimed] = await store.clicks.claim(1_000, 10, 60_000)
      expect(claimed).toEqual({ id: claimed?.id, event: click.event, reference: 'ref', attempts: 0, unanswered: 0 })
      expect(await store.clicks.claim(60_999, 10, 60_000)).toEqual([])
      expect(await store.clicks.claim(61_000, 10, 60_000)).toHaveLength(1)
    })

    it('are returned oldest first, and no more than requested', async () => {
      for (const at of [3, 1, 2]) await store.clicks.add(aClick({ acceptedAt: at, reference: `at ${at}` }))
      const two = await store.clicks.claim(10, 2, 1)
      expect(new Set(two.map(({ reference }) => reference))).toEqual(new Set(['at 1', 'at 2']))
    })

    it('are one click when the same comes twice, concurrently or hours later', async () => {
      const again = (at: number) => store.clicks.add(aClick({ tokenHash: 'same', acceptedAt: at }))
      const together = await Promise.all([again(1_000), again(1_000), again(1_001)])
      expect(together.filter((each) => each !== 'duplicate')).toHaveLength(1)
      for (const at of [10_999, 11_001, 80_000_000]) expect(await again(at)).toBe('duplicate')
      expect(await store.clicks.depth()).toMatchObject({ waiting: 1 })
    })

    it('can be leased to their writer right away: nobody else gets them before the lease is over', async () => {
      const id = await store.clicks.add(aClick({ event: '"mine"' }), 60_000)
      await store.clicks.add(aClick({ event: '"anybody’s"' }))
      expect(await store.clicks.claim(1_000, 9, 1)).toMatchObject([{ event: '"anybody’s"' }])
      expect(await store.clicks.depth()).toMatchObject({ waiting: 2 })
      expect(await store.clicks.claim(60_999, 9, 60_000)).toMatchObject([{ event: '"anybody’s"' }])
      expect(await store.clicks.claim(61_000, 9, 60_000)).toMatchObject([{ id, event: '"mine"', attempts: 0 }])
    })

    it('wait, are delivered or failed, and have their result', async () => {
      for (let count = 0; count < 3; count++) await store.clicks.add(aClick())
      const [one, two, three] = await store.clicks.claim(1_000, 3, 1)
      if (one === undefined || two === undefined || three === undefined) throw new Error('Three were to be claimed.')
      const attempt = {
        attempts: 1,
        unanswered: 0,
        nextAttemptAt: 0,
        attemptedAt: 2_000,
        status: undefined,
        cause: undefined,
      }
      await Promise.all([
        store.clicks.recordAttempt({ ...attempt, id: one.id, state: 'delivered', status: 201 }),
        store.clicks.recordAttempt({ ...attempt, id: two.id, state: 'failed', status: 400, attempts: 8 }),
        store.clicks.recordAttempt({
          ...attempt,
          id: three.id,
          state: 'waiting',
          nextAttemptAt: 5_000,
          cause: 'ECONNREFUSED',
        }),
      ])
      expect(await store.clicks.get(one.id)).toMatchObject({ state: 'delivered', event: null, last_status: 201 })
      expect(await store.clicks.get(two.id)).toMatchObject({ state: 'failed', attempts: 8, last_status: 400 })
      expect((await store.clicks.get(two.id))?.event).toBe(aClick().event)
      expect(await store.clicks.get(three.id)).toMatchObject({
        state: 'waiting',
        next_attempt_at: 5_000,
        last_attempt_at: 2_000,
      })
      expect((await store.clicks.get(three.id))?.last_cause).toBe('ECONNREFUSED')
      expect(await store.clicks.depth()).toEqual({ waiting: 1, failed: 1, unknown: 0, oldestAt: 1_000 })
      expect(await store.clicks.claim(4_999, 9, 1)).toEqual([])
      expect(await store.clicks.claim(5_000, 9, 1)).toMatchObject([{ id: three.id, attempts: 1 }])
    })

    it('are listed page by page, by state', async () => {
      for (let count = 0; count < 5; count++) await store.clicks.add(aClick())
      const first = await store.clicks.list({ limit: 2 })
      const rest = await store.clicks.list({ limit: 9, after: first[1]?.id })
      expect([...first, ...rest].map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'waiting'))
      expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(5)
      expect(await store.clicks.list({ state: 'failed', limit: 9 })).toEqual([])
      expect(await store.clicks.get(4_711)).toBeUndefined()
    })

    it('that wait for later are due when the service is back, except those that may have counted', async () => {
      for (let count = 0; count < 4; count++) await store.clicks.add(aClick())
      const [one, two, three] = await store.clicks.claim(1_000, 3, 60_000)
      const attempt = {
        state: 'waiting',
        attempts: 1,
        nextAttemptAt: 90_000,
        attemptedAt: 2_000,
        status: undefined,
        cause: 'x',
      } as const
      await store.clicks.recordAttempt({ ...attempt, id: one?.id ?? 0, unanswered: 0 })
      await store.clicks.recordAttempt({ ...attempt, id: two?.id ?? 0, unanswered: 1 })
      // The third is being delivered, and the fourth is due already.
      expect(three).toBeDefined()
      expect(await store.clicks.makeDue(3_000)).toBe(1)
      const due = await store.clicks.claim(3_000, 9, 60_000)
      expect(due.map(({ id }) => id)).toContain(one?.id)
      expect(due).toHaveLength(2)
    })

    it('that got no answer twice are unknown, and wait again only by their number', async () => {
      const id = await store.clicks.add(aClick())
      if (id === 'duplicate') throw new Error('It is new.')
      const attempt = {
        id,
        attempts: 2,
        unanswered: 2,
        nextAttemptAt: 0,
        attemptedAt: 2_000,
        status: undefined,
        cause: 'AbortError',
      }
      await store.clicks.recordAttempt({ ...attempt, state: 'unknown' })
      expect(await store.clicks.depth()).toMatchObject({ waiting: 0, failed: 0, unknown: 1 })
      expect(await store.clicks.list({ state: 'unknown', limit: 9 })).toMatchObject([{ id, state: 'unknown' }])
      expect(await store.clicks.list({ state: 'failed', limit: 9 })).toEqual([])
      expect(await store.clicks.retry('all', 3_000)).toBe(0)
      expect(await store.clicks.retry([id], 3_000)).toBe(1)
      expect(await store.clicks.claim(3_000, 9, 1)).toMatchObject([{ id, attempts: 0, unanswered: 0 }])
    })

    it('that failed can be made to wait again, one or all, and others not', async () => {
      for (let count = 0; count < 3; count++) await store.clicks.add(aClick())
      const claimed = await store.clicks.claim(1_000, 2, 1_000_000)
      for (const { id } of claimed) {
        await store.clicks.recordAttempt({
          id,
          state: 'failed',
          attempts: 8,
          unanswered: 0,
          nextAttemptAt: 0,
          attemptedAt: 2_000,
          status: 503,
          cause: 'status',
        })
      }
      const ids = claimed.map(({ id }) => id)
      expect(await store.clicks.retry([...ids.slice(0, 1), 4_711], 3_000)).toBe(1)
      expect(await store.clicks.get(ids[0] ?? 0)).toMatchObject({
        state: 'waiting',
        attempts: 0,
        next_attempt_at: 3_000,
      })
      expect(await store.clicks.retry('all', 3_000)).toBe(1)
      expect(await store.clicks.retry('all', 3_000)).toBe(0)
      expect(await store.clicks.depth()).toMatchObject({ waiting: 3, failed: 0 })
    })

    it('are leased by the hundred concurrently, and each is handed out once', async () => {
      await Promise.all(Array.from({ length: 300 }, () => store.clicks.add(aClick())))
      const hands = await Promise.all(Array.from({ length: 10 }, () => store.clicks.claim(1_000, 40, 60_000)))
      const ids = hands.flat().map(({ id }) => id)
      expect(ids).toHaveLength(300)
      expect(new Set(ids).size).toBe(300)
    })
  })

  describe('forms', () => {
    it('start once, however many try', async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => store.forms.startAttempt(aBeginning())))
      expect(all.filter(({ type: at }) => at === 'begun')).toHaveLength(1)
      expect(all.filter(({ type: at }) => at === 'under_way')).toHaveLength(19)
      expect(await store.receipts.list({ limit: 99 })).toHaveLength(1)
    })

    it('have their outcome until they are forgotten', async () => {
      const begun = aBeginning()
      await store.forms.startAttempt(begun)
      await end(begun, 'sealed')
      const settled = { type: 'settled', fingerprint: 'print', outcome: 'sealed', expiresAt: 901_000 }
      expect(await store.forms.startAttempt(aBeginning())).toEqual(settled)
      expect(await store.forms.find('key', 900_999)).toEqual(settled)
      expect(await store.forms.find('key', 901_000)).toBeUndefined()
      expect(await store.forms.startAttempt(aBeginning({ startedAt: 901_000 }))).toEqual({ type: 'begun' })
    })

    it('can start again when nothing was sent', async () => {
      const begun = aBeginning()
      await store.forms.startAttempt(begun)
      await end(begun, undefined)
      expect(await store.forms.find('key', 1_000)).toBeUndefined()
      expect(await store.forms.startAttempt(aBeginning({ fingerprint: 'another' }))).toEqual({ type: 'begun' })
    })

    it('count as lost when nobody reports their outcome', async () => {
      await store.forms.startAttempt(aBeginning())
      expect(await store.forms.find('key', 30_999)).toMatchObject({ type: 'under_way' })
      expect(await store.forms.startAttempt(aBeginning({ startedAt: 31_000 }))).toMatchObject({
        type: 'lost',
        fingerprint: 'print',
      })
    })

    it('accept a late outcome, but not one of an attempt that is over', async () => {
      const first = aBeginning()
      await store.forms.startAttempt(first)
      await end(first, 'timeout')
      await end(first, 'late answer')
      expect(await store.forms.find('key', 1_000)).toMatchObject({ outcome: 'late answer' })
      await end(first, undefined)
      const second = aBeginning()
      await store.forms.startAttempt(second)
      await end(first, 'much too late')
      await end(first, undefined)
      expect(await store.forms.find('key', 1_000)).toMatchObject({ type: 'under_way' })
    })

    it('of many voters do not block each other', async () => {
      const many = Array.from({ length: 200 }, (_, place) => aBeginning({ key: `key-${place}`, receipt: aReceipt() }))
      const begun = await Promise.all(many.map((each) => store.forms.startAttempt(each)))
      expect(begun.every(({ type: at }) => at === 'begun')).toBe(true)
      await Promise.all(many.map((each, place) => end(each, place % 2 === 0 ? `sealed ${place}` : undefined)))
      expect(await store.forms.find('key-4', 1_000)).toMatchObject({ outcome: 'sealed 4' })
      expect(await store.forms.find('key-5', 1_000)).toBeUndefined()
    })
  })

  it('stores each text that was shown once, as it was first', async () => {
    const text = { version: 'en-0123', language: 'en', text: '["ü € 😀"]', created_at: 1_000 }
    expect(await store.wordings.get('en-0123')).toBeUndefined()
    await store.wordings.keep(text)
    await store.wordings.keep({ ...text, text: 'another', created_at: 2_000 })
    expect(await store.wordings.get('en-0123')).toEqual(text)
  })

  describe('receipts', () => {
    it('are found by id and by reference, with embed, page, language and campaign', async () => {
      const page = { reference: 'ref-7', form_language: 'ko', embed: 'element', path: '/vote', campaign: 'shift=2' }
      const begun = aBeginning({ receipt: aReceipt(page) })
      await store.forms.startAttempt(begun)
      expect(await store.receipts.find(begun.receipt.id)).toMatchObject([page])
      expect(await store.receipts.find('ref-7')).toMatchObject([{ id: begun.receipt.id }])
      expect(await store.receipts.find('ref-8')).toEqual([])
    })

    it('exist from the moment the form is started, and get the outcome', async () => {
      const begun = aBeginning({
        receipt: aReceipt({ opt_ins: ['sms_opt_in', 'sms_opt_in_subscriber'], phone_hmac: 'hmac' }),
      })
      await store.forms.startAttempt(begun)
      const unknown = { outcome: 'open', upstream_status: null, outcome_at: null, clicked: null }
      const open = { ...begun.receipt, seq: expect.any(Number), ...unknown }
      expect(await store.receipts.list({ limit: 9 })).toEqual([open])
      await end(begun, 'sealed')
      expect(await store.receipts.list({ limit: 9 })).toEqual([
        { ...open, outcome: 'answered', upstream_status: 200, outcome_at: 2_000 },
      ])
    })

    it('are found by the HMAC of a phone number, which can be removed from them', async () => {
      await store.forms.startAttempt(aBeginning({ receipt: aReceipt({ phone_hmac: 'hmac' }) }))
      expect(await store.receipts.find('hmac')).toHaveLength(1)
      expect(await store.receipts.forget('hmac')).toBe(1)
      expect(await store.receipts.find('hmac')).toEqual([])
      expect(await store.receipts.list({ limit: 9 })).toMatchObject([{ phone_hmac: null }])
    })

    it('stay when the form is forgotten: each forwarding has its own', async () => {
      const first = aBeginning()
      await store.forms.startAttempt(first)
      await end(first, undefined)
      await store.forms.startAttempt(aBeginning())
      expect(await store.receipts.list({ limit: 9 })).toHaveLength(2)
    })

    it('record which buttons were clicked, each once, and a click without a receipt is stored all the same', async () => {
      const begun = aBeginning({ receipt: aReceipt({ state: 'MI' }) })
      const { id: receipt } = begun.receipt
      await store.forms.startAttempt(begun)
      const clicked = async () => (await store.receipts.find(receipt)).map((one) => one.clicked)
      const add = (tokenHash: string, button: ReceiptClick['button'], of = receipt) =>
        store.clicks.add(aClick({ tokenHash, click: { receipt: of, button } }))
      expect(await clicked()).toEqual([null])
      await add('a', 'other')
      expect(await add('a', 'other')).toBe('duplicate')
      expect(await clicked()).toEqual(['other'])
      await add('b', 'primary')
      await add('c', 'primary')
      expect(await clicked()).toEqual(['both'])
      expect(await add('d', 'primary', crypto.randomUUID())).toEqual(expect.any(Number))
      expect(await store.receipts.find(receipt)).toMatchObject([{ state: 'MI' }])
    })

    it('are counted by columns and campaign parameters, decoded, in a time span, with one outcome', async () => {
      const add = async (change: Partial<NewReceipt>, isEnded = true) => {
        const begun = aBeginning({ key: crypto.randomUUID(), receipt: aReceipt(change) })
        await store.forms.startAttempt(begun)
        if (isEnded) await end(begun, 'sealed')
      }
      await add({ created_at: 100, state: 'MI', campaign: 'utm_source=x&source=Table+2%26%C3%BC' })
      await add({ created_at: 100, state: 'MI', campaign: 'source=Table+2%26%C3%BC&shift=am' })
      await add({ created_at: 199, state: 'TN', campaign: 'xsource=other' })
      await add({ created_at: 150, state: 'TN' }, false)
      await add({ created_at: 200, state: 'TN' })
      const span = { from: 100, to: 200 }
      const count = async (which: Parameters<Store['receipts']['count']>[0]) =>
        (await store.receipts.count(which)).map(({ values, count: n }) => [...values, n].join()).sort()
      expect(await count({ ...span, by: ['state', 'source'], outcome: 'answered' })).toEqual([
        'MI,Table 2&ü,2',
        'TN,,1',
      ])
      expect(await count({ ...span, by: ['outcome'] })).toEqual(['answered,3', 'open,1'])
      expect(await count({ ...span, by: [] })).toEqual(['4'])
    })

    it('are listed by time, page by page', async () => {
      for (const at of [100, 200, 300])
        await store.forms.startAttempt(aBeginning({ key: `k${at}`, receipt: aReceipt({ created_at: at }) }))
      const times = async (which: Parameters<Store['receipts']['list']>[0]) =>
        (await store.receipts.list(which)).map(({ created_at }) => created_at)
      expect(await times({ from: 200, to: 300, limit: 9 })).toEqual([200])
      const [first] = await store.receipts.list({ limit: 1 })
      expect(await times({ after: first?.seq, limit: 9 })).toEqual([200, 300])
    })
  })

  it('stores no receipt of a registration that never reached the service', async () => {
    const begun = aBeginning()
    await store.forms.startAttempt(begun)
    const { key, owner, receipt } = begun
    const nothing = { id: receipt.id, outcome: undefined, status: null, finishedAt: 2_000 }
    await store.forms.finishAttempt({ key, owner, outcome: undefined, expiresAt: 0, receipt: nothing })
    expect(await store.receipts.list({ limit: 9 })).toEqual([])
  })

  it('closes receipts that a crash has left open, and no others', async () => {
    const [dead, ended, other] = ['a', 'b', 'c'].map((one) => aBeginning({ key: one })) as [
      AttemptStart,
      AttemptStart,
      AttemptStart,
    ]
    for (const begun of [dead, ended, other]) await store.forms.startAttempt(begun)
    const { key, owner, receipt } = ended
    const outcome = { id: receipt.id, outcome: 'answered', status: 200, finishedAt: 2_000 }
    await store.forms.finishAttempt({ key, owner, outcome: 'sealed', expiresAt: 9_000, receipt: outcome })
    const [first] = await store.receipts.list({ limit: 9 })
    const at = first?.created_at ?? 0
    const cutoffs = { time: 5_000, delivered: 0, failed: 0, receipts: 0 }
    expect(await store.sweep({ ...cutoffs, open: at })).toMatchObject({ settled: 0 })
    expect(await store.sweep({ ...cutoffs, open: at + 1 })).toMatchObject({ settled: 2 })
    expect((await store.receipts.list({ limit: 9 })).map((each) => [each.outcome, each.outcome_at])).toEqual([
      ['unknown', 5_000],
      ['answered', 2_000],
      ['unknown', 5_000],
    ])
    expect(await store.sweep({ ...cutoffs, open: at + 1 })).toMatchObject({ settled: 0 })
  })

  it('deletes what is old and nothing else', async () => {
    for (const at of [1, 2, 3]) await store.clicks.add(aClick({ acceptedAt: at }))
    const claimed = await store.clicks.claim(3, 2, 0)
    const states = ['delivered', 'failed'] as const
    for (const [place, { id }] of claimed.entries()) {
      const state = states[place] ?? 'failed'
      await store.clicks.recordAttempt({
        id,
        state,
        attempts: 1,
        unanswered: 0,
        nextAttemptAt: 0,
        attemptedAt: 1_000,
        status: 201,
        cause: undefined,
      })
    }
    await store.forms.startAttempt(aBeginning({ expiresAt: 1_000 }))
    const keep = { time: 999, delivered: 1_000, failed: 1_000, receipts: 1_000, open: 0 }
    const nothing = { delivered: 0, failed: 0, forms: 0, receipts: 0, settled: 0 }
    expect(await store.sweep(keep)).toEqual(nothing)
    const go = { time: 1_000, delivered: 1_001, failed: 1_001, receipts: 1_001, open: 0 }
    expect(await store.sweep(go)).toEqual({ ...nothing, delivered: 1, failed: 1, forms: 1, receipts: 1 })
    expect(await store.clicks.list({ limit: 9 })).toHaveLength(1)
    await store.check()
  })
})
