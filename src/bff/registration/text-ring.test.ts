import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TextRing } from './text-ring.ts'

describe('texts in a ring', () => {
  it('come back as they were put in, or not at all; the last ones that have room together come back', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 40 }), (texts) => {
        const ring = new TextRing(64)
        const places = texts.map((text) => ring.put(text))
        const sizes = texts.map((text) => new TextEncoder().encode(text).length)
        for (const [index, text] of texts.entries()) {
          const place = places[index]
          const back = place && ring.get(place)
          expect([text, undefined]).toContain(back)
          // A text is never cut in two at the end of the ring: at most its own length is skipped there.
          const since = sizes.slice(index).reduce((sum, size) => sum + size, 0)
          const longest = Math.max(...sizes.slice(index))
          if (since + longest <= 64) expect(back).toBe(text)
        }
      }),
    )
  })

  it('keep nothing that is larger than the ring, and nothing that it has written over', () => {
    const ring = new TextRing(10)
    const first = ring.put('abc')
    expect(first && ring.get(first)).toBe('abc')
    expect(ring.put('ñ'.repeat(6))).toBeUndefined()
    expect(first && ring.get(first)).toBeUndefined()
    const next = ring.put('0123456789')
    expect(next && ring.get(next)).toBe('0123456789')
  })

  it('leave nothing behind when they are wiped, and their neighbours as they are', () => {
    const ring = new TextRing(10)
    const [before, meant, behind] = ['abc', 'defg', 'hij'].map((text) => ring.put(text))
    if (meant) ring.wipe(meant)
    expect([before, meant, behind].map((place) => place && ring.get(place))).toEqual(['abc', '\0\0\0\0', 'hij'])
    ring.put('klmno')
    if (before) ring.wipe(before)
    expect(behind && ring.get(behind)).toBe('hij')
  })

  it('begin with what they begin with, also a mark of the byte order', () => {
    const ring = new TextRing(10)
    const place = ring.put('\uFEFFx')
    expect(place && ring.get(place)).toBe('\uFEFFx')
  })
})
