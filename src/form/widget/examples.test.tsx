import { expect, it } from 'vitest'
import type { Example } from '../testing/example.ts'

/** The files that the gallery shows, found in the same way. The browser tests run axe over the whole gallery. */
const files = import.meta.glob<{ examples?: readonly Example[] }>('./**/*.examples.tsx', { eager: true })

it('every component of the gallery has examples', () => {
  const empty = Object.entries(files).filter(([, { examples = [] }]) => examples.length === 0)
  expect(empty.map(([file]) => file)).toEqual([])
  expect(Object.keys(files).length).toBeGreaterThan(5)
})
