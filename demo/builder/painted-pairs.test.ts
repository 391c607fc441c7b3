import { expect, it } from 'vitest'
import { paintedPairs } from './painted-pairs.ts'
import { defaultChoices } from './snippet-options.ts'

const tokensOf = (changes: Partial<typeof defaultChoices>) =>
  paintedPairs({ ...defaultChoices, ...changes }).map(({ token }) => token)

it('an untouched form has nothing to measure', () => {
  expect(paintedPairs(defaultChoices)).toEqual([])
})

it('a color of buttons changes their labels, their edges and the links, and nothing else', () => {
  expect(tokensOf({ color: '#ffdd00' })).toEqual(['color-on-primary', 'color-primary', 'color-link'])
})

it('a sheet changes everything that lies on it', () => {
  expect(tokensOf({ surface: '#102030' })).toEqual([
    'color-on-primary',
    'color-primary',
    'color-link',
    'color-on-surface',
    'input-background',
    'color-border',
    'color-focus',
    'color-danger',
    'color-muted',
    'color-success',
    'color-warning',
  ])
})

it('each is measured as it is painted, in each theme, and not as it was asked for', () => {
  const [label, , link] = paintedPairs({ ...defaultChoices, color: '#ffdd00' })
  const of = (pair: typeof label) =>
    pair?.colors.map(({ theme, was, now, ratio }) => [theme, was, now, ratio.toFixed(1)])
  expect(of(link)).toEqual([
    ['light', '#ffdd00', '#806f00', '4.6'],
    ['dark', '#ffdd00', '#ffdd00', '11.8'],
  ])
  expect(of(label)).toEqual([
    ['light', '#000000', '#f5f5f5', '4.6'],
    ['dark', '#000000', '#000000', '15.6'],
  ])
})

it('shows only the theme that is chosen', () => {
  const [pair] = paintedPairs({ ...defaultChoices, theme: 'dark', focus: '#ffcc00' })
  expect(pair?.colors.map(({ theme }) => theme)).toEqual(['dark'])
})
