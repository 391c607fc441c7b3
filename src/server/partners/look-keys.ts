/** The keys of a look: tokens by kind. No value can end its CSS declaration, or load anything from elsewhere. */
import * as z from 'zod/mini'
import { type ColorToken, type ThemeToken, themeTokens } from '../../contract/theme-tokens.ts'

const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i
const noColor = { error: () => 'is no color. Write it as "#003b5c", or as { "light": "#003b5c", "dark": "#9fd0ff" }.' }
const one = z.string(noColor).check(z.regex(hex, noColor))
const color = z.union([one, z.strictObject({ light: one, dark: one }, noColor)], noColor)

const text = (pattern: RegExp, example: string) =>
  z
    .string({ error: () => `is no text such as "${example}".` })
    .check(z.regex(pattern, { error: () => `is not written as "${example}" is.` }))
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

/** Whether a token is a color. */
const isColor = (token: ThemeToken): token is ColorToken => token.startsWith('color-') || token === 'input-background'

/** A look as written in the file. No other keys. */
export const WrittenLook = z.strictObject(
  {
    theme: z.optional(z.enum(['light', 'dark'], { error: () => 'is neither light nor dark. Leave it out for both.' })),
    tokens: z.optional(
      z.strictObject(
        Object.fromEntries(
          themeTokens.map((token) => [token, z.optional<z.ZodMiniType>(isColor(token) ? color : byToken[token])]),
        ),
        { error: () => 'is no object with tokens.' },
      ),
    ),
    logo: z.optional(z.string({ error: () => 'is no path of a file.' })),
  },
  { error: () => 'is no look. Write it as { "tokens": { "color-primary": "#003b5c" }, "logo": "logo.png" }.' },
)
export type WrittenLook = z.infer<typeof WrittenLook>

/** A color as written in the file: one for both themes, or one for each. */
export const WrittenColor = color
