import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Final, keepFor, memoryIdempotency, nobodyKnows, type Sent } from './idempotency.ts'

const answered: Final = { type: 'answered', text: '{"message_markdown":"x","buttons":[]}', since: 0 }
const verdict = (outcome: 'not_sent' | 'may_have_been_sent'): Final => ({
  type: 'verdict',
  verdict: { status: 503, code: 'upstream_unknown', outcome, detail: '' },
})

/** Something to send that counts how often it is sent. */
function sending(...finals: Sent[]) {
  const story = { sent: 0 }
  const send = async () => finals[Math.min(story.sent++, finals.length - 1)] ?? { final: answered }
  return { story, send }
}

/** A promise of a final outcome, and the way to keep it. */
function later() {
  const listeners: ((sent: { final: Final }) => void)[] = []
  const promise = new Promise<{ final: Final }>((keep) => {
    listeners.push(keep)
  })
  return { promise, resolve: (final: Final) => listeners[0]?.({ final }) }
}

const receipt = {
  id: 'id',
  at: 0,
  reference: 'ref',
  wording: 'en-1',
  locale: 'en',
  boxes: [],
  form: null,
  site: 'https://partner.example',
  phone: null,
}

describe('one filled form', () => {
  it('is sent once, however many ask at the same time', async () => {
    const memory = memoryIdempotency()
    const { story, send } = sending({ final: answered })
    const all = await Promise.all(Array.from({ length: 50 }, () => memory.once('key', 'print', send, receipt)))
    expect(story.sent).toBe(1)
    expect(all.filter(({ type: at }) => at === 'sent')).toHaveLength(1)
    expect(all.every((each) => 'final' in each && each.final === answered)).toBe(true)
  })

  it.each([answered, verdict('may_have_been_sent')])(
    'is not sent again when the service may have it',
    async (final) => {
      const memory = memoryIdempotency()
      const { story, send } = sending({ final })
      await memory.once('key', 'print', send, receipt)
      expect(await memory.once('key', 'print', send, receipt)).toEqual({ type: 'repeated', final })
      expect(story.sent).toBe(1)
    },
  )

  it.each<Final>([verdict('not_sent'), { type: 'refused', errors: { a: ['b'] } }])(
    'may be sent again, and changed, when the service certainly does not have it',
    async (final) => {
      const memory = memoryIdempotency()
      const { story, send } = sending({ final }, { final: answered })
      await memory.once('key', 'print', send, receipt)
      expect(await memory.once('key', 'another print', send, receipt)).toEqual({ type: 'sent', final: answered })
      expect(story.sent).toBe(2)
    },
  )

  it('does not share its key, neither while it is under way nor afterwards (threat 18)', async () => {
    const memory = memoryIdempotency()
    const { story, send } = sending({ final: answered })
    const first = memory.once('key', 'print', send, receipt)
    expect(await memory.once('key', 'other', send, receipt)).toEqual({ type: 'reused' })
    await first
    expect(await memory.once('key', 'other', send, receipt)).toEqual({ type: 'reused' })
    expect(story.sent).toBe(1)
  })

  it('gets the late answer, or may be sent again when it turns out that nothing was sent', async () => {
    const memory = memoryIdempotency()
    const late = later()
    const { send } = sending({ final: verdict('may_have_been_sent'), late: late.promise })
    await memory.once('key', 'print', send, receipt)
    late.resolve(answered)
    await late.promise
    expect(await memory.once('key', 'print', send, receipt)).toEqual({ type: 'repeated', final: answered })

    const never = later()
    const second = sending({ final: verdict('may_have_been_sent'), late: never.promise }, { final: answered })
    await memory.once('other', 'print', second.send, receipt)
    never.resolve(verdict('not_sent'))
    await never.promise
    expect(await memory.once('other', 'print', second.send, receipt)).toEqual({ type: 'sent', final: answered })
  })

  it('is forgotten after 15 minutes', async () => {
    let time = 1_800_000_000_000
    const memory = memoryIdempotency({ now: () => time })
    const { story, send } = sending({ final: answered })
    await memory.once('key', 'print', send, receipt)
    time += 15 * 60 * 1000 - 1
    expect((await memory.once('key', 'print', send, receipt)).type).toBe('repeated')
    time += 1
    expect((await memory.once('key', 'print', send, receipt)).type).toBe('sent')
    expect(story.sent).toBe(2)
  })

  it('is in memory no longer than that, also when nobody asks again', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const memory = memoryIdempotency()
    await memory.once('key', 'print', sending({ final: answered }).send, receipt)
    vi.advanceTimersByTime(keepFor - 2)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(10)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is forgotten when it is the one used least recently of too many', async () => {
    const memory = memoryIdempotency({ most: 2 })
    const { send } = sending({ final: answered })
    for (const key of ['a', 'b', 'a', 'c']) await memory.once(key, 'print', send, receipt)
    expect((await memory.once('a', 'print', send, receipt)).type).toBe('repeated')
    expect((await memory.once('b', 'print', send, receipt)).type).toBe('sent')
  })

  it('is not sent again when its answer has made room for newer ones: nobody knows it, or whoever sends is asked', async () => {
    const longer: Final = { type: 'answered', text: '{"message_markdown":"xy","buttons":[]}', since: 0 }
    const { story, send } = sending({ final: answered }, { final: longer })
    const memory = memoryIdempotency({ bytes: 50 })
    for (const key of ['a', 'b']) await memory.once(key, 'print', send, receipt)
    expect(await memory.once('b', 'print', send, receipt)).toEqual({ type: 'repeated', final: longer })
    expect(await memory.once('a', 'print', send, receipt)).toEqual({ type: 'repeated', final: nobodyKnows })
    expect(await memory.once('a', 'other', send, receipt)).toEqual({ type: 'reused' })
    expect(story.sent).toBe(2)

    const elsewhere = memoryIdempotency({ bytes: 10, isKeptElsewhere: true })
    const again = sending({ final: answered }, { final: longer })
    await elsewhere.once('a', 'print', again.send, receipt)
    expect(await elsewhere.once('a', 'print', again.send, receipt)).toEqual({ type: 'sent', final: longer })
  })

  it('can be sent again when sending it threw', async () => {
    const memory = memoryIdempotency()
    await expect(memory.once('key', 'print', () => Promise.reject(new Error('x')), receipt)).rejects.toThrow('x')
    expect((await memory.once('key', 'print', async () => ({ final: answered }), receipt)).type).toBe('sent')
  })
})
