/** `npm run languages` measures every language on a phone; this writes the table of `docs/languages.md`. Without fonts for every script
 *  (Debian: fonts-noto-core, fonts-noto-cjk) the figures are meaningless. */
import { readFileSync, writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'

const folder = 'dist/languages'
const { module } = await runnerImport('./.ci/language-table.ts', { configFile: false, logLevel: 'error' })
const table = module.languageTable((language) =>
  JSON.parse(readFileSync(`${folder}/${language}/measured.json`, 'utf8')),
)
const page = readFileSync('docs/languages.md', 'utf8')
const block = /<!-- measured: npm run languages -->\n[\s\S]*?<!-- end -->/
if (!block.test(page)) throw new Error('docs/languages.md has no place for the table.')
writeFileSync('docs/languages.md', page.replace(block, `<!-- measured: npm run languages -->\n${table}\n<!-- end -->`))
