import { expect, it } from 'vitest'
import { paintedColors } from './painted-colors.ts'

const of = (token: string, ...[tokens, theme]: Parameters<typeof paintedColors>) =>
  paintedColors(tokens, theme).find((color) => color.token === token)

it.each(['light', 'dark'] as const)(
  'the form’s own colors are painted as they are, and all can be read: %s',
  (theme) => {
    for (const { token, was, now, ratio, least } of paintedColors({}, theme)) {
      expect([token, now]).toEqual([token, was])
      expect(ratio).toBeGreaterThanOrEqual(least)
    }
  },
)

it('a color that cannot be read is painted as the nearest that can, and what lies on it is measured on that one', () => {
  const tokens = { 'color-primary': '#ffdd00', 'color-on-primary': '#000000' }
  const [primary, label] = ['color-primary', 'color-on-primary'].map((token) => of(token, tokens, 'light'))
  expect(primary?.now).not.toBe(primary?.was)
  expect(primary?.ratio).toBeGreaterThanOrEqual(4.5)
  expect(label?.ratio).toBeGreaterThanOrEqual(4.5)
  expect(of('color-primary', tokens, 'dark')?.now).toBe('#ffdd00')
})

it('what is no #rrggbb is refused with the text that was seen', () => {
  expect(() => paintedColors({ 'color-focus': 'blurple' }, 'light')).toThrow(
    'A color is written as #rrggbb, got "blurple".',
  )
})
