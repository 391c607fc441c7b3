/** The colors that a form is painted with, worked out without one: the browser settles them in the same way. */
import { type Color, measureColors, write } from './contrast.ts'
import { type ColorToken, defaultColors } from './theme-tokens.ts'

/** A color as the form is painted with it. Colors are written as `#rrggbb`. */
export interface PaintedColor {
  token: ColorToken
  /** The color that was asked for. */
  was: string
  /** The color that is painted: `was`, or the nearest to it that can be read. */
  now: string
  /** The contrast of what is painted, from 1 to 21; where it also lies on shaded boxes, the lesser of the two. */
  ratio: number
  /** The contrast that it needs (WCAG 1.4.3 and 1.4.11). */
  least: number
}

/**
 * The colors of a form with its own sheet, in the order in which they depend on each other.
 *
 * @param tokens what a partner sets, each as `#rrggbb`, else it throws; the form's own stand for the others
 */
export function paintedColors(
  tokens: Readonly<Partial<Record<ColorToken, string>>>,
  theme: 'light' | 'dark',
): PaintedColor[] {
  const asked = (token: ColorToken) => colorOf(tokens[token] ?? defaultColors[theme][token])
  const surface = asked('color-surface')
  const settled = new Map(measureColors(asked, surface).map(({ token, now }) => [token, now]))
  const painted = (token: ColorToken) => settled.get(token) ?? write(asked(token))
  // Measured again as painted: `ratio` is that of what was asked for.
  return measureColors((token) => colorOf(painted(token)), surface).map(({ token, ratio, least }) => {
    return { token, was: write(asked(token)), now: painted(token), ratio, least }
  })
}

function colorOf(hex: string): Color {
  if (!/^#[\da-f]{6}$/i.test(hex)) throw new TypeError(`A color is written as #rrggbb, got "${hex}".`)
  return [...[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255), 1]
}
