import { describe, expect, it } from 'vitest'
import { newKey } from './submission.ts'

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('the key of a filled form', () => {
  it('is a random UUID', () => {
    expect(newKey()).toMatch(uuid4)
    expect(newKey()).not.toBe(newKey())
  })

  it('is one on a page without https too', () => {
    const insecure = {
      getRandomValues: (array: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(array),
    } as unknown as Crypto
    expect(newKey(insecure)).toMatch(uuid4)
    expect(newKey(insecure)).not.toBe(newKey(insecure))
  })
})
