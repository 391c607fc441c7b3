import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Color,
  type ColorName,
  checkColors,
  getContrast,
  getLabelColor,
  measureContrast,
  minimumContrast,
  parseHex,
  toHex,
} from './readable-colors.ts'
import { seed } from './testing/seed.ts'
import { type ColorToken, defaultColors } from './theme-tokens.ts'

const colorOf = (hex: string): Color => parseHex(hex) ?? []

/** Returns the colors of a form by name, each as it is painted. */
function painted(tokens: Partial<Record<ColorToken, Color>>, theme: 'light' | 'dark') {
  const ours: Partial<Record<ColorToken, string>> = defaultColors[theme]
  const getColor = (token: ColorToken): Color => tokens[token] ?? colorOf(ours[token] ?? '')
  const checks = checkColors((token) =>
    token === 'color-link' && !tokens[token] ? getColor('color-primary') : getColor(token),
  )
  const [surface = []] = checks[0]?.backgrounds ?? []
  const colors = Object.fromEntries(checks.map(({ name, color, replacement = color }) => [name, replacement]))
  return { ...colors, 'color-surface': surface } as Record<ColorName, Color>
}

const written = (colors: Readonly<Record<string, Color>>) =>
  Object.fromEntries(Object.entries(colors).map(([name, color]) => [name, toHex(color)]))

const texts = ['color-on-surface', 'color-muted', 'color-danger', 'color-success', 'color-link', 'accent'] as const

it.each([
  ['#ffe600', 'light', { fill: '#ffe600', label: '#1c1b22', accent: '#1c1b22' }],
  ['#ffe600', 'dark', { fill: '#ffe600', label: '#1b1440', accent: '#ffe600' }],
  ['#0b6b3a', 'light', { fill: '#0b6b3a', label: '#ffffff', accent: '#0b6b3a' }],
  ['#0b6b3a', 'dark', { fill: '#0b6b3a', label: '#ffffff', accent: '#efedf5' }],
  ['#c8102e', 'light', { fill: '#c8102e', label: '#ffffff', accent: '#c8102e' }],
  ['#c8102e', 'dark', { fill: '#c8102e', label: '#ffffff', accent: '#efedf5' }],
  ['#1a1a1a', 'light', { fill: '#1a1a1a', label: '#ffffff', accent: '#1a1a1a' }],
  ['#1a1a1a', 'dark', { fill: '#efedf5', label: '#1a1922', accent: '#efedf5' }],
] as const)('a brand color %s, %s has suitable fill, label and lines', (brand, theme, wanted) => {
  const all = painted({ 'color-primary': colorOf(brand) }, theme)
  const [fill, label, accent] = (['color-primary', 'color-on-primary', 'accent'] as const).map((one) => toHex(all[one]))
  expect({ fill, label, accent }).toEqual(wanted)
  expect(toHex(all['color-link'])).toBe(accent)
})

it.each([
  // 4.54 on the surface, less on the tint.
  ['#767676', '#ffffff', '#ffffff'],
  // 3.1 on the surface; black has 4.75 there, less on the tint.
  ['#ff00aa', '#ffee00', '#1c1b22'],
])('a tint of %s on which the text, %s, is unreadable is dropped', (surface, text, shown) => {
  const all = painted({ 'color-surface': colorOf(surface), 'color-on-surface': colorOf(text) }, 'light')
  expect([all.wash, all['color-on-surface']].map(toHex)).toEqual([surface, shown])
})

it('a color that is readable on the surface, but not on the tint, becomes the text color', () => {
  // 4.54 on white, less on the tint.
  const all = painted({ 'color-muted': colorOf('#767676') }, 'light')
  expect(toHex(all['color-muted'])).toBe('#1c1b22')
})

it.each([
  ['#ffffff', '#1c1b22'],
  ['#222233', '#ffffff'],
])('a transparent surface gets a page color on which the text, %s, is readable', (text, page) => {
  const tokens = { 'color-surface': [0, 0, 0, 0], 'color-on-surface': colorOf(text) }
  const all = painted(tokens, 'light')
  expect([all['color-on-surface'], all['color-surface']].map(toHex)).toEqual([text, page])
})

it.each(['light', 'dark'] as const)('the form’s own colors do not change: %s', (theme) => {
  expect(written(painted({}, theme))).toMatchObject(defaultColors[theme])
})

describe('any colors', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  const color = fc.oneof(fc.tuple(part, part, part), fc.tuple(part, part, part, part))
  const names = Object.keys({ ...defaultColors.light, 'color-link': '' }) as ColorToken[]
  const palettes = fc.record(Object.fromEntries(names.map((name) => [name, color])), { requiredKeys: [] })
  const theme = fc.constantFrom('light' as const, 'dark' as const)
  const always = (holds: (all: Record<ColorName, Color>, asked: Partial<Record<ColorToken, Color>>) => void) =>
    fc.assert(
      fc.property(palettes, theme, (asked, one) => holds(painted(asked, one), asked)),
      { seed, numRuns: 3_000 },
    )

  it('keep text readable on the surface, on tints of boxes and hovered buttons, and in fields', () => {
    always((all) => {
      const grounds = [all['color-surface'], all.wash]
      for (const name of texts) expect(minimumContrast(all[name], grounds), name).toBeGreaterThanOrEqual(4.5)
      expect(measureContrast(all['color-on-surface'], all['input-background'])).toBeGreaterThanOrEqual(4.5)
    })
  })

  it('keep the label of a filled button readable on its fill', () => {
    always((all) => {
      expect(measureContrast(all['color-on-primary'], all['color-primary'])).toBeGreaterThanOrEqual(4.5)
    })
  })

  it('keep borders, the focus ring and the bar of a warning visible', () => {
    always((all) => {
      for (const name of ['color-border', 'color-focus', 'color-warning'] as const) {
        expect(minimumContrast(all[name], [all['color-surface'], all.wash]), name).toBeGreaterThanOrEqual(3)
      }
    })
  })

  it('keep a filled button distinct from the surface: its fill or its frame has a contrast of 3', () => {
    always((all) => {
      expect(measureContrast(all.accent, all['color-surface'])).toBeGreaterThanOrEqual(3)
    })
  })

  it('keep the primary color as the fill, unless it is nearly that of the surface', () => {
    always((all, { 'color-primary': primary }) => {
      if (primary === undefined || primary.length > 3) return
      const isNear = primary.every((one, at) => Math.abs(one - (all['color-surface'][at] ?? 0)) < 0.1)
      expect(toHex(all['color-primary'])).toBe(toHex(isNear ? all['color-on-surface'] : primary))
    })
  })

  it('are never replaced if they are readable', () => {
    fc.assert(
      fc.property(palettes, theme, (asked, one) => {
        const once = painted(asked, one)
        const { wash: _wash, accent: _accent, ...tokens } = once
        expect(written(painted(tokens, one))).toMatchObject(written(tokens))
      }),
      { seed, numRuns: 1_000 },
    )
  })
})

it.each([
  ['#1C1b22', '#1c1b22'],
  ['#0f8', '#00ff88'],
])('the color %s is parsed as %s', (text, wanted) => {
  expect(toHex(colorOf(text))).toBe(wanted)
})

it.each(['red', '#ff', '#12345', 'rgb(0 0 0)', ''])('the color %j is rejected', (text) => {
  expect(parseHex(text)).toBeUndefined()
})

it.each([
  ['#808080', '#000000'],
  ['#ff0000', '#000000'],
])('the label on %s, where neither white nor the usual black is readable, is %s', (fill, label) => {
  expect(toHex(getLabelColor(colorOf(fill)))).toBe(label)
})

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#FFFFFF', 1],
  // The lightest gray with enough contrast for text on white.
  ['#767676', '#fff', 4.54],
])('%s on %s has a contrast of %d', (one, other, wanted) => {
  expect(getContrast(one, other)).toBeCloseTo(wanted, 2)
  expect(getContrast(other, one)).toBeCloseTo(wanted, 2)
})

it('the contrast with an invalid color is unknown', () => {
  expect(getContrast('red', '#ffffff')).toBeUndefined()
})
