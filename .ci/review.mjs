/** `npm run review`: prints what is signed in each language. `npm run review -- fr` writes the page for a reader of French,
 *  `npm run review -- fr --sign review-fr.json` adds the file that they have saved to the signatures. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const [language, flag, file] = process.argv.slice(2)
const saved = file && path.resolve(file)
process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const load = async (name) => (await runnerImport(name, { configFile: false, logLevel: 'error' })).module
const { catalogues } = await load('./src/form/locales/catalogues.ts')
const { signatures } = await load('./src/form/locales/reviews/signatures.ts')
const { reviewTexts } = await load('./src/form/locales/reviews/review-texts.ts')
const { ourWording } = await load('./src/server/wording.ts')
const textsIn = (catalogue) => reviewTexts(catalogue, ourWording.en, signatures)
const count = (texts, wanted) => texts.filter(({ state }) => state === wanted).length
const translations = catalogues.filter((one) => one.language !== 'en')

if (language === undefined) {
  for (const one of translations) {
    const texts = textsIn(one)
    const [signed, changed] = [count(texts, 'signed'), count(texts, 'changed')]
    console.log(`${one.language}: ${signed} of ${texts.length} texts signed, ${changed} changed since`)
  }
  process.exit()
}
const catalogue = translations.find((one) => one.language === language)
if (catalogue === undefined || (flag !== undefined && (flag !== '--sign' || saved === undefined))) {
  const known = translations.map((one) => one.language).join('|')
  console.error(`Usage: npm run review [-- ${known} [--sign FILE]]`)
  process.exit(2)
}
const texts = textsIn(catalogue)

if (flag === '--sign') {
  const { readSigned } = await load('./src/form/locales/reviews/sign.ts')
  const { signature, better, outdated } = readSigned(readFileSync(saved, 'utf8'), language, texts)
  const source = 'src/form/locales/reviews/signatures.ts'
  const all = JSON.stringify([...signatures, signature], null, 2)
  const before = readFileSync(source, 'utf8')
  const start = before.indexOf('export const signatures')
  writeFileSync(source, `${before.slice(0, start)}export const signatures: readonly Signature[] = ${all}\n`)
  console.log(
    `${Object.keys(signature.texts).length} of ${texts.length} texts signed by ${signature.reader}. Format ${source} with Biome.`,
  )
  for (const key of outdated) console.log(`Not signed, changed since it was read: ${key}`)
  for (const [key, text] of Object.entries(better))
    console.log(`To change in src/form/locales/${language}.ts: ${key}: ${text}`)
} else {
  const { reviewPage } = await load('./src/form/locales/reviews/review-page.ts')
  // `npm run languages` takes the pictures.
  const folder = `dist/languages/${language}`
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('-390.png')) : []
  const pictures = Object.fromEntries(
    files.map((name) => [
      name.slice(0, -'-390.png'.length),
      `data:image/png;base64,${readFileSync(path.join(folder, name), 'base64')}`,
    ]),
  )
  mkdirSync('dist/review', { recursive: true })
  writeFileSync(`dist/review/${language}.html`, reviewPage(catalogue, texts, pictures))
  console.log(
    `dist/review/${language}.html: ${texts.length} texts, ${count(texts, 'signed')} signed, ${files.length} pictures`,
  )
}
