/** Compiles, parses, or checks against the repository every code block of the documentation. */
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Engine } from 'php-parser'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { runCli as runCivic } from '../../src/civic/commands/civic-command.ts'
import { themeTokens } from '../../src/contract/theme-tokens.ts'
import { createManifest } from '../../src/form/element/custom-elements.ts'
import { runCli as runMonitor } from '../../src/monitor/commands/monitor-command.ts'
import { MonitorCommandOptions } from '../../src/monitor/commands/monitor-environment.ts'
import { runCli as runSandbox, SandboxCommandOptions } from '../../src/sandbox/commands/sandbox-command.ts'
import { optionsFromEnvironment } from '../../src/server/bff.ts'
import { runCli as runServer } from '../../src/server/commands/run-cli.ts'
import { BffOptions } from '../../src/server/options/bff-options.ts'
import { listVariables } from '../../src/server/options/option.ts'
import { onPath } from '../debian.mjs'
import { packageFolders } from '../packages.mjs'
import { type CodeBlock, codeBlocks, documentationFiles } from './page-blocks.ts'

const top = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(path.join(top, file), 'utf8')
const blocks = codeBlocks(top)
const written = (...languages: string[]) =>
  blocks.filter(({ language }) => languages.includes(language)).map((block) => ({ ...block, place: placeOf(block) }))
const placeOf = ({ file, line }: CodeBlock) => `${file}:${line}`

/** Types of packages that only partners have. */
const foreign = `declare module '@vitejs/plugin-vue' { export default function vue(options?: { template: { compilerOptions: { isCustomElement(tag: string): boolean } } }): import('vite').Plugin }
     declare module 'react-native' { export const Linking: { openURL(url: string): Promise<unknown> } }
     declare module 'react-native-webview' {
       export function WebView(props: {
         source: { uri: string }
         onOpenWindow(): void
         onMessage(event: { nativeEvent: { data: string } }): void
       }): import('react').ReactNode
     }
     declare module '@angular/core' {
       export const CUSTOM_ELEMENTS_SCHEMA: unique symbol
       export function Component(options: object): <Class>(target: Class, context: unknown) => void
     }`

it('code blocks have a language that is checked below, or one that cannot be checked', () => {
  const checked = ['ts', 'tsx', 'html', 'css', 'json', 'env', 'sh', 'vue', 'svelte', 'astro', 'php', 'nginx', 'yaml']
  const other = blocks.filter(({ language }) => ![...checked, 'text', 'kotlin', 'swift'].includes(language))
  expect(other.map((block) => `${placeOf(block)} ${block.language}`)).toEqual([])
})

/** Imports of each type from where the page of types says. */
const typeImports = read('docs/types.md')
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const [, name = '', from = ''] = /^(\w+)\n\nFrom (.+)\.\n/.exec(section) ?? []
    return [...from.matchAll(/`(.+?)`/g)].map(([, door]) => ({ name, door }))
  })

it('code blocks in TypeScript compile against the entry points, and import each type from the right one', async () => {
  const folder = path.join(top, 'node_modules/.docs-blocks')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { compilerOptions } = JSON.parse(read('tsconfig.json')) as {
    compilerOptions: { paths: Record<string, string[]> }
  }
  const paths = Object.entries(compilerOptions.paths).map(([name, [to = '']]) => [name, [path.join(top, to)]])
  const files = written('ts', 'tsx').map(({ text, language, place }) => {
    const name = `${place.replaceAll(/\W/g, '-')}.${language}`
    writeFileSync(path.join(folder, name), text)
    return name
  })
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(path.join(folder, 'integrity.json'), '{ "voter-registration.js": "sha384-" }')
  writeFileSync(path.join(folder, 'foreign.d.ts'), foreign)
  const imports = typeImports.map(({ name, door }, at) => `export type { ${name} as T${at} } from '${door}'`)
  writeFileSync(path.join(folder, 'types-page.ts'), imports.join('\n'))
  const examples = [
    'next/app/api/[...path]/route.ts',
    'next/app/register/page.tsx',
    'next/app/layout.tsx',
    'vite-react/src/register-to-vote.tsx',
    'vite-react/src/main.tsx',
  ]
  for (const file of examples) cpSync(path.join(top, 'demo/examples', file), path.join(folder, file))
  const settings = {
    extends: path.join(top, 'tsconfig.json'),
    compilerOptions: {
      rootDir: top,
      noUnusedLocals: false,
      paths: {
        ...Object.fromEntries(paths),
        'voter-registration/integrity.json': [path.join(folder, 'integrity.json')],
      },
    },
    // What `init` copies is these examples; its own test compares them.
    files: [...files, 'foreign.d.ts', 'types-page.ts', ...examples],
    include: [],
    exclude: [],
  }
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(top, 'node_modules/typescript/bin/tsc'), '-p', folder, '--pretty', 'false'],
    { cwd: folder },
  ).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
  expect(files.length).toBeGreaterThan(20)
  expect(new Set(typeImports.map(({ name }) => name)).size).toBeGreaterThan(30)
})

/** The files of examples that the documentation shows; `e2e/hosts` builds the examples and registers a voter in each. */
it.each([
  ['docs/bff.md', 'next/app/api/[...path]/route.ts'],
  ['docs/frameworks.md', 'vue/vite.config.ts'],
  ['docs/frameworks.md', 'vue/src/register-to-vote.vue'],
  ['docs/frameworks.md', 'angular/src/register.ts'],
  ['docs/frameworks.md', 'svelte/src/register-to-vote.svelte'],
  ['docs/frameworks.md', 'astro/src/pages/register.astro'],
])('code blocks of %s equal the example that is run: %s', (page, example) => {
  const text = read(`demo/examples/${example}`).replaceAll('http://127.0.0.1:8787', 'https://register.partner.example')
  expect(blocks.filter(({ file }) => file === page).map((block) => block.text)).toContain(text)
})

it('the code block of docs/bff.md for next.config.ts is the line of the example that is run', () => {
  const lines = blocks.filter(({ file, text }) => file === 'docs/bff.md' && text.includes('serverExternalPackages'))
  expect(lines).toHaveLength(1)
  expect(read('demo/examples/next/next.config.ts')).toContain(lines[0]?.text.trim())
})

it.each(written('json'))('code blocks in JSON parse: $place', ({ text }) => {
  expect(JSON.parse(text)).toBeTypeOf('object')
})

it.each(written('yaml'))('code blocks in YAML parse: $place', ({ text }) => {
  expect(parseYaml(text)).toBeTypeOf('object')
})

it.each(written('php'))('code blocks in PHP parse: $place', ({ text, place }) => {
  const parser = new Engine({ parser: { version: 800 } })
  expect(parser.parseCode(`<?php\n${text}`, place).errors).toEqual([])
})

const systemd = onPath('systemd-analyze')
const systemdVersion = systemd === undefined ? '' : spawnSync(systemd, ['--version'], { encoding: 'utf8' }).stdout
// Older ones do not know every key of the unit.
const knowsUnit = Number(/^systemd (\d+)/.exec(systemdVersion)?.[1]) >= 247

it.skipIf(!knowsUnit)(
  `the unit is accepted by systemd${knowsUnit ? '' : ' (skipped: no systemd 247 or newer is installed)'}`,
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const unit = path.join(folder, 'voter-registration.service')
    // The program has to exist, and not every machine has its Node there.
    const text = read('src/server/deploy/voter-registration.service').replace('/usr/bin/node', process.execPath)
    writeFileSync(unit, text)
    const { stderr } = await promisify(execFile)(systemd ?? '', ['verify', '--man=no', unit])
    expect(stderr).toBe('')
  },
)

it.each(written('env'))('code blocks of variables are a working configuration: $place', ({ text }) => {
  const env = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  expect(optionsFromEnvironment(env, () => '')).toBeTypeOf('object')
})

describe('code blocks in markup', () => {
  const elements = createManifest((file) => read(`src/form/${file}`)).modules.flatMap(
    ({ declarations }) => declarations,
  )
  const names = (key: 'attributes' | 'events' | 'cssParts' | 'cssStates', tag?: string) =>
    elements
      .filter(({ tagName }) => tag === undefined || tagName === tag)
      .flatMap((element) => element[key].map(({ name }) => name))
  const all = blocks.map((block) => ({ ...block, place: placeOf(block) }))

  it('use existing tags and attributes', () => {
    const wrong = all.flatMap(({ text, place }) => {
      const own = [...text.matchAll(/<(voter-[\w-]+)([^>]*)>/g)].map(([, tag = '', rest = '']) => ({
        tag,
        rest,
        prefix: '',
      }))
      const marked = [...text.matchAll(/<(?:div|script)([^>]*data-(?:voter-registration|api-base)[^>]*)>/g)].map(
        ([, rest = '']) => ({ tag: 'voter-registration', rest, prefix: 'data-' }),
      )
      return [...own, ...marked].flatMap(({ tag, rest, prefix }) => {
        const known = [
          ...names('attributes', tag).map((name) => prefix + name),
          'id',
          'class',
          'slot',
          'data-voter-registration',
        ]
        const attributes = [...rest.matchAll(/(?<=\s)([a-z][\w-]*)(?==|\s|$)/g)].map(([, name = '']) => name)
        const isOwn = (name: string) => (prefix === '' ? !name.startsWith('onvr-') : name.startsWith(prefix))
        return attributes
          .filter((name) => isOwn(name) && !known.includes(name))
          .map((name) => `${place} ${tag} ${name}`)
      })
    })
    expect(wrong).toEqual([])
  })

  it('use existing events, parts, states and tokens', () => {
    const wrong = all.flatMap(({ text, place }) => {
      const found = (pattern: RegExp, known: readonly string[]) =>
        [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => !known.includes(name))
      return [
        ...found(/(?<=['"@(]|\bon)(vr-[a-z-]+)/g, names('events')),
        ...found(/::part\(([\w-]+)\)/g, names('cssParts')),
        ...found(/:state\((\w+)\)/g, names('cssStates')),
        ...found(/--vr-([\w-]+)/g, themeTokens),
      ].map((name) => `${place} ${name}`)
    })
    expect(wrong).toEqual([])
  })

  it('use existing script files', () => {
    const built = Object.values(JSON.parse(read('.ci/script-files.json')) as Record<string, { to: string }>).map(
      ({ to }) => to,
    )
    const wrong = all.flatMap(({ text, place }) =>
      [...text.matchAll(/\/vr\/\d+\.\d+\.\d+\/([\w.-]+\.js)/g)]
        .filter(([, file = '']) => !built.includes(file))
        .map(([, file]) => `${place} ${file}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('code blocks for the shell', () => {
  const { scripts, version } = JSON.parse(read('package.json')) as { scripts: Record<string, string>; version: string }
  const packages = Object.keys(packageFolders)
  const tools = [
    'curl',
    'cp',
    'cd',
    'mkdir',
    'install',
    'systemctl',
    'tar',
    'docker',
    'psql',
    'pg_dump',
    'pg_restore',
    'sqlite3',
  ]

  it.each(written('sh'))('use existing commands: $place', async ({ text }) => {
    for (const words of findShellCommands(text)) {
      const [program = '', ...args] = words
      if (program === 'npm') {
        const known = ['install', 'pack'].includes(args[0] ?? '')
          ? args
              .slice(1)
              .every(
                (arg) =>
                  arg === '--save-dev' ||
                  packages.includes(arg) ||
                  /^\.\.\/voter-registration\/dist\/.*\.tgz$/.test(arg),
              )
          : Object.hasOwn(scripts, (args[0] === 'run' ? args[1] : args[0]) ?? '')
        expect(known, words.join(' ')).toBe(true)
      } else if (program === 'npx') {
        const [no, name, ...rest] = args.filter((arg) => arg !== '--')
        expect([no, packages.slice(1).includes(name ?? '')], words.join(' ')).toEqual(['--no', true])
        expect(await isCommand(name ?? '', rest), words.join(' ')).toBe(true)
      } else if (program === 'node') {
        const [script = ''] = args.filter((arg) => !arg.startsWith('--env-file='))
        expect(existsSync(path.join(top, script)), words.join(' ')).toBe(true)
      } else {
        expect(tools, words.join(' ')).toContain(program)
      }
    }
  })

  it('use addresses of script files of this version', () => {
    const wrong = blocks.flatMap((block) =>
      [...block.text.matchAll(/\/vr\/(\d+\.\d+\.\d+)\//g)]
        .filter(([, named]) => named !== version)
        .map(([named]) => `${placeOf(block)} ${named}`),
    )
    expect(wrong).toEqual([])
  })
})

/** The command line of each package that has one. */
const commandLines: Readonly<Record<string, typeof runServer>> = {
  'voter-registration-server': runServer,
  'voter-registration-monitor': runMonitor,
  'voter-registration-sandbox': runSandbox,
  'voter-registration-civic': runCivic,
}

/** Whether a package's command line knows a command and its flags, by the help of the command itself. */
async function isCommand(program: string, args: readonly string[]): Promise<boolean> {
  const helpOf = async (...words: string[]) => {
    let help = ''
    const out = (text: string) => {
      help += text
    }
    await commandLines[program]?.([...words, '--help'], {}, { out, err: () => undefined })
    return help
  }
  const lists = (help: string, word: string) => new RegExp(`^ +${word} `, 'm').test(help)
  const [name = '', more = ''] = args.filter((arg) => /^[a-z]+$/.test(arg))
  if (name === 'help') return true
  if (name === '') return program !== 'voter-registration-server'
  if (!lists(await helpOf(), name)) return false
  const own = await helpOf(name)
  const isGroup = own.includes('[command]\n')
  if (isGroup && !lists(own, more)) return false
  const help = isGroup ? await helpOf(name, more) : own
  return args.filter((arg) => arg.startsWith('--')).every((flag) => lists(help, flag))
}

/** Returns the variables that the browser tests read themselves, not those that they set for other programs. */
function readBySpecs(): string[] {
  const specs = readdirSync(path.join(top, 'e2e')).filter((file) => file.endsWith('.spec.ts'))
  return specs.flatMap((file) => read(`e2e/${file}`).match(/\bprocess\.env\.\w+/g) ?? [])
}

it('documented variables are used somewhere', () => {
  const sources = ['src', 'demo', '.ci', 'e2e']
    .map((folder) => sourceText(path.join(top, folder)))
    .concat(readBySpecs(), [BffOptions, MonitorCommandOptions, SandboxCommandOptions].flatMap(listVariables))
    .join('\n')
  const wrong = documentationFiles(top).flatMap((file) => {
    const page = read(file)
    const names = [...page.matchAll(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g)].map(([name]) => name)
    return (
      [...new Set(names)]
        // The variable for a file with the value has no line of its own.
        .filter((name) => !`${sources} ${foreign}`.includes(name.replace(/_FILE$/, '')))
        .map((name) => `${file} ${name}`)
    )
  })
  expect(wrong).toEqual([])
})

/** Parses the commands of a block: one per line, joined by `&&` or a backslash. Ignores comments and redirections. */
function findShellCommands(block: string): string[][] {
  return block
    .replaceAll(/\\\n\s*/g, ' ')
    .split(/\n|&&|&(?=\s*$)/m)
    .map((line) =>
      line
        .replace(/(^|\s)#.*$/, '')
        .replace(/\s>\s*\S+/, '')
        .trim(),
    )
    .filter((line) => line !== '')
    .map((line) => {
      const words = [...line.matchAll(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g)].map(([word]) => word.replaceAll(/['"]/g, ''))
      return words.slice(words.findIndex((word) => !/^[A-Z_]+=/.test(word)))
    })
}

/** Returns the text of every source file below a folder, without tests. */
function sourceText(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /\.(tsx?|mjs|ya?ml|sql|service)$|Dockerfile$/.test(file) && !/\.test\.|node_modules|\/dist\//.test(file),
    )
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n')
}
