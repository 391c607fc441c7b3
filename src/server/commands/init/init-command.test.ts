import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readOptions } from '../../config/environment.ts'
import { readOperatorText } from '../../config/operator-file.ts'
import { variables } from '../../config/options.ts'
import { createBff } from '../../create-bff.ts'
import { runInTerminal } from '../../testing/run-in-terminal.ts'
import { runCli } from '../run-cli.ts'
import { isProjects } from './project-files.ts'
import { templates } from './templates.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-init-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const init = (...args: string[]) => runInTerminal(runCli, ['init', ...args, '--to', folder])

const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const kinds = Object.keys(templates)

describe.each(kinds)('init %s', (kind) => {
  it('writes its files, says which, and what to do next', async () => {
    const { code, out } = await init(kind)
    expect(code).toBe(0)
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const places = files.map((entry) => path.join(entry.parentPath, entry.name))
    expect(places.length).toBeGreaterThan(1)
    for (const place of places) expect(out).toContain(`written  ${place}\n`)
    expect(out).toMatch(/Next:\n {2}1\. \S/)
  })

  it('keeps what is there, unless --force is given', async () => {
    const first = Object.keys(templates[kind]?.files(folder) ?? {}).find((name) => !isProjects(name)) ?? ''
    await init(kind)
    writeFileSync(path.join(folder, first), 'mine')
    const again = await init(kind)
    expect(again.code).toBe(1)
    expect(again.out).toMatch(/^\nNext:\n {2}1\. \S/)
    expect(again.err).toContain(`kept     ${path.join(folder, first)}`)
    expect(read(first)).toBe('mine')
    expect((await init(kind, '--force')).code).toBe(0)
    expect(read(first)).not.toBe('mine')
  })

  it('never writes over an environment file, and says which lines it lacks', async () => {
    const file = kind === 'next' ? '.env.local' : 'bff.env'
    const place = path.join(folder, file)
    writeFileSync(place, 'MINE=VALUECANARY\nexport API_KEY_ID="VALUECANARY"\nAPI_KEY_SECRET_FILE=/VALUECANARY\n')
    const { code, out, err } = await init(kind, '--force')
    expect([code, read(file).startsWith('MINE=')]).toEqual([0, true])
    expect(err).toContain(`kept     ${place}: it is yours. What to add is below.\n`)
    expect(out).toContain(`\nNext:\n  1. Add to ${place}:\n     UPSTREAM_URL=`)
    expect(out).toContain('\n     ALLOWED_ORIGINS=')
    expect(out).not.toMatch(/ API_KEY_(ID|SECRET)=|CANARY/)
    const [, lines = ''] = out.split(`Add to ${place}:\n`)
    appendFileSync(place, lines.split(/\n {2}2\./)[0] ?? '')
    const again = await init(kind, '--force')
    expect(again.err).toContain(`kept     ${place}: it is yours. Nothing has to be added.\n`)
    expect(again.out).not.toContain('Add to')
  })

  it('writes an environment file for this user alone, whose variables there are', async () => {
    await init(kind)
    const file = kind === 'next' ? '.env.local' : 'bff.env'
    expect(statSync(path.join(folder, file)).mode & 0o077).toBe(0)
    const env = parseEnv(read(file))
    expect(Object.keys(env).filter((name) => !Object.values<string>(variables).includes(name))).toEqual([])
  })

  it('writes an environment that the BFF takes, once what is empty is filled in', async () => {
    await init(kind)
    const written = parseEnv(read(kind === 'next' ? '.env.local' : 'bff.env'))
    const values = documentedEnv()
    const filled = Object.entries(written).map(([name, value]) => [name, value === '' ? values[name] : value] as const)
    const env = { ...Object.fromEntries(filled), ...ofCompose(kind) }
    expect(readOptions(env, readOperatorText)).toMatchObject({ apiKeyId: env.API_KEY_ID })
  })
})

/** The variables of `docs/bff.md`. */
function documentedEnv() {
  const [, example = ''] = /```env\n(UPSTREAM_URL=.+?)```/s.exec(readFileSync('docs/bff.md', 'utf8')) ?? []
  return parseEnv(example)
}

/** The variables that `compose.yaml` adds to the file, with passwords. */
function ofCompose(kind: string): Record<string, string> {
  if (kind !== 'compose') return {}
  const { services } = parse(read('compose.yaml').replace(/\$\{[^}]+\}/g, 'filled-in'), { merge: true })
  return services.bff.environment
}

it('init next writes below src/app where the pages are there: Next.js would look at app alone', async () => {
  mkdirSync(path.join(folder, 'src/app'), { recursive: true })
  const { out } = await init('next')
  expect(out).toContain(path.join(folder, 'src/app/register/page.tsx'))
  expect(readdirSync(folder)).not.toContain('app')
})

it.each(['app/layout.js', 'src/app/layout.tsx', 'app/(site)/layout.jsx'])(
  'init next leaves a project its own layout, %s, also with --force',
  async (place) => {
    mkdirSync(path.dirname(path.join(folder, place)), { recursive: true })
    writeFileSync(path.join(folder, place), 'mine')
    const { out } = await init('next', '--force')
    expect(out).not.toContain('layout')
    expect(read(place)).toBe('mine')
  },
)

it.each(['js', 'mjs', 'ts', 'mts'])(
  'init next leaves a project its next.config.%s, writes no second one, and says what to add',
  async (ending) => {
    const name = `next.config.${ending}`
    const place = path.join(folder, name)
    const inside = async (text: string) => {
      writeFileSync(place, text)
      const { out } = await init('next', '--force')
      expect(readdirSync(folder).filter((file) => file.startsWith('next.config'))).toEqual([name])
      expect(read(name)).toBe(text)
      return out
    }
    expect(await inside('export default {}')).toContain(
      `  1. Add to ${place}: serverExternalPackages: ['voter-registration-server']\n`,
    )
    expect(await inside("export default { serverExternalPackages: ['sharp'] }")).toContain(
      `  1. Add 'voter-registration-server' to serverExternalPackages in ${place}\n`,
    )
    expect(await inside("export default { serverExternalPackages: ['voter-registration-server'] }")).not.toContain(
      place,
    )
  },
)

it('init says which file is there and cannot be read', async () => {
  mkdirSync(path.join(folder, '.env.local'))
  const { code, err } = await init('next')
  expect(code).toBe(1)
  expect(err).toContain(`${path.join(folder, '.env.local')} cannot be read or written (EISDIR).`)
})

it('init vite writes no page where there is one', async () => {
  writeFileSync(path.join(folder, 'index.html'), 'mine')
  const { out } = await init('vite', '--force')
  expect(read('index.html')).toBe('mine')
  expect(out).not.toContain('main.tsx')
})

it.each([
  ['vue', 'vite.config.js', 'export default { plugins: [vue()] }', 'isCustomElement', 'isCustomElement: 1'],
  ['astro', 'astro.config.ts', 'export default {}', 'npx --no astro add react', 'react()'],
])('init %s leaves a project its own %s, and says what it lacks', async (kind, name, mine, lacks, has) => {
  const place = path.join(folder, name)
  writeFileSync(place, mine)
  expect((await init(kind, '--force')).out).toContain(lacks)
  expect([read(name), readdirSync(folder).filter((file) => file.includes('.config.'))]).toEqual([mine, [name]])
  writeFileSync(place, has)
  expect((await init(kind, '--force')).out).not.toContain(lacks)
})

it('init next keeps the log of next dev to warnings', async () => {
  await init('next')
  expect(parseEnv(read('.env.local')).LOG_LEVEL).toBe('warn')
})

it.each([
  ['{}', 'npm install next react react-dom voter-registration voter-registration-server', false],
  ['{ "dependencies": { "next": "16" } }', 'npm install react react-dom voter-registration', false],
  ['{ "type": "commonjs" }', 'npm install next react react-dom voter-registration', true],
])('init next beside the package.json %s says what is missing', async (manifest, install, isCommonJs) => {
  writeFileSync(path.join(folder, 'package.json'), manifest)
  const { out } = await init('next')
  expect(out).toContain(`1. ${install}`)
  expect(out.includes('npm pkg delete type')).toBe(isCommonJs)
})

describe('a file that will hold secrets', () => {
  it.each([
    ['next', '.env.local'],
    ['express', 'bff.env'],
    ['vite', 'bff.env'],
    ['wordpress', 'bff.env'],
    ['compose', 'bff.env and .env'],
  ])('init %s: %s stays out of version control', async (kind, names) => {
    const { out } = await init(kind)
    expect(out).toMatch(/\. Keep .+ out of version control: secrets go there\.\n$/)
    expect(out).toContain(`Keep ${names} out of version control`)
    expect(out).not.toContain('.gitignore')
    expect(read(kind === 'next' ? '.env.local' : 'bff.env')).toContain('Keep this file out of version control.')
  })

  it.each([
    ['node_modules\n', 'bff.env and .env'],
    ['*.env\n!bff.env\n', 'bff.env'],
    ['bff.env\n', '.env'],
  ])('is named where a .gitignore %j does not list it, and the .gitignore stays as it is', async (text, open) => {
    writeFileSync(path.join(folder, '.gitignore'), text)
    const { out } = await init('compose', '--force')
    expect(out).toContain(` ${path.join(folder, '.gitignore')} does not list ${open}: add it.\n`)
    expect(read('.gitignore')).toBe(text)
  })

  it('is not named where the .gitignore lists it', async () => {
    writeFileSync(path.join(folder, '.gitignore'), '.env*\n*.env\n')
    for (const kind of kinds) expect((await init(kind)).out).not.toContain('does not list')
  })
})

/** The examples that have another name than the kind of host. */
const folders: Readonly<Record<string, string>> = { vite: 'vite-react', html: 'plain-html' }

describe('what init writes', () => {
  it.each([
    ['next', ['next.config.ts', 'app/api/[...path]/route.ts', 'app/register/page.tsx', 'app/layout.tsx']],
    ['express', ['server.mjs', 'public/register.html']],
    ['vite', ['src/register-to-vote.tsx', 'src/main.tsx', 'index.html']],
    ['vue', ['src/register-to-vote.vue', 'src/main.ts', 'index.html', 'vite.config.ts']],
    ['svelte', ['src/register-to-vote.svelte', 'src/main.ts', 'index.html', 'vite.config.ts']],
    ['astro', ['src/pages/register.astro', 'astro.config.mjs']],
    ['html', ['index.html']],
  ])('for %s is the example that browsers have tried', async (kind, files) => {
    await init(kind)
    const example = path.join('demo/examples', folders[kind] ?? kind)
    for (const file of files) expect(read(file)).toBe(readFileSync(path.join(example, file), 'utf8'))
  })

  it('for WordPress is a plugin that PHP reads', async () => {
    await init('wordpress')
    const { default: php } = await import('php-parser')
    const parser = new php.Engine({ parser: { suppressErrors: false } })
    const { children } = parser.parseCode(read('voter-registration/voter-registration.php'), 'plugin.php')
    expect(children.length).toBeGreaterThan(3)
  })

  it('for Compose is the file of the package, with each variable that it asks for', async () => {
    await init('compose')
    const { services } = parse(read('compose.yaml'), { merge: true })
    expect(Object.keys(services)).toEqual(['database', 'migrate', 'bff'])
    for (const { environment } of [services.migrate, services.bff])
      expect(Object.values<string>(variables)).toEqual(expect.arrayContaining(Object.keys(environment)))
    expect(services.bff.env_file).toBe('bff.env')
    const asked = new Set([...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    expect(new Set(Object.keys(parseEnv(read('.env'))))).toEqual(asked)
  })

  it('for Compose lets the BFF answer at the address to open, with the hosts of the documentation', async () => {
    const { out } = await init('compose')
    const written = parseEnv(read('bff.env'))
    const env = {
      ...documentedEnv(),
      ...Object.fromEntries(Object.entries(written).filter(([, value]) => value !== '')),
    }
    const bff = createBff(readOptions(env, readOperatorText), { log: () => undefined })
    const [address = ''] = /http:\/\/127\.0\.0\.1:8787\/\w+/.exec(out) ?? []
    expect((await bff.fetch(new Request(address))).status).toBe(200)
  })

  it.each([[['rails']], [[]], [['next', 'vite']], [['__proto__']]])('is nothing for %j: exit code 2', async (args) => {
    const { code, err } = await init(...args)
    expect(code).toBe(2)
    expect(err).toMatch(/^error: /)
    expect(readdirSync(folder)).toEqual([])
  })
})
