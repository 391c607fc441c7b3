import { expect, it } from 'vitest'
import { contrastOf, paintedColors } from './painted-colors.ts'

const of = (name: string, ...[tokens, theme]: Parameters<typeof paintedColors>) =>
  paintedColors(tokens, theme).find((color) => color.name === name)

it.each(['light', 'dark'] as const)(
  'the form’s own colors are painted as they are, and all can be read: %s',
  (theme) => {
    for (const { name, was, now, ratio, least } of paintedColors({}, theme)) {
      expect([name, now]).toEqual([name, was])
      expect(ratio).toBeGreaterThanOrEqual(least)
    }
  },
)

it('a color that cannot be read as text stays the fill, and is measured as it is painted', () => {
  const tokens = { 'color-primary': '#ffdd00' }
  const [fill, label, accent] = ['color-primary', 'color-on-primary', 'accent'].map((name) => of(name, tokens, 'light'))
  expect(fill).toMatchObject({ was: '#ffdd00', now: '#ffdd00', least: 1 })
  expect(label).toMatchObject({ was: '#ffffff', now: '#1c1b22', least: 4.5 })
  expect(label?.ratio).toBeCloseTo(12.7, 1)
  expect(accent).toMatchObject({ was: '#ffdd00', now: '#1c1b22', least: 4.5 })
  expect(accent?.ratio).toBeGreaterThan(15)
  expect(of('accent', tokens, 'dark')?.now).toBe('#ffdd00')
})

it('what is no #rrggbb is refused with the text that was seen', () => {
  expect(() => paintedColors({ 'color-focus': 'blurple' }, 'light')).toThrow(
    'A color is written as #rrggbb, got "blurple".',
  )
})

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#FFFFFF', 1],
  // The lightest gray with enough contrast for text on white.
  ['#767676', '#fff', 4.54],
])('%s on %s has a contrast of %d', (one, other, wanted) => {
  expect(contrastOf(one, other)).toBeCloseTo(wanted, 2)
  expect(contrastOf(other, one)).toBeCloseTo(wanted, 2)
})

it.each(['red', '', 'rgb(0 0 0)'])('%j is not measured', (text) => {
  expect(contrastOf(text, '#ffffff')).toBeUndefined()
})
