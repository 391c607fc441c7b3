/** Measures the contrast of colors (WCAG 1.4.3 and 1.4.11), and finds the nearest color with enough contrast. */
import type { ColorToken } from './theme-tokens.ts'

/** Red, green, blue and opacity, from 0 to 1. */
export type Color = readonly number[]

/** Minimum contrast with the form's surface: 4.5 for text, also on the shaded boxes; 3 for what only has to be seen. */
export const readableOn: readonly (readonly [ColorToken, least: number])[] = [
  ['color-on-surface', 4.5],
  ['color-muted', 4.5],
  ['color-danger', 4.5],
  ['color-link', 4.5],
  ['color-primary', 4.5],
  ['color-success', 4.5],
  ['color-border', 3],
  ['color-focus', 3],
  ['color-warning', 3],
]

/** A color with its contrast to its background. Colors are written as `#rrggbb`. */
export interface MeasuredColor {
  token: ColorToken
  /** The requested color. */
  was: string
  /** The color that the form uses: `was`, or the nearest to it with enough contrast. */
  now: string
  /** The contrast of `was`, and the minimum for it (WCAG 1.4.3 and 1.4.11). */
  ratio: number
  least: number
}

/**
 * Measures the colors of a form in the order in which they depend on each other, against the corrected colors before them.
 *
 * @param read returns the requested color
 * @param surface the color of the form's surface
 */
export function measureColors(read: (token: ColorToken) => Color, surface: Color): MeasuredColor[] {
  const all: MeasuredColor[] = []
  const settle = (token: ColorToken, least: number, ...grounds: readonly [Color, ...Color[]]): Color => {
    const was = over(read(token), grounds[0])
    const ratio = worst(was, grounds)
    const now = ratio < least ? nearest(was, least, grounds) : was
    all.push({ token, was: write(was), now: write(now), ratio, least })
    return now
  }
  const seen: Partial<Record<ColorToken, Color>> = {}
  for (const [token, least] of readableOn) {
    const { 'color-on-surface': text } = seen
    const more = text !== undefined && least > 3 ? [shaded(surface, text)] : []
    seen[token] = settle(token, least, surface, ...more)
  }
  settle('color-on-primary', 4.5, seen['color-primary'] ?? black)
  // Either of the two could be corrected with the same contrast; here it is the background.
  settle('input-background', 4.5, seen['color-on-surface'] ?? black)
  return all
}

/** Black, as a color. */
export const black: Color = [0, 0, 0, 1]

/** White, as a color. */
export const white: Color = [1, 1, 1, 1]

/** The color of the shaded boxes on a surface: see `--_wash` in `tokens.css`. */
export function shaded(surface: Color, text: Color): Color {
  return mix(surface, text, 0.04)
}

/** Blends a color over another. */
export function over(color: Color, ground: Color): Color {
  return mix(ground, color, color[3] ?? 1)
}

function mix(from: Color, to: Color, share: number): Color {
  return from.map((part, index) => part + ((to[index] ?? 0) - part) * (index === 3 ? 0 : share))
}

/** Returns the nearest color with enough contrast, towards black or white; if none has it, the better of the two. */
export function nearest(color: Color, least: number, grounds: readonly Color[]): Color {
  const ends = [black, white]
  for (let step = 1; step <= 100; step++) {
    for (const end of ends) {
      const candidate = mix(color, end, step / 100)
      // A little more than needed, because the result is rounded to whole numbers.
      if (worst(candidate, grounds) > least + 0.03) return candidate
    }
  }
  return worst(black, grounds) > worst(white, grounds) ? black : white
}

/** Returns the lowest contrast of a color with some backgrounds, from 1 to 21 (WCAG 2.2). */
export function worst(color: Color, grounds: readonly Color[]): number {
  return Math.min(
    ...grounds.map((ground) => {
      const [one, other] = [luminance(color), luminance(ground)]
      return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    }),
  )
}

function luminance([red = 0, green = 0, blue = 0]: Color): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/**
 * Returns the contrast of two colors, from 1 to 21 (WCAG 2.2), as the form measures it.
 *
 * @param one as `#rrggbb`, like the other
 * @returns `undefined` when one is not such a color
 */
export function contrastOf(one: string, other: string): number | undefined {
  const [color, ground] = [one, other].map((text) =>
    /^#[\da-f]{6}$/i.test(text) ? [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16) / 255) : undefined,
  )
  return color === undefined || ground === undefined ? undefined : worst(color, [ground])
}

/** A color as `#rrggbb`. */
export function write(color: Color): string {
  const parts = color.slice(0, 3).map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${parts.join('')}`
}
