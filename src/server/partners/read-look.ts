/** Turns a written look into the hosted page's look, or reports which of its colors lack contrast. */
import { type Color, nearest, readableOn, shaded, worst, write } from '../../contract/contrast.ts'
import type { Look } from '../../contract/look.ts'
import { type ColorToken, defaultColors, themeTokens } from '../../contract/theme-tokens.ts'
import { UnreadableFile } from '../options/unreadable-file.ts'
import { isColor, WrittenColor, type WrittenLook } from './look-keys.ts'
import { readLogo } from './read-logo.ts'

type Theme = keyof typeof defaultColors

/**
 * Reads a look.
 *
 * @param at the path of its key; prefix of each problem
 * @param readBytes reads the logo; throws when it cannot
 */
export function readLook(
  written: WrittenLook,
  at: string,
  readBytes: (file: string) => Uint8Array<ArrayBuffer>,
): { look: Look; problems: string[] } {
  const { theme, logo: file } = written
  const problems = (theme === undefined ? (['light', 'dark'] as const) : [theme]).flatMap((one) =>
    contrastProblems(written, one).map((problem) => `${at}.tokens.${problem}`),
  )
  const read = file === undefined ? undefined : logoIn(file, readBytes)
  if (read !== undefined && 'problem' in read) problems.push(`${at}.logo names a file ("${file}") that ${read.problem}`)
  const logo = read !== undefined && 'logo' in read ? read.logo : undefined
  return { look: { theme, css: cssOf(written), logo }, problems }
}

function logoIn(file: string, readBytes: (file: string) => Uint8Array<ArrayBuffer>): ReturnType<typeof readLogo> {
  try {
    return readLogo(readBytes(file))
  } catch (error) {
    const { what, todo } = UnreadableFile.from(error)
    return { problem: `${what}. ${todo}` }
  }
}

/** Returns the colors of one theme: the look's, by default the form's own. */
function paletteOf({ tokens = {} }: WrittenLook, theme: Theme): Record<ColorToken, string> {
  const own = Object.entries(tokens).flatMap(([token, value]) => {
    const { success, data } = WrittenColor.safeParse(value)
    return success ? [[token, typeof data === 'string' ? data : data[theme]] as const] : []
  })
  return { ...defaultColors[theme], ...Object.fromEntries(own) }
}

/** A color that needs contrast to another one, and to `more`. */
interface Pair {
  token: ColorToken
  ground: ColorToken
  min: number
  more: readonly Color[]
}

/** Returns the unreadable colors, each with its contrast and the nearest readable color (WCAG 2.2 AA). */
function contrastProblems(written: WrittenLook, theme: Theme): string[] {
  if (!themeTokens.some((token) => isColor(token) && written.tokens?.[token] !== undefined)) return []
  const palette = paletteOf(written, theme)
  const of = (token: ColorToken) => colorOf(palette[token])
  const [surface, text] = [of('color-surface'), of('color-on-surface')]
  const pairs: Pair[] = [
    ...readableOn.map(([token, min]): Pair => {
      return { token, ground: 'color-surface', min, more: min > 3 ? [shaded(surface, text)] : [] }
    }),
    { token: 'color-on-primary', ground: 'color-primary', min: 4.5, more: [] },
    { token: 'color-on-surface', ground: 'input-background', min: 4.5, more: [] },
  ]
  return pairs.flatMap(({ token, ground, min, more }) => {
    const grounds = [of(ground), ...more]
    const ratio = worst(of(token), grounds)
    if (ratio >= min) return []
    const named = written.tokens?.[token] === undefined ? `${palette[token]}, the form's own` : palette[token]
    const better = write(nearest(of(token), min, grounds))
    return [
      `${token} (${named}) has a contrast of ${ratio.toFixed(1)}:1 on ${ground} (${palette[ground]}) in the ${theme} theme and needs ${min}:1. The nearest that can be read is ${better}.`,
    ]
  })
}

function colorOf(hex: string): Color {
  const digits = hex.length === 4 ? hex.replaceAll(/[0-9a-f]/gi, '$&$&') : hex
  return [...[1, 3, 5].map((at) => Number.parseInt(digits.slice(at, at + 2), 16) / 255), 1]
}

/** Returns the tokens as CSS for the page's root. Browsers without `light-dark()` get the light colors, as the form does. */
function cssOf({ tokens = {} }: WrittenLook): string {
  const all = Object.entries(tokens).flatMap(([token, value]): { token: string; plain: string; both?: string }[] => {
    const { data } = WrittenColor.safeParse(value)
    if (typeof data === 'object') return [{ token, plain: data.light, both: `light-dark(${data.light},${data.dark})` }]
    return typeof value === 'string' ? [{ token, plain: value }] : []
  })
  const plain = all.map((one) => `--vr-${one.token}:${one.plain}`).join(';')
  const both = all.flatMap(({ token, both: pair }) => (pair === undefined ? [] : [`--vr-${token}:${pair}`])).join(';')
  const font = tokens['font-family'] === undefined ? '' : 'html{font-family:var(--vr-font-family)}'
  const dark = both === '' ? '' : `@supports (color:light-dark(#000,#fff)){html{${both}}}`
  return plain === '' ? '' : `html{${plain}}${dark}${font}`
}
