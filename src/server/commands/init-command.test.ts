import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { readOperatorText } from '../operator-files.ts'
import { readOptions } from '../options/bff-config.ts'
import { variables } from '../options/bff-options.ts'
import { runInTerminal } from '../testing/run-in-terminal.ts'
import { temporaryFolders } from '../testing/temporary-folder.ts'
import { runCli } from './run-cli.ts'

const newFolder = temporaryFolders()
let folder: string
beforeEach(() => {
  folder = newFolder()
})

const init = (...args: string[]) => runInTerminal(runCli, ['init', ...args, '--to', folder])
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const write = (file: string, text = 'mine') => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

const kinds = ['next', 'express', 'vite-react', 'vue', 'svelte', 'astro', 'plain-html']
const getEnvironmentFile = (kind: string) => (kind === 'next' ? '.env.local' : 'bff.env')

describe.each(kinds)('init %s', (kind) => {
  it('copies the example that browsers have tried, names each file and says what to do next', async () => {
    const { code, out } = await init(kind)
    expect(code).toBe(0)
    const example = path.join('demo/examples', kind)
    const files = readdirSync(example, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const names = files.map((entry) => path.relative(example, path.join(entry.parentPath, entry.name)))
    const copied = names.filter((name) => !/^(package|tsconfig)\.json$/.test(name))
    for (const name of copied) {
      expect(out).toContain(`written  ${path.join(folder, name)}\n`)
      expect(read(name)).toBe(readFileSync(path.join(example, name), 'utf8'))
    }
    expect(out).toMatch(/Next:\n {2}1\. npm install .*voter-registration-server\n/)
    expect(out).toContain(`Keep ${getEnvironmentFile(kind)} out of version control`)
  })

  it('keeps every existing file', async () => {
    await init(kind)
    const [first = ''] = readdirSync(path.join('demo/examples', kind)).filter((name) => name.includes('.config.'))
    for (const name of [getEnvironmentFile(kind), ...(first === '' ? [] : [first])]) write(name)
    const { code, err } = await init(kind)
    expect(code).toBe(1)
    expect(err).toContain(`kept     ${path.join(folder, getEnvironmentFile(kind))}, which exists already.`)
    expect(read(getEnvironmentFile(kind))).toBe('mine')
    if (first !== '') expect(read(first)).toBe('mine')
  })

  it('writes an environment, readable by this user alone, with which the BFF starts against the sandbox', async () => {
    await init(kind)
    const file = getEnvironmentFile(kind)
    expect(statSync(path.join(folder, file)).mode & 0o077).toBe(0)
    const env = parseEnv(read(file))
    expect(Object.keys(env).filter((name) => !Object.values<string>(variables).includes(name))).toEqual([])
    expect(readOptions(env, readOperatorText)).toMatchObject({ apiKeyId: env.API_KEY_ID })
  })
})

it('init writes a wording file that the BFF accepts', async () => {
  await init('express')
  const env = { ...parseEnv(read('bff.env')), WORDING_FILE: path.join(folder, 'wording.json') }
  expect(readOptions(env, readOperatorText).wording?.en.elements.agreement).toContain('{terms}')
})

it('init --bff puts the address of the BFF into what it copies', async () => {
  await init('plain-html', '--bff', 'https://register.partner.example/')
  expect(read('index.html')).toContain('api-base="https://register.partner.example"')
  expect(read('index.html')).not.toContain('127.0.0.1')
})

it.each(['register.partner.example', 'https://partner.example/"><script>', 'javascript:alert(1)'])(
  'init --bff rejects %s, which is no address, and writes nothing',
  async (address) => {
    expect(await init('plain-html', '--bff', address)).toMatchObject({ code: 2 })
    expect(readdirSync(folder)).toEqual([])
  },
)

it('init next writes below src/app if the pages are there: Next.js would look at app alone', async () => {
  mkdirSync(path.join(folder, 'src/app'), { recursive: true })
  const { out } = await init('next')
  expect(out).toContain(path.join(folder, 'src/app/register/page.tsx'))
  expect(readdirSync(folder)).not.toContain('app')
})

it.each([
  ['next', 'app/layout.js'],
  ['next', 'app/(site)/layout.jsx'],
  ['next', 'next.config.mjs'],
  ['vue', 'vite.config.js'],
  ['astro', 'astro.config.ts'],
])('init %s keeps %s and writes no second one', async (kind, name) => {
  write(name)
  const { out, err } = await init(kind)
  expect(err).toContain(`kept     ${path.join(folder, name)}, `)
  expect(out).not.toContain(path.basename(name).split('.').slice(0, -1).join('.'))
  expect(read(name)).toBe('mine')
})

it('init says which file cannot be written', async () => {
  write('public', 'a file in place of the folder')
  const { code, err } = await init('express')
  expect(code).toBe(1)
  expect(err).toContain(`"${path.join(folder, 'public')}" cannot be read or written`)
})

it.each([[['rails']], [[]], [['next', 'vue']], [['__proto__']]])('init rejects %j with exit code 2', async (args) => {
  const { code, err } = await init(...args)
  expect(code).toBe(2)
  expect(err).toMatch(/^error: /)
  expect(readdirSync(folder)).toEqual([])
})
