import { expect, it } from 'vitest'
import { contrastOf } from './contrast.ts'

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#FFFFFF', 1],
  // The lightest gray with enough contrast for text on white.
  ['#767676', '#ffffff', 4.54],
])('%s on %s has a contrast of %d', (one, other, wanted) => {
  expect(contrastOf(one, other)).toBeCloseTo(wanted, 2)
  expect(contrastOf(other, one)).toBeCloseTo(wanted, 2)
})

it.each(['red', '#fff', '', 'rgb(0 0 0)'])('%j is not measured', (text) => {
  expect(contrastOf(text, '#ffffff')).toBeUndefined()
})
