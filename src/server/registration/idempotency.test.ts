import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aReceipt, aText } from '../testing/receipts.ts'
import { keepFor, memoryIdempotency } from './idempotency.ts'
import type { Outcome } from './outcome.ts'

const answered: Outcome = { type: 'answered', text: '{"message_markdown":"x","buttons":[]}', since: 0 }
const longer: Outcome = { type: 'answered', text: '{"message_markdown":"xy","buttons":[]}', since: 0 }
const unknown: Outcome = { type: 'unknown', cause: 'ECONNRESET' }
const busy: Outcome = { type: 'busy', status: 429, retryAfter: 5 }

const receipt = aReceipt({ id: 'id', at: 0 })

type Memory = ReturnType<typeof memoryIdempotency>
const begin = (memory: Memory, key: string, fingerprint = 'print') =>
  memory.begin({ key, fingerprint, content: fingerprint, receipt, text: aText })

/** Begins an attempt, and settles it at once if it has begun; returns the result. */
async function send(memory: Memory, key: string, outcome: Outcome = answered, fingerprint = 'print') {
  const attempt = await begin(memory, key, fingerprint)
  if (attempt.type !== 'begun') return attempt
  await attempt.settle(outcome)
  return 'sent'
}

async function begun(memory: Memory, key: string) {
  const attempt = await begin(memory, key)
  if (attempt.type !== 'begun') throw new Error(`The form met ${attempt.type}.`)
  return attempt
}

describe('one filled form', () => {
  it('is sent once, however many ask at the same time', async () => {
    const memory = memoryIdempotency()
    const attempt = await begun(memory, 'key')
    const others = Promise.all(Array.from({ length: 50 }, () => begin(memory, 'key')))
    await attempt.settle(answered)
    expect(new Set((await others).map((other) => JSON.stringify(other)))).toEqual(
      new Set([JSON.stringify({ type: 'repeated', outcome: answered })]),
    )
  })

  it.each([answered, unknown, { type: 'timeout' }, { type: 'forgotten' }] satisfies Outcome[])(
    'is not sent again when the service may have it ($type)',
    async (outcome) => {
      const memory = memoryIdempotency()
      await send(memory, 'key', outcome)
      expect(await send(memory, 'key')).toEqual({ type: 'repeated', outcome })
    },
  )

  it.each([busy, { type: 'refused', errors: { a: ['b'] } }, { type: 'form_too_old' }] satisfies Outcome[])(
    'may be sent again, and changed, when the service certainly does not have it ($type)',
    async (outcome) => {
      const memory = memoryIdempotency()
      await send(memory, 'key', outcome)
      expect(await send(memory, 'key', answered, 'another print')).toBe('sent')
    },
  )

  it('hears from the one in flight that nothing was sent', async () => {
    const memory = memoryIdempotency()
    const attempt = await begun(memory, 'key')
    const other = begin(memory, 'key')
    await attempt.settle(busy)
    expect(await other).toEqual({ type: 'repeated', outcome: busy })
  })

  it('does not share its key, neither in flight nor afterwards (threat 18)', async () => {
    const memory = memoryIdempotency()
    const attempt = await begun(memory, 'key')
    expect(await begin(memory, 'key', 'other')).toEqual({ type: 'reused' })
    await attempt.settle(answered)
    expect(await begin(memory, 'key', 'other')).toEqual({ type: 'reused' })
  })

  it('gets the late answer, or may be sent again when it turns out that nothing was sent', async () => {
    const memory = memoryIdempotency()
    for (const [late, met] of [
      [answered, { type: 'repeated', outcome: answered }],
      [busy, 'sent'],
    ] as const) {
      const attempt = await begun(memory, late.type)
      await attempt.settle({ type: 'timeout' })
      expect(await send(memory, late.type)).toEqual({ type: 'repeated', outcome: { type: 'timeout' } })
      await attempt.settle(late)
      expect(await send(memory, late.type)).toEqual(met)
    }
  })

  it('is given up to what a store knows, together with all who wait for it', async () => {
    const memory = memoryIdempotency()
    const attempt = await begun(memory, 'key')
    const other = begin(memory, 'key')
    attempt.replaceBy({ type: 'unavailable' })
    expect(await other).toEqual({ type: 'unavailable' })
    expect(await send(memory, 'key')).toBe('sent')
  })

  it('is forgotten after 15 minutes', async () => {
    let time = 1_800_000_000_000
    const memory = memoryIdempotency({ now: () => time })
    await send(memory, 'key')
    time += 15 * 60 * 1000 - 1
    expect(await send(memory, 'key')).toMatchObject({ type: 'repeated' })
    time += 1
    expect(await send(memory, 'key')).toBe('sent')
  })

  it('is in memory no longer than that, also when nobody asks again', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const memory = memoryIdempotency()
    await send(memory, 'key')
    vi.advanceTimersByTime(keepFor - 2)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(10)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is forgotten when it is the one used least recently of too many', async () => {
    const memory = memoryIdempotency({ max: 2 })
    for (const key of ['a', 'b', 'a', 'c']) await send(memory, key)
    expect(await send(memory, 'a')).toMatchObject({ type: 'repeated' })
    expect(await send(memory, 'b')).toBe('sent')
  })

  it('is not sent again when its answer has made room for newer ones: it counts as forgotten, or a store is asked', async () => {
    const alone = memoryIdempotency({ maxSize: 50 })
    await send(alone, 'a')
    await send(alone, 'b', longer)
    expect(await send(alone, 'b')).toEqual({ type: 'repeated', outcome: longer })
    expect(await send(alone, 'a')).toEqual({ type: 'repeated', outcome: { type: 'forgotten' } })
    expect(await begin(alone, 'a', 'other')).toEqual({ type: 'reused' })

    const beforeStore = memoryIdempotency({ maxSize: 50, isKeptElsewhere: true })
    await send(beforeStore, 'a')
    await send(beforeStore, 'b', longer)
    expect(await send(beforeStore, 'a')).toBe('sent')
  })
})
