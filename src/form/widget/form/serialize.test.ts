import { describe, expect, it } from 'vitest'
import { aRequest } from '../../../contract/testing/samples.ts'
import { serialize } from './to-request.ts'

describe('the body', () => {
  it('has the fields in order and nothing that a page put on every object', () => {
    const clean = serialize(aRequest())
    expect(clean).toBe(JSON.stringify(aRequest()))
    Reflect.defineProperty(Object.prototype, 'polluted', { value: 'x', enumerable: true, configurable: true })
    Reflect.defineProperty(Array.prototype, 'toJSON', { value: () => 'x', configurable: true })
    const polluted = serialize(aRequest())
    Reflect.deleteProperty(Object.prototype, 'polluted')
    Reflect.deleteProperty(Array.prototype, 'toJSON')
    expect(polluted).toBe(clean)
  })
})
