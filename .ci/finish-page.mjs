/** Finishes the hosted page's build: writes its style sheet and scripts as a module, so that hosts without a file system
 *  can serve it, and checks the size of what a voter's browser loads. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

/** Maximum size of the scripts that every visitor loads, in bytes, compressed as the BFF does; see .size-limit.mjs. */
const budget = 143_900

const folder = 'dist/hosted/files'
const problems = []
const packed = (code) => gzipSync(code).length
const scripts = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
)
for (const [name, code] of Object.entries(scripts)) {
  for (const word of ['process.env', 'eval(', 'new Function', 'import.meta.env']) {
    if (code.includes(word)) problems.push(`${name} has ${word}`)
  }
  console.log(`${folder}/${name}: ${code.length} bytes, ${packed(code)} with gzip`)
}
const script = Object.keys(scripts).find((name) => name.startsWith('page-'))
if (script === undefined) problems.push('The script of the hosted page was not built.')
// What the script imports statically, so that a browser can preload it before it has parsed the script.
const isNeededBy = (name, by) => new RegExp(`(from|import)\\s*"\\./${name}"`).test(scripts[by])
const atOnce = new Set([script])
for (const by of atOnce) for (const name of Object.keys(scripts)) if (isNeededBy(name, by)) atOnce.add(name)
const needed = [...atOnce].filter((name) => name !== script)
const size = [script, ...needed].reduce((sum, name) => sum + packed(scripts[name]), 0)
console.log(`${folder}: ${size} bytes with gzip for every visitor`)
if (size > budget) problems.push(`The page's scripts have ${size} bytes; the budget is ${budget}`)
const style = readFileSync('dist/styles.css', 'utf8') + readFileSync('dist/page.css', 'utf8')
if (style.includes('</')) problems.push('The style sheet would end its own element.')
writeFileSync(
  'src/server/dist/form/hosted/page-files.js',
  `export const pageFiles = ${JSON.stringify({ style, script, needed, scripts })}\n`,
)
// The module contains all of it now.
rmSync(folder, { recursive: true })
rmSync('dist/page.css')
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
