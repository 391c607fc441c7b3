import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast, labelOn } from './label-on.ts'
import { parseHex, write } from './readable-colors.ts'
import { seed } from './testing/seed.ts'

const on = (fill: string) => write(labelOn(parseHex(fill) ?? []))

it.each([
  ['#ffe600', '#1c1b22', 13.5],
  ['#0b6b3a', '#ffffff', 6.6],
  ['#c8102e', '#ffffff', 5.9],
  ['#1a1a1a', '#ffffff', 17.4],
])('the label on a button of %s is %s, with a contrast of %d', (fill, label, wanted) => {
  expect(on(fill)).toBe(label)
  expect(contrast(parseHex(label) ?? [], parseHex(fill) ?? [])).toBeCloseTo(wanted, 1)
})

it.each([
  ['#808080', '#000000'],
  ['#ff0000', '#000000'],
])('on %s, where neither can be read, it is %s', (fill, label) => {
  expect(on(fill)).toBe(label)
})

it('the label on any color can be read', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.tuple(part, part, part), (fill) => contrast(labelOn(fill), fill) >= 4.5),
    { seed, numRuns: 10_000 },
  )
})
