import { expect, it } from 'vitest'
import { paintedPairs } from './painted-pairs.ts'
import { defaultChoices } from './snippet-options.ts'

const colorsOf = (changes: Partial<typeof defaultChoices>) =>
  paintedPairs({ ...defaultChoices, ...changes }).map(({ color }) => color)

it('an untouched form has nothing to measure', () => {
  expect(paintedPairs(defaultChoices)).toEqual([])
})

it('a color of buttons changes their labels, their edges and the links, and nothing else', () => {
  expect(colorsOf({ color: '#ffdd00' })).toEqual(['color-on-primary', 'accent'])
})

it('a color that is nearly that of the form is replaced as a fill, too', () => {
  expect(colorsOf({ color: '#fafafa' })).toEqual(['color-primary', 'color-on-primary', 'accent'])
})

it('a sheet changes everything that lies on it', () => {
  expect(colorsOf({ surface: '#102030' })).toEqual([
    'accent',
    'color-on-surface',
    'wash',
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
  const [label, accent] = paintedPairs({ ...defaultChoices, color: '#ffdd00' })
  const of = (pair: typeof label) =>
    pair?.colors.map(({ theme, was, now, ratio }) => [theme, was, now, ratio.toFixed(1)])
  expect(of(accent)).toEqual([
    ['light', '#ffdd00', '#1c1b22', '15.8'],
    ['dark', '#ffdd00', '#ffdd00', '11.8'],
  ])
  expect(of(label)).toEqual([
    ['light', '#ffffff', '#1c1b22', '12.7'],
    ['dark', '#1b1440', '#1b1440', '12.8'],
  ])
})

it('shows only the theme that is chosen', () => {
  const [pair] = paintedPairs({ ...defaultChoices, theme: 'dark', focus: '#ffcc00' })
  expect(pair?.colors.map(({ theme }) => theme)).toEqual(['dark'])
})
