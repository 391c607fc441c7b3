/** The defaults of the tokens, read from the style sheets, as a table and as a picture. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultColors, themeTokens } from '../../src/contract/theme-tokens.ts'
import { code, markdownTable } from './page-blocks.ts'

const folder = fileURLToPath(new URL('../../src/form/widget/styles', import.meta.url))

/** Returns the table: each token with what it is without a value of the page. */
export function tokenTable(): string {
  const sheets = readdirSync(folder)
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n')
  const rows = themeTokens.map((token) => {
    const colors = colorsOf(token)
    const standard =
      colors === undefined ? code(standardIn(sheets, token)) : `${code(colors[0])}, dark ${code(colors[1])}`
    return [code(`--vr-${token}`), standard]
  })
  return markdownTable(['Token', 'Default'], rows)
}

/** Returns the default in the light and in the dark theme; `undefined` for what is no color, or another one. */
function colorsOf(token: string): [string, string] | undefined {
  const { light, dark }: Record<'light' | 'dark', Partial<Record<string, string>>> = defaultColors
  const [one, other] = [light[token], dark[token]]
  return one === undefined || other === undefined ? undefined : [one, other]
}

/**
 * Returns the second argument of `var(--vr-token, …)`, with a token in the place of our own name for it.
 *
 * @throws Error when no sheet reads the token
 */
function standardIn(sheets: string, token: string): string {
  const start = sheets.indexOf(`var(--vr-${token}, `)
  if (start < 0) throw new Error(`No style sheet reads --vr-${token}.`)
  let depth = 1
  let end = start + `var(--vr-${token}, `.length
  const from = end
  for (; depth > 0; end++) depth += sheets[end] === '(' ? 1 : sheets[end] === ')' ? -1 : 0
  const written = sheets.slice(from, end - 1)
  return written === 'var(--_accent)' ? '--vr-color-primary' : written.replace(/^var\(--_([\w-]+)\)$/, '--vr-$1')
}

/** Returns the picture of the colors, as SVG: a row for each, light beside dark. */
export function tokenPicture(): string {
  const rows = themeTokens.flatMap((token) => {
    const colors = colorsOf(token)
    return colors === undefined ? [] : [{ token, colors }]
  })
  const height = 24 * rows.length + 40
  const column = (theme: 'light' | 'dark', x: number) => {
    const { 'color-surface': surface, 'color-on-surface': text } = defaultColors[theme]
    const lines = rows.map(({ token, colors }, row) => {
      const color = colors[theme === 'light' ? 0 : 1]
      const y = 32 + 24 * row
      return `<rect x="${x + 12}" y="${y}" width="32" height="16" rx="3" fill="${color}" stroke="${text}" stroke-opacity=".3"/>
<text x="${x + 54}" y="${y + 13}">${token}</text><text x="${x + 204}" y="${y + 13}">${color}</text>`
    })
    return `<rect x="${x}" width="280" height="${height}" fill="${surface}"/>
<g fill="${text}"><text x="${x + 12}" y="20" font-weight="700">${theme}</text>
${lines.join('\n')}</g>`
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 560 ${height}" width="560" height="${height}" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>The default colors, light and dark</title>
${column('light', 0)}
${column('dark', 280)}
</svg>
`
}
