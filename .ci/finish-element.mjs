/** Finishes the element's build: writes the style sheet's text as a module and the integrity hashes of the script files,
 *  and checks that these can safely be loaded by third-party pages. */
import { hash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const folder = `dist/element/${version}`

const scriptFiles = Object.values(JSON.parse(readFileSync('.ci/script-files.json', 'utf8')))

const sheet = (name) => readFileSync(`dist/${name}.css`, 'utf8')
const texts = {
  firstScreenText: sheet('first-screen'),
  laterScreensText: sheet('later-screens'),
  ownRootText: sheet('own-root'),
}
const text = Object.values(texts).join('')
writeFileSync(
  'src/form/dist/form/widget/styles/stylesheet-text.js',
  Object.entries(texts)
    .map(([name, one]) => `export const ${name} = ${JSON.stringify(one)}\n`)
    .join(''),
)

// For the first screen in a page's HTML: a policy may allow no style in it.
writeFileSync(`${folder}/form.css`, texts.firstScreenText + texts.ownRootText)

const problems = []
for (const rule of ['@font-face', '@property', ':root', '@import', 'url(']) {
  if (text.includes(rule))
    problems.push(`The style sheet has ${rule}, which does not work or leaks from a shadow root.`)
}
const rem = /[\d.]rem\b/.exec(text)
if (rem !== null) problems.push('The style sheet has a size in rem: the page may have set it to anything.')

const integrity = {}
for (const file of readdirSync(folder).filter((name) => /\.(?:css|js)$/.test(name))) {
  const content = readFileSync(path.join(folder, file))
  const code = content.toString()
  // A page's CSP may forbid the first three; `define.amd` would let the page's AMD loader capture the file.
  for (const word of ['process.env', 'eval(', 'new Function', 'define.amd', 'import.meta.env']) {
    if (code.includes(word)) problems.push(`${file} has ${word}`)
  }
  const isClassic = scriptFiles.some(({ to, format }) => to === file && format === 'iife')
  if (isClassic && /[^\0-\x7f]/.test(code))
    problems.push(`${file} is not plain ASCII: a page in another encoding than UTF-8 would show its texts wrongly`)
  integrity[file] = `sha384-${hash('sha384', content, 'base64')}`
}
for (const { to } of scriptFiles) {
  if (integrity[to] === undefined) problems.push(`${to} was not built`)
}
writeFileSync(`${folder}/integrity.json`, `${JSON.stringify(integrity, null, 2)}\n`)
// The demo's pages load the same files as partners, and its server serves them by version, as a host would.
cpSync(folder, 'dist/demo/element', { recursive: true })
cpSync(folder, `dist/demo/element/${version}`, { recursive: true })
cpSync(folder, `src/server/dist/element/${version}`, { recursive: true, filter: (file) => !file.endsWith('.map') })
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
