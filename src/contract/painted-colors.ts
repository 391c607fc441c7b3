/** The colors that a form is painted with, calculated without a browser by the same rules as in one. */
import { type Color, contrast } from './label-on.ts'
import { type ColorName, parseHex, readableColors, worst, write } from './readable-colors.ts'
import { type ColorToken, defaultColors } from './theme-tokens.ts'

/** A color as the form is painted with it. Colors are written as `#rrggbb`. */
export interface PaintedColor {
  /** The token; or `accent`, the primary color as text and lines, or `wash`, the tint of boxes. */
  name: ColorName
  /** The requested color. */
  was: string
  /** The painted color: `was`, or its replacement if `was` cannot be read. */
  now: string
  /** The contrast of the painted color, from 1 to 21; if it is also used on tinted boxes, the lower of the two. */
  ratio: number
  /** The minimum contrast (WCAG 1.4.3 and 1.4.11); 1 for `color-primary`, which fills buttons. */
  least: number
}

/**
 * Returns the colors of a form on its own surface, in the order in which they depend on each other.
 *
 * @param tokens the partner's colors, each as `#rrggbb` or `#rgb`, else it throws; the form's defaults fill in the others
 */
export function paintedColors(
  tokens: Readonly<Partial<Record<ColorToken, string>>>,
  theme: 'light' | 'dark',
): PaintedColor[] {
  const colors: Partial<typeof tokens> = { ...defaultColors[theme], ...tokens }
  const asked = (token: ColorToken) => colorOf(colors[token] ?? colors['color-primary'])
  return readableColors(asked, asked('color-surface')).map(({ name, was, now, grounds, least }) => {
    return { name, was: write(was), now: write(now), ratio: worst(now, grounds), least }
  })
}

/**
 * Returns the contrast of two colors, from 1 to 21 (WCAG 2.2), as the form measures it.
 *
 * @param one as `#rrggbb` or `#rgb`, like the other
 * @returns `undefined` when one is not such a color
 */
export function contrastOf(one: string, other: string): number | undefined {
  const [color, ground] = [parseHex(one), parseHex(other)]
  return color && ground && contrast(color, ground)
}

function colorOf(hex = ''): Color {
  const color = parseHex(hex)
  if (color === undefined) throw new TypeError(`A color is written as #rrggbb, got "${hex}".`)
  return color
}
