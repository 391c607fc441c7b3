/** The branding of a hosted page. No value can end its CSS declaration, or load anything from elsewhere. */
import { createHash } from 'node:crypto'
import path from 'node:path'
import * as z from 'zod/mini'
import type { Branding, Logo } from '../../contract/page-interface.ts'
import {
  type ColorCheck,
  type ColorName,
  checkColors,
  derivedColors,
  minimumContrast,
  mix,
  pageMixes,
  parseHex,
  toHex,
} from '../../contract/readable-colors.ts'
import { type ColorToken, defaultColors, type ThemeToken, themeTokens } from '../../contract/theme-tokens.ts'
import { createLoadedFile, type LoadedFile, readJsonFile, readOperatorFile } from '../operator-files.ts'
import { type BffOptions, variables } from '../options/bff-options.ts'
import { ConfigurationError, FileError } from '../options/option.ts'

/** Reads the branding that the options name, with its logo, and again with `reloadFiles()`.
 *  @throws ConfigurationError when it cannot be used */
export function loadBranding({ pageBrandingFile = '' }: Pick<BffOptions, 'pageBrandingFile'>): LoadedFile<Branding> {
  const readFile = () => {
    const folder = path.dirname(path.resolve(pageBrandingFile))
    const raw = readJsonFile(RawBranding, {
      variable: variables.pageBrandingFile,
      file: pageBrandingFile,
      name: 'branding',
    })
    const { branding, problems } = parseBranding(raw, 'branding', (name) =>
      Uint8Array.from(readOperatorFile(path.resolve(folder, name))),
    )
    if (problems.length === 0) return { value: branding, problems }
    throw new ConfigurationError(
      problems.map((problem) => `${variables.pageBrandingFile} ("${pageBrandingFile}"): ${problem}`),
    )
  }
  return createLoadedFile(readFile(), readFile)
}

const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i
const noColor = {
  error: () => 'is not a color. Write it as "#003b5c", or as { "light": "#003b5c", "dark": "#9fd0ff" }.',
}
const plainColor = z.string(noColor).check(z.regex(hex, noColor))
const RawColor = z.union([plainColor, z.strictObject({ light: plainColor, dark: plainColor }, noColor)], noColor)

const text = (pattern: RegExp, example: string) =>
  z
    .string({ error: () => `is not a text such as "${example}".` })
    .check(z.regex(pattern, { error: () => `is not written like "${example}".` }))
const size = text(/^(0|\d{1,4}(\.\d{1,3})?(px|em|rem))$/, '4px')
const weight = text(/^[1-9]\d{2}$/, '600')

const byToken: Readonly<Record<Exclude<ThemeToken, ColorToken>, z.ZodMiniType<string>>> = {
  'font-family': text(/^[\w\s,'"-]{1,200}$/, 'Georgia, serif'),
  'font-size-base': size,
  'font-weight-bold': weight,
  'line-height': text(/^[1-3](\.\d{1,2})?$/, '1.5'),
  radius: size,
  space: size,
  'max-width': size,
  'input-height': size,
  'input-border-width': size,
  'button-radius': size,
  'button-font-weight': weight,
  shadow: text(/^[\w\s#.,-]{1,200}$/, '0 1px 2px #00000020'),
  'transition-duration': text(/^\d{1,4}ms$/, '140ms'),
}

const isColor = (token: ThemeToken): token is ColorToken => token.startsWith('color-') || token === 'input-background'

/** A branding as written in the file. No other keys. */
export const RawBranding = z.strictObject(
  {
    theme: z.optional(z.enum(['light', 'dark'], { error: () => 'is neither light nor dark. Remove it for both.' })),
    tokens: z.optional(
      z.strictObject(
        Object.fromEntries(
          themeTokens.map((token) => [token, z.optional<z.ZodMiniType>(isColor(token) ? RawColor : byToken[token])]),
        ),
        { error: () => 'is not an object with tokens.' },
      ),
    ),
    logo: z.optional(z.string({ error: () => 'is not the path of a file.' })),
  },
  {
    error: () =>
      'is not a valid branding. Write it as { "tokens": { "color-primary": "#003b5c" }, "logo": "logo.png" }.',
  },
)
export type RawBranding = z.infer<typeof RawBranding>

type Theme = keyof typeof defaultColors
type Palette = Partial<Record<ColorToken, string>>

/** `at`: path of its key, the prefix of each problem. `readBytes` reads the logo; throws when it cannot. */
export function parseBranding(
  raw: RawBranding,
  keyPath: string,
  readBytes: (file: string) => Uint8Array<ArrayBuffer>,
): { branding: Branding; problems: string[] } {
  const { theme, logo: file } = raw
  const themes = (theme === undefined ? (['light', 'dark'] as const) : [theme]).map((name) => getThemeColors(raw, name))
  const problems = themes.flatMap(findContrastProblems).map((problem) => `${keyPath}.tokens.${problem}`)
  const read = file === undefined ? undefined : loadLogo(file, readBytes)
  if (read !== undefined && 'problem' in read) problems.push(`${keyPath}.logo ${read.problem}`)
  const logo = read !== undefined && 'logo' in read ? read.logo : undefined
  return { branding: { theme, css: toCss(raw) + toReplacementCss(themes), logo }, problems }
}

function loadLogo(file: string, readBytes: (file: string) => Uint8Array<ArrayBuffer>): ReturnType<typeof readLogo> {
  try {
    const read = readLogo(readBytes(file))
    return 'problem' in read ? { problem: `names a file ("${file}") that ${read.problem}` } : read
  } catch (error) {
    return { problem: FileError.from(error, file).message }
  }
}

interface ThemeColors {
  theme: Theme
  /** None where the branding sets no color: the form's own can be read. */
  colors: readonly (ColorCheck & { isSet: boolean })[]
}

function mixPageColors(palette: Palette, theme: Theme): Palette {
  const { 'color-on-surface': textColor, 'color-surface': surface = defaultColors[theme]['color-surface'] } = palette
  if (textColor === undefined) return {}
  const mixed = Object.entries(pageMixes).map(([token, { share, tint = surface }]) => {
    return [token, toHex(mix(parseHex(tint) ?? [], parseHex(textColor) ?? [], share))] as const
  })
  return Object.fromEntries(mixed)
}

function getThemeColors({ tokens = {} }: RawBranding, theme: Theme): ThemeColors {
  const ownColors = Object.entries(tokens).flatMap(([token, value]) => {
    const { success, data } = RawColor.safeParse(value)
    return success ? [[token, typeof data === 'string' ? data : data[theme]] as const] : []
  })
  if (ownColors.length === 0) return { theme, colors: [] }
  const ownPalette: Palette = Object.fromEntries(ownColors)
  const palette = { ...defaultColors[theme], ...mixPageColors(ownPalette, theme), ...ownPalette }
  const getColor = (token: ColorToken) => parseHex(palette[token] ?? palette['color-primary'] ?? '') ?? []
  const colors = checkColors(getColor)
  return {
    theme,
    colors: colors.map((color) => ({ ...color, isSet: ownColors.some(([token]) => token === color.name) })),
  }
}

/** What a color is seen on, or with, where that is not `color-surface`. */
const backgroundTokens: Partial<Record<ColorName, ColorToken>> = {
  'color-on-primary': 'color-primary',
  'input-background': 'color-on-surface',
}

/** Returns the unreadable colors, each with its contrast and a readable one (WCAG 2.2 AA). */
function findContrastProblems({ theme, colors }: ThemeColors): string[] {
  return colors.flatMap(({ name, color, replacement = color, isSet, backgrounds, minContrast }) => {
    const ratio = minimumContrast(color, backgrounds)
    // A link has the accent, unless the branding says otherwise.
    if (ratio >= minContrast || (!isSet && (derivedColors.includes(name) || name === 'color-link'))) return []
    const label = isSet ? toHex(color) : `${toHex(color)}, the form's own`
    const background = `${backgroundTokens[name] ?? 'color-surface'} (${toHex(backgrounds[0] ?? [])})${backgrounds.length > 1 ? ' or its tint' : ''}`
    return [
      `${name} (${label}) has a contrast of ${ratio.toFixed(1)}:1 to ${background} in the ${theme} theme and needs ${minContrast}:1. ${toHex(replacement)} is readable.`,
    ]
  })
}

interface Declaration {
  name: string
  light: string
  dark: string
}

function toCss({ tokens = {} }: RawBranding): string {
  const declarations = Object.entries(tokens).flatMap(([token, value]): Declaration[] => {
    const { data } = RawColor.safeParse(value)
    if (typeof data === 'object') return [{ name: `--vr-${token}`, ...data }]
    return typeof value === 'string' ? [{ name: `--vr-${token}`, light: value, dark: value }] : []
  })
  return (
    toRules('html', declarations) +
    (tokens['font-family'] === undefined ? '' : 'html{font-family:var(--vr-font-family)}')
  )
}

/** Returns the derived colors that are not what the style sheet makes of the tokens: a page without scripts measures nothing. */
function toReplacementCss(themes: readonly ThemeColors[]): string {
  const declarations = derivedColors.flatMap((name): Declaration[] => {
    const matches = themes.flatMap(({ colors }) => colors.filter((color) => color.name === name))
    if (matches.every(({ replacement }) => replacement === undefined)) return []
    const [light = '', dark = light] = matches.map(({ color, replacement = color }) => toHex(replacement))
    return [{ name: `--_${name}`, light, dark }]
  })
  return toRules('html .vr-root', declarations)
}

/** Browsers without `light-dark()` get the light colors, as the form does. */
function toRules(selector: string, declarations: readonly Declaration[]): string {
  const plain = declarations.map(({ name, light }) => `${name}:${light}`).join(';')
  const lightDark = declarations
    .filter(({ light, dark }) => light !== dark)
    .map(({ name, light, dark }) => `${name}:light-dark(${light},${dark})`)
    .join(';')
  const inBoth = lightDark === '' ? '' : `@supports (color:light-dark(#000,#fff)){${selector}{${lightDark}}}`
  return plain === '' ? '' : `${selector}{${plain}}${inBoth}`
}

const maxLogoBytes = 256 * 1024

/** The first bytes of a file by type; `undefined` is its length. */
const logoTypes = [
  { ending: 'png', type: 'image/png', signature: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { ending: 'jpg', type: 'image/jpeg', signature: [0xff, 0xd8, 0xff] },
  {
    ending: 'webp',
    type: 'image/webp',
    signature: [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
  },
] as const

/** Detects PNG, JPEG or WebP by content, whatever the name. @returns the logo, or its problem without the file's name */
export function readLogo(bytes: Uint8Array<ArrayBuffer>): { logo: Logo } | { problem: string } {
  if (bytes.length > maxLogoBytes) return { problem: `has ${bytes.length} bytes; the maximum is ${maxLogoBytes}.` }
  const logoType = logoTypes.find(({ signature }) =>
    signature.every((byte, index) => byte === undefined || bytes[index] === byte),
  )
  if (logoType === undefined) return { problem: 'is neither PNG, JPEG nor WebP.' }
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  return { logo: { name: `logo-${hash}.${logoType.ending}`, type: logoType.type, bytes } }
}
