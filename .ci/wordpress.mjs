/** Builds the WordPress plugin of `src/wordpress`: fills in version and hashes, compiles translations, adds the script files;
 *  as a folder, and as a zip for the upload form of WordPress. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { zipSync } from 'fflate'
import { mo, po } from 'gettext-parser'

const source = 'src/wordpress'

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
  const catalogue = po.parse(readFileSync(`${source}/languages/voter-registration-${locale}.po`))
  const texts = Object.values(catalogue.translations['']).filter(({ msgid }) => msgid !== '')
  const messages = Object.fromEntries(texts.map(({ msgid, msgstr }) => [msgid, msgstr]))
  for (const other of others) {
    const head = { domain: 'messages', lang: other, 'plural-forms': catalogue.headers['Plural-Forms'] }
    const name = path.join(folder, `voter-registration-${other}`)
    writeFileSync(`${name}.mo`, mo.compile(catalogue))
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
