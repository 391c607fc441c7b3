import { expect, it } from 'vitest'
import { list } from './format-day.ts'

it('a list has no word of another language, also where a browser does not know its own', () => {
  expect(list(['a', 'b', 'c'], { language: 'en' })).toBe('a, b, and c')
  for (const language of ['km', 'ht']) {
    expect(list(['a', 'b', 'c'], { language })).toBe('a, b, c')
  }
})
