/** The design tokens with which a partner sets how the form looks. */

/** A color, size or duration of the form that a partner may set; as CSS, `--vr-<token>`. */
export const themeTokens = [
  'color-primary',
  'color-on-primary',
  'color-surface',
  'color-on-surface',
  'color-muted',
  'color-border',
  'color-danger',
  'color-success',
  'color-warning',
  'color-focus',
  'color-link',
  'font-family',
  'font-size-base',
  'font-weight-bold',
  'line-height',
  'radius',
  'space',
  'max-width',
  'input-height',
  'input-background',
  'input-border-width',
  'button-radius',
  'button-font-weight',
  'shadow',
  'transition-duration',
] as const
export type ThemeToken = (typeof themeTokens)[number]

/** Whether a value only says how the form looks: none that could load a file or end its declaration. */
export const isTokenValue = (value: unknown): boolean =>
  !/[\\;{}<]|\/\*|\b(?:url|src|image|image-set|-webkit-image-set|cross-fade|-webkit-cross-fade|element|paint)\(/i.test(
    String(value),
  )

/** The default values of the color tokens: the same as in `tokens.css`. That of `color-link` is `color-primary`. */
export const defaultColors = {
  light: {
    'color-primary': '#46389e',
    'color-on-primary': '#ffffff',
    'color-surface': '#ffffff',
    'color-on-surface': '#1c1b22',
    'color-muted': '#57555f',
    'color-border': '#76737f',
    'color-danger': '#ad1f16',
    'color-success': '#176a3a',
    'color-warning': '#7f5200',
    'color-focus': '#7a3ff2',
    'input-background': '#ffffff',
  },
  dark: {
    'color-primary': '#c0b7ff',
    'color-on-primary': '#1b1440',
    'color-surface': '#1a1922',
    'color-on-surface': '#efedf5',
    'color-muted': '#b8b5c4',
    'color-border': '#8b8799',
    'color-danger': '#ffaba2',
    'color-success': '#86dba6',
    'color-warning': '#f2c76a',
    'color-focus': '#ffd866',
    'input-background': '#121118',
  },
} as const satisfies Record<'light' | 'dark', Partial<Record<ThemeToken, string>>>

/** A token that is a color. */
export type ColorToken = keyof typeof defaultColors.light | 'color-link'
