/** The defaults of the tokens, read from the style sheets, as a table. */
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
  const nested = String.raw`(?:[^()]|\((?:[^()]|\([^()]*\))*\))*`
  const [, written] = new RegExp(String.raw`var\(--vr-${token}, (${nested})\)`).exec(sheets) ?? []
  if (written === undefined) throw new Error(`No style sheet reads --vr-${token}.`)
  return written === 'var(--_accent)' ? '--vr-color-primary' : written.replace(/^var\(--_([\w-]+)\)$/, '--vr-$1')
}
