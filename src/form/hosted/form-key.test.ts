import { describe, expect, it } from 'vitest'
import { aRequest } from '../../contract/testing/samples.ts'
import { ageOf, doubtOf, idempotencyKeyOf, keyInDoubt, newFormKey } from './form-key.ts'

const now = Date.UTC(2026, 9, 5)

describe('the key of a filled form', () => {
  it('tells how old its page is', () => {
    expect(ageOf(newFormKey(now), now + 1234)).toBe(1234)
    expect(ageOf(newFormKey(now), now - 30_000), 'another process, whose clock is ahead').toBe(0)
  })

  it.each(['', 'x', crypto.randomUUID(), `${crypto.randomUUID()}.`, `${crypto.randomUUID()}.!`])(
    '%j is none',
    (text) => {
      expect(ageOf(text, now)).toBeUndefined()
    },
  )

  it('from the future is none: it would never grow old', () => {
    expect(ageOf(newFormKey(now + 3_600_000), now)).toBeUndefined()
  })

  it('is the same UUID for the same form, and another for a changed form or another page', async () => {
    const [key, other] = [newFormKey(now), newFormKey(now)]
    const one = await idempotencyKeyOf(key, aRequest())
    expect(one).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    expect(await idempotencyKeyOf(key, aRequest())).toBe(one)
    expect(await idempotencyKeyOf(key, aRequest({ city: 'Salem' }))).not.toBe(one)
    expect(await idempotencyKeyOf(other, aRequest())).not.toBe(one)
  })

  it('is asked for of an attempt in doubt by the same form only', async () => {
    const key = newFormKey(now)
    const doubt = await doubtOf(key, aRequest())
    expect(await keyInDoubt(doubt, aRequest())).toBe(key)
    expect(await keyInDoubt(doubt, aRequest({ city: 'Salem' }))).toBeUndefined()
    expect(await keyInDoubt(key, aRequest())).toBeUndefined()
  })
})
