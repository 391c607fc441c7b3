import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { sha256 } from './sha256.ts'

it('is the SHA-256 of the platform, for every length around a block and for all of Unicode', () => {
  const texts = ['', 'abc', 'ü€😀\u0000', ...Array.from({ length: 200 }, (_, length) => 'x'.repeat(length))]
  for (const text of texts) expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'))
})
