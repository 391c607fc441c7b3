/** `npm run languages`: measures every language on a phone, and writes the table of `docs/languages.md`. Needs a build,
 *  Chromium, and fonts for every script (Debian: fonts-noto-core, fonts-noto-cjk), or the figures are meaningless. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { browserTests } from './runner/browser-tests.mjs'
import { chromium } from './runner/chromium.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const folder = path.resolve('dist/languages')
if (!process.argv.includes('--no-run')) {
  rmSync(folder, { recursive: true, force: true })
  await browserTests(['language-table.spec.ts', '--project=script'], {
    CHROMIUM: await chromium(),
    E2E: 'rest',
    LANGUAGES_FOLDER: folder,
  })
}
const { module } = await runnerImport('./.ci/language-table.ts', { configFile: false, logLevel: 'error' })
const table = module.languageTable((language) =>
  JSON.parse(readFileSync(`${folder}/${language}/measured.json`, 'utf8')),
)
const page = readFileSync('docs/languages.md', 'utf8')
const block = /<!-- measured: npm run languages -->\n[\s\S]*?<!-- end -->/
if (!block.test(page)) throw new Error('docs/languages.md has no place for the table.')
writeFileSync('docs/languages.md', page.replace(block, `<!-- measured: npm run languages -->\n${table}\n<!-- end -->`))
