/** Builds the WordPress plugin of `src/wordpress` as a folder and as a zip: fills in version and hashes, compiles translations, adds
 *  the script files. `node .ci/wordpress.mjs` writes the `.pot` and updates the translations to match it. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { zipSync } from 'fflate'
import { mo, po } from 'gettext-parser'

const source = 'src/wordpress'
const template = `${source}/languages/voter-registration.pot`

/** The files of the script's folder that the plugin needs: two that its pages name, and what these load from the same folder. */
const scriptFiles = [
  'voter-registration.js',
  'voter-form-facts.js',
  'react.js',
  'program.js',
  'answer-markdown.js',
  'state-facts.js',
  'diagnose.js',
]

/** WordPress uses a translation for its exact locale only: without its own file, Mexico would get English. */
const localesOf = { es_ES: ['es_ES', 'es_CO', 'es_MX', 'es_PE'] }

const isShipped = (file) => !/\.test\.ts$|\.po$|\/(?:package\.json|README\.md|node_modules)$/.test(file)

/**
 * Writes the plugin into a folder.
 *
 * @param to the folder, which is created again
 * @param element the folder with the script files of this version
 */
export function buildPlugin(to, { version, element }) {
  rmSync(to, { recursive: true, force: true })
  cpSync(source, to, { recursive: true, filter: isShipped })
  cpSync('LICENSE', path.join(to, 'LICENSE'))
  const scripts = path.join(to, 'element', version)
  mkdirSync(scripts, { recursive: true })
  for (const file of scriptFiles) cpSync(path.join(element, file), path.join(scripts, file))
  const hashes = JSON.parse(readFileSync(path.join(element, 'integrity.json'), 'utf8'))
  for (const name of ['voter-registration.php', 'readme.txt', 'block/block.json']) {
    const file = path.join(to, name)
    const text = readFileSync(file, 'utf8')
    const hashOf = (_place, script) => hashes[script]
    writeFileSync(file, text.replaceAll('{version}', version).replaceAll(/\{integrity (\S+)\}/g, hashOf))
  }
  for (const [locale, others] of Object.entries(localesOf)) compileTexts(path.join(to, 'languages'), locale, others)
}

/** Compiles a message catalog for WordPress: `.mo` for PHP, JSON for the editor's script. */
function compileTexts(folder, locale, others) {
  const catalog = po.parse(readFileSync(`${source}/languages/voter-registration-${locale}.po`))
  const texts = Object.values(catalog.translations['']).filter(({ msgid }) => msgid !== '')
  const messages = Object.fromEntries(texts.map(({ msgid, msgstr }) => [msgid, msgstr]))
  for (const other of others) {
    const head = { domain: 'messages', lang: other, 'plural-forms': catalog.headers['Plural-Forms'] }
    const name = path.join(folder, `voter-registration-${other}`)
    writeFileSync(`${name}.mo`, mo.compile(catalog))
    const json = { domain: 'messages', locale_data: { messages: { '': head, ...messages } } }
    writeFileSync(`${name}-voter-registration-editor.json`, JSON.stringify(json))
  }
}

/** Returns a folder as a zip with `name` as its top folder. The build is reproducible: the same files give the same bytes. */
export function zipFolder(folder, name) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  const inside = (file) => path.posix.join(name, path.relative(folder, file).split(path.sep).join('/'))
  // The earliest time that the zip format can store.
  return zipSync(Object.fromEntries(files.map((file) => [inside(file), readFileSync(file)])), {
    mtime: new Date(1980, 0, 1),
    level: 9,
  })
}

/** Returns every text, with the files that use it and the translators' comment above it. */
export function collectTexts() {
  const texts = new Map()
  const add = (context, text, file, comment) => {
    const key = `${context}\u0004${text}`
    const known = texts.get(key) ?? { context, text, files: new Set(), comment }
    known.files.add(file)
    texts.set(key, known)
  }
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(php|js)$/.test(file))
  for (const file of files.map((one) => one.split(path.sep).join('/')).sort()) {
    const code = readFileSync(path.join(source, file), 'utf8')
    const calls =
      /(?:\/\* translators: (?<comment>.*?) \*\/\s*)?(?<before>.*?)\b(?:esc_(?:html|attr)_(?:_|e)|__|_e)\(\s*'(?<text>(?:[^'\\]|\\.)*)',\s*'voter-registration'/g
    for (const { groups } of code.matchAll(calls)) add('', groups.text.replaceAll("\\'", "'"), file, groups.comment)
  }
  const { title, description, keywords } = JSON.parse(readFileSync(`${source}/block/block.json`, 'utf8'))
  add('block title', title, 'block/block.json')
  add('block description', description, 'block/block.json')
  for (const keyword of keywords) add('block keyword', keyword, 'block/block.json')
  const head = readFileSync(`${source}/voter-registration.php`, 'utf8')
  add('', /Description: +(.*)/.exec(head)[1], 'voter-registration.php')
  return [...texts.values()]
}

/** Returns a message catalog with these texts and their translations from another catalog. */
export function catalogOf(texts, { headers, translations }) {
  const catalog = { charset: 'utf-8', headers, translations: { '': {} } }
  for (const { context, text, files, comment } of texts) {
    catalog.translations[context] ??= {}
    catalog.translations[context][text] = {
      msgid: text,
      ...(context !== '' && { msgctxt: context }),
      msgstr: translations[context]?.[text]?.msgstr ?? [''],
      comments: { reference: [...files].join('\n'), ...(comment && { extracted: `translators: ${comment}` }) },
    }
  }
  return po.compile(catalog).toString()
}

const headers = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Transfer-Encoding': '8bit',
  'Project-Id-Version': 'Voter registration',
  'MIME-Version': '1.0',
}

/** Returns the expected template. */
export const templateOf = (texts) => `${catalogOf(texts, { headers, translations: {} })}\n`

if (process.argv[1] === import.meta.filename) {
  const texts = collectTexts()
  writeFileSync(template, templateOf(texts))
  for (const name of readdirSync(`${source}/languages`).filter((file) => file.endsWith('.po'))) {
    const file = `${source}/languages/${name}`
    writeFileSync(file, `${catalogOf(texts, po.parse(readFileSync(file)))}\n`)
  }
}
