import { describe, expect, it, vi } from 'vitest'
import { lazyPart } from './lazy-parts.ts'

describe('a lazy part', () => {
  it('is loaded once, however often it is requested', async () => {
    const bring = vi.fn(async () => 'part')
    const lazy = lazyPart(bring)
    expect(lazy.loaded()).toBeUndefined()
    expect(await Promise.all([lazy.load(), lazy.load()])).toEqual(['part', 'part'])
    await lazy.load()
    expect(lazy.loaded()).toBe('part')
    expect(bring).toHaveBeenCalledOnce()
  })

  it('that fails to load rejects nowhere, and the next call retries', async () => {
    const bring = vi.fn<() => Promise<string>>()
    bring.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    bring.mockResolvedValue('part')
    const lazy = lazyPart(bring)
    expect(await lazy.load()).toBeUndefined()
    expect(lazy.loaded()).toBeUndefined()
    expect(await lazy.load()).toBe('part')
  })
})
