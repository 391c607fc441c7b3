/** Collects the texts of the WordPress plugin: `node .ci/wordpress-texts.mjs` writes the `.pot` and updates the translations
 *  to match it. `wordpress.test.ts` fails when one is out of date. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { po } from 'gettext-parser'

const source = 'src/wordpress'
const template = `${source}/languages/voter-registration.pot`

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
export function catalogueOf(texts, { headers, translations }) {
  const catalogue = { charset: 'utf-8', headers, translations: { '': {} } }
  for (const { context, text, files, comment } of texts) {
    catalogue.translations[context] ??= {}
    catalogue.translations[context][text] = {
      msgid: text,
      ...(context !== '' && { msgctxt: context }),
      msgstr: translations[context]?.[text]?.msgstr ?? [''],
      comments: { reference: [...files].join('\n'), ...(comment && { extracted: `translators: ${comment}` }) },
    }
  }
  return po.compile(catalogue).toString()
}

const headers = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Content-Transfer-Encoding': '8bit',
  'Project-Id-Version': 'Voter registration',
  'MIME-Version': '1.0',
}

/** Returns the expected template. */
export const templateOf = (texts) => `${catalogueOf(texts, { headers, translations: {} })}\n`

if (process.argv[1] === import.meta.filename) {
  const texts = collectTexts()
  writeFileSync(template, templateOf(texts))
  for (const name of readdirSync(`${source}/languages`).filter((file) => file.endsWith('.po'))) {
    const file = `${source}/languages/${name}`
    writeFileSync(file, `${catalogueOf(texts, po.parse(readFileSync(file)))}\n`)
  }
}
