/** Prints the length of the screens by language, as `language-table.spec.ts` measured it, for `npm run languages`. Without fonts for
 *  every script (Debian: fonts-noto-core, fonts-noto-cjk) the figures are meaningless. */
import { readFileSync } from 'node:fs'
import { languageCodes } from 'voter-registration/contract'

const folder = 'dist/languages'
const rows = languageCodes.map((language) => {
  const measured = JSON.parse(readFileSync(`${folder}/${language}/measured.json`, 'utf8'))
  const toLengths = (width) =>
    ['form', 'answer with two ways on']
      .map((name) => measured.find((row) => row.width === width && row.screen === name)?.phoneScreens.toFixed(1) ?? '?')
      .join(' · ')
  const wide = measured
    .filter(({ overflow }) => overflow > 0)
    .map(({ screen, width, overflow }) => `${screen}, ${width} px: ${overflow} px`)
  return `| \`${language}\` | ${toLengths(390)} | ${toLengths(320)} | ${wide.join('; ') || 'none'} |`
})
console.log(['| Language | 390 × 844 | 320 × 568 | Overflow |', '|---|---|---|---|', ...rows].join('\n'))
