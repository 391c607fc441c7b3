/** The rules by which a form's colors stay readable (WCAG 1.4.3 and 1.4.11). */
import type { ColorToken } from './theme-tokens.ts'

/** Red, green and blue from 0 to 1, and sometimes the opacity. */
export type Color = readonly number[]

/** A color of the form: a partner's token, `accent` for lines, numbers and labels in the primary color, and `wash` for the
 *  tint of boxes. In `tokens.css` its name begins with `--_`. */
export type ColorName = ColorToken | 'accent' | 'wash'

/** Derived by the form, so replaced where they cannot be read. Other colors stay, and are reported to the partner. */
export const derivedColors: readonly ColorName[] = ['accent', 'wash', 'color-primary', 'color-on-primary']

/** What `tokens.css` mixes from a page's own color of text: the share of that color, and the tint, by default the surface. */
export const pageMixes: { [Token in ColorToken]?: { share: number; tint?: string } } = {
  'color-muted': { share: 0.75 },
  'color-border': { share: 0.6 },
  'color-danger': { share: 0.65, tint: '#e5261c' },
  'color-success': { share: 0.65, tint: '#1f8f4e' },
  'color-warning': { share: 0.65, tint: '#b37400' },
  'color-focus': { share: 0.65, tint: '#7a3ff2' },
  'input-background': { share: 0 },
}

export interface ColorCheck {
  name: ColorName
  /** As the theme has it, opaque. */
  color: Color
  /** What could be read in its place; `undefined` where the color itself can. */
  replacement: Color | undefined
  /** What it is seen on; for a background, the text on it. */
  backgrounds: readonly Color[]
  /** The minimum contrast to each of them; 1 for a fill, which needs none. */
  minContrast: number
}

/** Measures the colors of a theme. The form replaces {@link derivedColors} alone:
 *
 *  1. `color-primary` is kept as the fill of buttons. A label that cannot be read on it becomes black or white.
 *  2. Lines and text in the primary color that cannot be read on the surface or on the tint of boxes get the color of text.
 *  3. A fill that is close to the surface color gets the color of text, and its label that of the surface. */
export function checkColors(getColor: (token: ColorToken) => Color): ColorCheck[] {
  const checks: ColorCheck[] = []
  interface CheckOptions {
    fallback: Color
    backgrounds: Color[]
    minContrast?: number
    isUsable?: boolean
  }
  const check = (name: ColorName, color: Color, options: CheckOptions) => {
    const { fallback, backgrounds, minContrast = 4.5 } = options
    const { isUsable = minimumContrast(color, backgrounds) >= minContrast } = options
    checks.push({ name, color, replacement: isUsable ? undefined : fallback, backgrounds, minContrast })
    return isUsable ? color : fallback
  }
  // Behind a transparent surface is the page: its background is one that the text can be read on.
  const surface = blend(getColor('color-surface'), getLabelColor(getColor('color-on-surface')))
  const flat = (token: ColorToken) => blend(getColor(token), surface)
  const text = check('color-on-surface', flat('color-on-surface'), {
    fallback: getLabelColor(surface),
    backgrounds: [surface],
  })
  const wash = check('wash', mix(surface, text, 0.04), { fallback: surface, backgrounds: [text] })
  const backgrounds = [surface, wash]
  for (const token of ['color-muted', 'color-danger', 'color-success', 'color-link'] as const) {
    check(token, flat(token), { fallback: text, backgrounds })
  }
  for (const token of ['color-border', 'color-focus', 'color-warning'] as const) {
    check(token, flat(token), { fallback: text, backgrounds, minContrast: 3 })
  }
  const primary = flat('color-primary')
  check('accent', primary, { fallback: text, backgrounds })
  const isDistinct = primary.some((part, index) => Math.abs(part - (surface[index] ?? 0)) >= 0.1)
  const fill = check('color-primary', primary, { fallback: text, backgrounds, minContrast: 1, isUsable: isDistinct })
  const label = blend(getColor('color-on-primary'), fill)
  const labelOptions = isDistinct ? { fallback: getLabelColor(fill) } : { fallback: surface, isUsable: false }
  check('color-on-primary', label, { ...labelOptions, backgrounds: [fill] })
  // Either of the two could be replaced; here it is the background.
  check('input-background', flat('input-background'), { fallback: surface, backgrounds: [text] })
  return checks
}

/** Returns black or white: the first of `#1c1b22`, `#ffffff` and `#000000` with a contrast of at least 4.5 to the fill. */
export function getLabelColor(fill: Color): Color {
  const softBlack = [28 / 255, 27 / 255, 34 / 255]
  // Neither of the first two can be read on some grays, such as #808080; black can.
  return [softBlack, [1, 1, 1]].find((label) => measureContrast(label, fill) >= 4.5) ?? [0, 0, 0]
}

/** Returns the contrast of two opaque colors, from 1 to 21 (WCAG 2.2). */
export function measureContrast(first: Color, second: Color): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function minimumContrast(color: Color, backgrounds: readonly Color[]): number {
  return Math.min(...backgrounds.map((background) => measureContrast(color, background)))
}

/** Blends a color over an opaque one. */
function blend(color: Color, background: Color): Color {
  return mix(background, color, color[3] ?? 1)
}

export function mix(start: Color, end: Color, share: number): Color {
  return start.slice(0, 3).map((part, index) => part + ((end[index] ?? 0) - part) * share)
}

export function toHex(color: Color): string {
  const parts = color.slice(0, 3).map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${parts.join('')}`
}

export function parseHex(text: string): Color | undefined {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.test(text) ? text.slice(1) : undefined
  const pairs = (digits?.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits)?.match(/../g)
  return pairs?.map((pair) => Number.parseInt(pair, 16) / 255)
}

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2.2), as the form measures it.
 *  @param first as `#rrggbb` or `#rgb`, like the other
 *  @returns `undefined` when one is not such a color */
export function getContrast(first: string, second: string): number | undefined {
  const [color, background] = [parseHex(first), parseHex(second)]
  return color && background && measureContrast(color, background)
}
