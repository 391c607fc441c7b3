import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { aReceipt } from '../testing/receipts.ts'
import { memoryForms } from './memory-forms.ts'

const minute = 60_000
const receipts = { begin: () => undefined, end: () => undefined }

/** Begins and ends a form; returns its owner. */
async function keep(forms: ReturnType<typeof memoryForms>, key: string, outcome = 'sealed'): Promise<void> {
  const at = Date.now()
  const receipt = aReceipt()
  const until = at + 15 * minute
  await forms.begin({ key, fingerprint: 'print', owner: key, now: at, lease: at + minute, until, receipt })
  await forms.end({
    key,
    owner: key,
    outcome,
    until,
    receipt: { id: receipt.id, outcome: 'answered', status: 200, at },
  })
}

const typeOf = async (forms: ReturnType<typeof memoryForms>, key: string) => (await forms.look(key, Date.now()))?.type

describe('a form in memory', () => {
  it('is there no longer than its 15 minutes, also when nobody asks again', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const forms = memoryForms({ receipts })
    await keep(forms, 'key')
    vi.advanceTimersByTime(15 * minute - 2)
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(10)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is forgotten when it is the one used least recently of too many', async () => {
    const forms = memoryForms({ max: 2, receipts })
    await keep(forms, 'a')
    await keep(forms, 'b')
    expect(await typeOf(forms, 'a')).toBe('settled')
    await keep(forms, 'c')
    expect(await typeOf(forms, 'a')).toBe('settled')
    expect(await typeOf(forms, 'b')).toBeUndefined()
  })

  it('is never forgotten while it is in flight', async () => {
    const forms = memoryForms({ max: 1, receipts })
    const times = { now: Date.now(), lease: Date.now() + minute, until: Date.now() + minute }
    for (const key of ['a', 'b', 'c']) {
      await forms.begin({ key, fingerprint: 'print', owner: key, ...times, receipt: aReceipt() })
    }
    for (const key of ['a', 'b', 'c']) expect(await typeOf(forms, key)).toBe('under_way')
  })

  it('may have been sent when its outcome has made room for newer ones', async () => {
    const forms = memoryForms({ maxSize: 10, receipts })
    await keep(forms, 'a', '123456')
    await keep(forms, 'b', '1234567')
    expect(await typeOf(forms, 'b')).toBe('settled')
    expect(await typeOf(forms, 'a')).toBe('lost')
  })
})
