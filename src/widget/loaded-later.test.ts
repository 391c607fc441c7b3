import { describe, expect, it, vi } from 'vitest'
import { loadedLater } from './loaded-later.ts'

describe('a part that is loaded later', () => {
  it('is brought once, however often it is asked for', async () => {
    const bring = vi.fn(async () => 'part')
    const later = loadedLater(bring)
    expect(later.loaded()).toBeUndefined()
    await Promise.all([later.load(), later.load()])
    await later.load()
    expect(later.loaded()).toBe('part')
    expect(bring).toHaveBeenCalledOnce()
  })

  it('that is lost on the way rejects nowhere, and is asked for again by the next who needs it', async () => {
    const bring = vi.fn<() => Promise<string>>()
    bring.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    bring.mockResolvedValue('part')
    const later = loadedLater(bring)
    await later.load()
    expect(later.loaded()).toBeUndefined()
    await later.load()
    expect(later.loaded()).toBe('part')
  })

  it('is there from the start where it lies in the same file', () => {
    expect(loadedLater(async () => 'part', 'here').loaded()).toBe('here')
  })
})
