/** Turns a written look into the hosted page's look, or reports which of its colors lack contrast. */
import type { Look } from '../../contract/page-interface.ts'
import {
  type ColorCheck,
  type ColorName,
  checkColors,
  minimumContrast,
  parseHex,
  toHex,
} from '../../contract/readable-colors.ts'
import { type ColorToken, defaultColors } from '../../contract/theme-tokens.ts'
import { UnreadableFile } from '../options/errors.ts'
import { WrittenColor, type WrittenLook } from './look-keys.ts'
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
  const painted = (theme === undefined ? (['light', 'dark'] as const) : [theme]).map((one) => paint(written, one))
  const problems = painted.flatMap(contrastProblems).map((problem) => `${at}.tokens.${problem}`)
  const read = file === undefined ? undefined : logoIn(file, readBytes)
  if (read !== undefined && 'problem' in read) problems.push(`${at}.logo ${read.problem}`)
  const logo = read !== undefined && 'logo' in read ? read.logo : undefined
  return { look: { theme, css: cssOf(written) + replacementsIn(painted), logo }, problems }
}

function logoIn(file: string, readBytes: (file: string) => Uint8Array<ArrayBuffer>): ReturnType<typeof readLogo> {
  try {
    const read = readLogo(readBytes(file))
    return 'problem' in read ? { problem: `names a file ("${file}") that ${read.problem}` } : read
  } catch (error) {
    return { problem: UnreadableFile.from(error, file).message }
  }
}

/** The colors of a look in one theme. */
interface Painted {
  theme: Theme
  /** None where the look sets no color: the form's own can be read. */
  colors: readonly (ColorCheck & { isSet: boolean })[]
}

function paint({ tokens = {} }: WrittenLook, theme: Theme): Painted {
  const own = Object.entries(tokens).flatMap(([token, value]) => {
    const { success, data } = WrittenColor.safeParse(value)
    return success ? [[token, typeof data === 'string' ? data : data[theme]] as const] : []
  })
  if (own.length === 0) return { theme, colors: [] }
  const palette: Partial<Record<ColorToken, string>> = { ...defaultColors[theme], ...Object.fromEntries(own) }
  const getColor = (token: ColorToken) => parseHex(palette[token] ?? palette['color-primary'] ?? '') ?? []
  const colors = checkColors(getColor)
  return { theme, colors: colors.map((color) => ({ ...color, isSet: own.some(([token]) => token === color.name) })) }
}

/** What the form derives from the primary color and the surface. */
const derived: readonly ColorName[] = ['accent', 'wash', 'color-primary', 'color-on-primary']

/** What a color is seen on, or with, where that is not `color-surface`. */
const grounds: Partial<Record<ColorName, ColorToken>> = {
  'color-on-primary': 'color-primary',
  'input-background': 'color-on-surface',
}

/** Returns the unreadable colors, each with its contrast and a readable one (WCAG 2.2 AA). */
function contrastProblems({ theme, colors }: Painted): string[] {
  return colors.flatMap(({ name, color, replacement = color, isSet, backgrounds, minContrast }) => {
    const ratio = minimumContrast(color, backgrounds)
    // A link has the accent, unless the look says otherwise.
    if (ratio >= minContrast || (!isSet && (derived.includes(name) || name === 'color-link'))) return []
    const named = isSet ? toHex(color) : `${toHex(color)}, the form's own`
    const ground = `${grounds[name] ?? 'color-surface'} (${toHex(backgrounds[0] ?? [])})${backgrounds.length > 1 ? ' or its tint' : ''}`
    return [
      `${name} (${named}) has a contrast of ${ratio.toFixed(1)}:1 to ${ground} in the ${theme} theme and needs ${minContrast}:1. ${toHex(replacement)} can be read.`,
    ]
  })
}

/** A custom property, with its value in each theme. */
interface Declaration {
  name: string
  light: string
  dark: string
}

/** Returns the tokens as CSS for the page's root. */
function cssOf({ tokens = {} }: WrittenLook): string {
  const all = Object.entries(tokens).flatMap(([token, value]): Declaration[] => {
    const { data } = WrittenColor.safeParse(value)
    if (typeof data === 'object') return [{ name: `--vr-${token}`, ...data }]
    return typeof value === 'string' ? [{ name: `--vr-${token}`, light: value, dark: value }] : []
  })
  return rulesOf('html', all) + (tokens['font-family'] === undefined ? '' : 'html{font-family:var(--vr-font-family)}')
}

/** Returns the derived colors that are not what the style sheet makes of the tokens: a page without scripts measures nothing. */
function replacementsIn(painted: readonly Painted[]): string {
  const all = derived.flatMap((name): Declaration[] => {
    const found = painted.flatMap(({ colors }) => colors.filter((color) => color.name === name))
    if (found.every(({ replacement }) => replacement === undefined)) return []
    const [light = '', dark = light] = found.map(({ color, replacement = color }) => toHex(replacement))
    return [{ name: `--_${name}`, light, dark }]
  })
  return rulesOf('html .vr-root', all)
}

/** Browsers without `light-dark()` get the light colors, as the form does. */
function rulesOf(selector: string, declarations: readonly Declaration[]): string {
  const plain = declarations.map(({ name, light }) => `${name}:${light}`).join(';')
  const both = declarations
    .filter(({ light, dark }) => light !== dark)
    .map(({ name, light, dark }) => `${name}:light-dark(${light},${dark})`)
    .join(';')
  const inBoth = both === '' ? '' : `@supports (color:light-dark(#000,#fff)){${selector}{${both}}}`
  return plain === '' ? '' : `${selector}{${plain}}${inBoth}`
}
