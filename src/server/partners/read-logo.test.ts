import { describe, expect, it } from 'vitest'
import { readLogo } from './read-logo.ts'

/** The problem of a logo, or its type. */
function read(bytes: number[]): string {
  const found = readLogo(new Uint8Array(bytes))
  return 'problem' in found ? found.problem : found.logo.type
}

describe('readLogo', () => {
  it('accepts PNG, JPEG and WebP by their first bytes', () => {
    const webp = [0x52, 0x49, 0x46, 0x46, 9, 9, 9, 9, 0x57, 0x45, 0x42, 0x50]
    const types = [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], [0xff, 0xd8, 0xff, 0xe0], webp]
    expect(types.map(read)).toEqual(['image/png', 'image/jpeg', 'image/webp'])
  })

  it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', 'GIF89a', ''])('rejects %j', (text) => {
    expect(read([...new TextEncoder().encode(text)])).toBe('is neither PNG, JPEG nor WebP.')
  })
})
