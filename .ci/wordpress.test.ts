/** Static checks of the WordPress plugin's files, without a WordPress. `npm run test:hosts` runs it in real ones. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { po } from 'gettext-parser'
import { Engine } from 'php-parser'
import { beforeAll, describe, expect, it } from 'vitest'
import { languageCodes } from '../src/contract/languages.ts'
import { themeTokens } from '../src/contract/theme-tokens.ts'
import { temporaryFolder } from '../src/server/testing/temporary-folder.ts'
import scriptFiles from './script-files.json' with { type: 'json' }
import { buildPlugin, collectTexts, templateOf, zipFolder } from './wordpress.mjs'

const source = 'src/wordpress'
const phpFiles = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.php'))
  .map((file) => ({ file, code: readFileSync(path.join(source, file), 'utf8') }))

/** A node of the syntax tree, with the members that are used here. */
type Node = { kind: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'kind' in value

/** Yields a node and all its descendants. */
function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one)
  if (!isNode(value)) return
  yield value
  for (const [key, child] of Object.entries(value)) if (!['loc', 'comments'].includes(key)) yield* nodesOf(child)
}

/** Parses as PHP 7.4, the oldest version that the plugin supports. */
const parse = (code: string, file: string) =>
  new Engine({ parser: { version: 704, suppressErrors: false } }).parseCode(code, file)

const nameOf = (value: unknown) => (isNode(value) && value.kind === 'name' ? String(value.name) : '')

/** Whether a printed value cannot break out of the markup: a text of the plugin's own, or an escaped one. */
function isSafe(value: unknown): boolean {
  if (!isNode(value)) return false
  if (value.kind === 'string') return true
  if (value.kind === 'bin') return value.type === '.' && isSafe(value.left) && isSafe(value.right)
  if (value.kind === 'retif') return isSafe(value.trueExpr) && isSafe(value.falseExpr)
  if (value.kind !== 'call') return false
  return /^(esc_(html|attr|url)(__)?|get_block_wrapper_attributes)$/.test(nameOf(value.what))
}

describe.each(phpFiles)('$file', ({ file, code }) => {
  const nodes = [...nodesOf(parse(code, file))]

  it('cannot be opened directly', () => {
    expect(code).toMatch(/^(defined\( 'ABSPATH' \)|defined\( 'WP_UNINSTALL_PLUGIN' \)) \|\| exit;$/m)
  })

  it('escapes its output', () => {
    const printed = nodes.filter(({ kind }) => kind === 'echo').flatMap(({ expressions }) => expressions as unknown[])
    const formatted = nodes
      .filter(({ kind, what }) => kind === 'call' && ['printf', 'print', 'vprintf'].includes(nameOf(what)))
      .flatMap((call) => call.arguments as unknown[])
    expect([...printed, ...formatted].filter((value) => !isSafe(value))).toEqual([])
  })

  it('reads no visitor input: WordPress checks nonce and capability of the settings', () => {
    expect(code).not.toMatch(/\$_(GET|POST|REQUEST|COOKIE|SERVER|FILES)\b/)
  })

  it('uses no name that another plugin may have', () => {
    const names = nodes.filter(({ kind }) => kind === 'function').map(({ name }) => String((name as Node).name))
    expect(names.filter((name) => !name.startsWith('voter_registration_'))).toEqual([])
    for (const [, name] of code.matchAll(/define\( '(\w+)'/g)) expect(name).toMatch(/^VOTER_REGISTRATION_/)
  })
})

it('the WordPress plugin offers the languages of the form', () => {
  const { code = '' } = phpFiles.find(({ file }) => file.endsWith('/settings.php')) ?? {}
  const [, list = ''] = /function voter_registration_languages\(\) \{([\s\S]*?)\n\}/.exec(code) ?? []
  expect([...list.matchAll(/'([\w-]+)'\s+=>/g)].map(([, tag]) => tag)).toEqual(['auto', ...languageCodes])
})

it('the WordPress plugin sets existing tokens', () => {
  const { code = '' } = phpFiles.find(({ file }) => file.endsWith('/theme.php')) ?? {}
  const tokens = [...code.matchAll(/'([a-z-]+)'\s+=> array\( '|\$tokens\['([a-z-]+)'\]/g)].map(([, a, b]) => a ?? b)
  expect(tokens.length).toBeGreaterThan(8)
  expect(tokens.filter((token) => !(themeTokens as readonly (string | undefined)[]).includes(token))).toEqual([])
})

describe('the WordPress translations', () => {
  it('have every text in the template, else: node .ci/wordpress.mjs', () => {
    const template = readFileSync(`${source}/languages/voter-registration.pot`, 'utf8')
    expect(templateOf(collectTexts())).toBe(template)
  })

  it.each(readdirSync(`${source}/languages`).filter((file) => file.endsWith('.po')))(
    'in %s are complete, with the same placeholders',
    (file) => {
      const { translations } = po.parse(readFileSync(`${source}/languages/${file}`))
      const places = (text: string) => [...(text.match(/%(\d\$)?s/g) ?? [])].sort()
      for (const { context, text } of collectTexts()) {
        const [translated = ''] = translations[context]?.[text]?.msgstr ?? []
        expect(translated, text).not.toBe('')
        expect(places(translated), text).toEqual(places(text))
      }
    },
  )
})

describe('the WordPress zip', () => {
  const folder = temporaryFolder()
  const plugin = path.join(folder, 'plugin')
  beforeAll(() => {
    const files = Object.values(scriptFiles).map(({ to }) => to)
    for (const name of files) writeFileSync(path.join(folder, name), `the text of ${name}`)
    const hashes = Object.fromEntries(files.map((name) => [name, `sha384-${name}`]))
    writeFileSync(path.join(folder, 'integrity.json'), JSON.stringify(hashes))
    buildPlugin(plugin, { version: '1.2.3', element: folder })
  })

  it('is reproducible', () => {
    expect(zipFolder(plugin, 'voter-registration')).toEqual(zipFolder(plugin, 'voter-registration'))
  })

  it('has one folder, with version and hash filled in and the texts compiled', () => {
    const files = unzipSync(zipFolder(plugin, 'voter-registration'))
    expect(Object.keys(files).filter((name) => !name.startsWith('voter-registration/'))).toEqual([])
    const text = (name: string) => Buffer.from(files[`voter-registration/${name}`] ?? []).toString()
    expect(text('voter-registration.php')).toContain("define( 'VOTER_REGISTRATION_VERSION', '1.2.3' );")
    expect(text('voter-registration.php')).toContain(
      "define( 'VOTER_REGISTRATION_INTEGRITY', 'sha384-voter-registration.js' );",
    )
    expect(text('voter-registration.php')).toContain("FACTS_INTEGRITY', 'sha384-voter-form-facts.js' );")
    expect(text('readme.txt')).toContain('Stable tag: 1.2.3')
    expect(text('languages/voter-registration-es_MX.mo')).toContain('Comprobar')
    const script = JSON.parse(text('languages/voter-registration-es_ES-voter-registration-editor.json'))
    expect(script.locale_data.messages.Look).toEqual(['Aspecto'])
    expect(Object.keys(files).filter((name) => /\.(po|test\.ts)$/.test(name))).toEqual([])
  })

  it('has the files that its pages name, and every part that the form and its facts load', () => {
    const names = readdirSync(path.join(plugin, 'element/1.2.3'))
    const { code = '' } = phpFiles.find(({ file }) => file.endsWith('/form.php')) ?? {}
    const named = [...code.matchAll(/array\( '([\w-]+\.js)', VOTER_REGISTRATION_\w+ \)/g)].map(([, name]) => name)
    expect(named).toEqual(['voter-registration.js', 'voter-form-facts.js'])
    expect(new Set(names)).toEqual(new Set([...named, ...scriptFiles.script.parts, 'diagnose.js']))
    for (const name of names) {
      expect(readFileSync(path.join(plugin, 'element/1.2.3', name), 'utf8')).toBe(`the text of ${name}`)
    }
  })
})
