/** Finishes the build: writes style sheets, scripts and integrity hashes as modules and JSON, and checks that third-party pages can
 *  safely load the script files, and the size of what every visitor of the hosted page loads. */
import { hash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** Maximum size of the scripts that every visitor of the hosted page loads, in bytes, compressed as the BFF does; see .size-limit.mjs. */
const budget = 143_900

const problems = []
/** A page's CSP may forbid these; `define.amd` would let the page's AMD loader capture the file. */
const forbidden = ['process.env', 'eval(', 'new Function', 'import.meta.env', 'define.amd']
const checkWords = (name, code) => {
  for (const word of forbidden) if (code.includes(word)) problems.push(`${name} has ${word}`)
}
const read = (file) => readFileSync(file, 'utf8')

// The hosted page's files, as a module, so that hosts without a file system can serve them.
const pageFolder = 'dist/hosted/files'
const scripts = Object.fromEntries(
  readdirSync(pageFolder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, read(path.join(pageFolder, name))]),
)
const getPackedSize = (name) => gzipSync(scripts[name]).length
for (const [name, code] of Object.entries(scripts)) {
  checkWords(name, code)
  console.log(`${pageFolder}/${name}: ${code.length} bytes, ${getPackedSize(name)} with gzip`)
}
const script = Object.keys(scripts).find((name) => name.startsWith('page-'))
if (script === undefined) throw new Error('The script of the hosted page was not built.')
// What the script imports statically, so that a browser can preload it before it has parsed the script.
const isNeededBy = (name, by) => new RegExp(`(from|import)\\s*"\\./${name}"`).test(scripts[by])
const loaded = new Set([script])
for (const by of loaded) for (const name of Object.keys(scripts)) if (isNeededBy(name, by)) loaded.add(name)
const needed = [...loaded].filter((name) => name !== script)
const size = [...loaded].reduce((sum, name) => sum + getPackedSize(name), 0)
console.log(`${pageFolder}: ${size} bytes with gzip for every visitor`)
if (size > budget) problems.push(`The page's scripts have ${size} bytes; the budget is ${budget}`)
const style = read('dist/styles.css') + read('dist/page.css')
if (style.includes('</')) problems.push('The style sheet would end its own element.')
writeFileSync(
  'src/server/dist/form/hosted/page-files.js',
  `export const pageFiles = ${JSON.stringify({ style, script, needed, scripts })}\n`,
)
rmSync(pageFolder, { recursive: true })
rmSync('dist/page.css')

// The element's style sheet, as a module.
const { version } = JSON.parse(read('package.json'))
const folder = `dist/element/${version}`
const texts = {
  firstScreenText: read('dist/first-screen.css'),
  laterScreensText: read('dist/later-screens.css'),
  shadowRootText: read('dist/own-root.css'),
}
const text = Object.values(texts).join('')
writeFileSync(
  'src/form/dist/form/widget/styles/stylesheet-text.js',
  Object.entries(texts)
    .map(([name, sheet]) => `export const ${name} = ${JSON.stringify(sheet)}\n`)
    .join(''),
)
// For the first screen in a page's HTML: a policy may allow no style in it.
writeFileSync(`${folder}/form.css`, texts.firstScreenText + texts.shadowRootText)
for (const rule of ['@font-face', '@property', ':root', '@import', 'url('])
  if (text.includes(rule))
    problems.push(`The style sheet has ${rule}, which does not work or leaks from a shadow root.`)
if (/[\d.]rem\b/.test(text)) problems.push('The style sheet has a size in rem: the page may have set it to anything.')

// `tsc --build` keeps notes for its next run; the packages are built from nothing each time.
for (const name of ['form', 'server', 'monitor', 'sandbox', 'civic'])
  rmSync(`src/${name}/dist/${name}/tsconfig.tsbuildinfo`)

// The script files, with their integrity hashes.
const scriptFiles = Object.values(JSON.parse(read('.ci/script-files.json')))
const integrity = {}
for (const file of readdirSync(folder).filter((name) => /\.(?:css|js)$/.test(name))) {
  const content = readFileSync(path.join(folder, file))
  checkWords(file, content.toString())
  const isClassic = scriptFiles.some(({ to, format }) => to === file && format === 'iife')
  if (isClassic && /[^\0-\x7f]/.test(content.toString()))
    problems.push(`${file} is not plain ASCII: a page in another encoding than UTF-8 would show its texts wrongly`)
  integrity[file] = `sha384-${hash('sha384', content, 'base64')}`
}
for (const { to } of scriptFiles) if (integrity[to] === undefined) problems.push(`${to} was not built`)
writeFileSync(`${folder}/integrity.json`, `${JSON.stringify(integrity, null, 2)}\n`)
// The demo's pages load the same files as partners, and its server serves them by version, as a host would.
cpSync(folder, 'dist/demo/element', { recursive: true })
cpSync(folder, `dist/demo/element/${version}`, { recursive: true })
cpSync(folder, `src/server/dist/element/${version}`, { recursive: true, filter: (file) => !file.endsWith('.map') })
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
