/** The rules by which a form's colors stay readable (WCAG 1.4.3 and 1.4.11). */
import { type Color, contrast, labelOn } from './label-on.ts'
import type { ColorToken } from './theme-tokens.ts'

/**
 * A color of the form: a partner's token, `accent` for lines, numbers and labels in the primary color, and `wash` for the
 * tint of boxes. In `tokens.css` its name begins with `--_`.
 */
export type ColorName = ColorToken | 'accent' | 'wash'

/** A color, as requested and as the form uses it. */
export interface ReadableColor {
  name: ColorName
  was: Color
  /** The very `was`, if it can be used. */
  now: Color
  /** What it is seen on; for a background, the text on it. */
  grounds: readonly Color[]
  /** The minimum contrast to each of them; 1 for a fill, which needs none. */
  least: number
}

/**
 * Measures the colors of a form, and replaces those that cannot be read:
 *
 * 1. `color-primary` is kept as the fill of buttons. A label that cannot be read on it becomes black or white.
 * 2. Text, lines and borders that cannot be read on the surface or on the tint of boxes get the color of text. If that one
 *    cannot be read itself, it becomes black or white; if it cannot be read on the tint, there is no tint.
 * 3. A fill that can hardly be told from the surface gets the color of text, and its label that of the surface.
 *
 * @param read returns the requested color
 * @param surface the color of the form's surface, opaque
 */
export function readableColors(read: (token: ColorToken) => Color, surface: Color): ReadableColor[] {
  const all: ReadableColor[] = []
  const settle = (name: ColorName, was: Color, fallback: Color, grounds: Color[], least = 4.5, isForced = false) => {
    const now = isForced || worst(was, grounds) < least ? fallback : was
    all.push({ name, was, now, grounds, least })
    return now
  }
  const flat = (token: ColorToken) => over(read(token), surface)
  const text = settle('color-on-surface', flat('color-on-surface'), labelOn(surface), [surface])
  const wash = settle('wash', mix(surface, text, 0.04), surface, [text])
  const both = [surface, wash]
  for (const token of ['color-muted', 'color-danger', 'color-success', 'color-link'] as const) {
    settle(token, flat(token), text, both)
  }
  for (const token of ['color-border', 'color-focus', 'color-warning'] as const) {
    settle(token, flat(token), text, both, 3)
  }
  const primary = flat('color-primary')
  settle('accent', primary, text, both)
  const isSurface = primary.every((part, index) => Math.abs(part - (surface[index] ?? 0)) < 0.1)
  const fill = settle('color-primary', primary, text, both, 1, isSurface)
  const label = over(read('color-on-primary'), fill)
  settle('color-on-primary', label, isSurface ? surface : labelOn(fill), [fill], 4.5, isSurface)
  // Either of the two could be replaced; here it is the background.
  settle('input-background', flat('input-background'), surface, [text])
  return all
}

/** Returns the lowest contrast of a color with some backgrounds, from 1 to 21. */
export function worst(color: Color, grounds: readonly Color[]): number {
  return Math.min(...grounds.map((ground) => contrast(color, ground)))
}

/** Blends a color over an opaque one. */
export function over(color: Color, ground: Color): Color {
  return mix(ground, color, color[3] ?? 1)
}

function mix(from: Color, to: Color, share: number): Color {
  return from.slice(0, 3).map((part, index) => part + ((to[index] ?? 0) - part) * share)
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

/** Reads a color written as `#rrggbb` or `#rgb`; `undefined` for anything else. */
export function parseHex(text: string): Color | undefined {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.test(text) ? text.slice(1) : undefined
  const pairs = (digits?.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits)?.match(/../g)
  return pairs?.map((pair) => Number.parseInt(pair, 16) / 255)
}
