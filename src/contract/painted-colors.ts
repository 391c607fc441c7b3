/** The colors that a form is painted with, calculated without a browser by the same rules as in one. */
import { type Color, measureColors, write } from './contrast.ts'
import { type ColorToken, defaultColors } from './theme-tokens.ts'

/** A color as the form is painted with it. Colors are written as `#rrggbb`. */
export interface PaintedColor {
  token: ColorToken
  /** The requested color. */
  was: string
  /** The painted color: `was`, or the nearest to it with enough contrast. */
  now: string
  /** The contrast of the painted color, from 1 to 21; if it also lies on shaded boxes, the lower of the two. */
  ratio: number
  /** The minimum contrast (WCAG 1.4.3 and 1.4.11). */
  least: number
}

/**
 * Returns the colors of a form on its own surface, in the order in which they depend on each other.
 *
 * @param tokens the partner's colors, each as `#rrggbb`, else it throws; the form's defaults fill in the others
 */
export function paintedColors(
  tokens: Readonly<Partial<Record<ColorToken, string>>>,
  theme: 'light' | 'dark',
): PaintedColor[] {
  const asked = (token: ColorToken) => colorOf(tokens[token] ?? defaultColors[theme][token])
  const surface = asked('color-surface')
  const settled = new Map(measureColors(asked, surface).map(({ token, now }) => [token, now]))
  const painted = (token: ColorToken) => settled.get(token) ?? write(asked(token))
  // Measured again with the painted colors: the first `ratio` is that of the requested ones.
  return measureColors((token) => colorOf(painted(token)), surface).map(({ token, ratio, least }) => {
    return { token, was: write(asked(token)), now: painted(token), ratio, least }
  })
}

function colorOf(hex: string): Color {
  if (!/^#[\da-f]{6}$/i.test(hex)) throw new TypeError(`A color is written as #rrggbb, got "${hex}".`)
  return [...[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255), 1]
}
