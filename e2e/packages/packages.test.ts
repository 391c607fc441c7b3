/** Uses the packed packages as partners do. `npm test` and `npm run pack` make them. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { codeBlocks } from '../../.ci/docs/page-blocks.ts'
import { lockProblems, packageFolders } from '../../.ci/packages.mjs'
import rootPackage from '../../package.json' with { type: 'json' }
import { freePort } from '../../src/contract/testing/free-port.mjs'
import { partnerOrigin, register } from '../../src/server/testing/bff-requests.ts'
import { temporaryFolder } from '../../src/server/testing/temporary-folder.ts'
import { startChild, startProgram } from '../child.ts'
import { sandboxKey } from '../stack.ts'
import {
  checkTypes,
  filesBelow,
  haveReact,
  install,
  lend,
  lowestTypescript,
  node,
  program,
  readLock,
  readManifest,
  remove,
  tarball,
} from './installed.ts'

const root = path.join(import.meta.dirname, '../..')
const { version } = rootPackage
const names = Object.keys(packageFolders)
const [form = '', server = '', ...tools] = names
const work = temporaryFolder()

/** Returns the packages that built code imports; Node's modules with their prefix. */
function importsOf(folder: string): Set<string> {
  const code = filesBelow(folder)
    .filter((file) => file.endsWith('.js') && !file.startsWith('element/'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
  const specifiers = code.flatMap((text) => [
    ...text.matchAll(
      /^(?:import|export) (?:[^'"`;]*? from )?['"]([^.'"][^'"]*)['"]|\bimport\(['"]([^.'"][^'"]*)['"]\)/gm,
    ),
  ])
  return new Set(
    specifiers.flatMap(([, fixed, dynamic = fixed]) => /^(?:@[^/]+\/)?[^/]+/.exec(dynamic ?? '')?.[0] ?? []),
  )
}

describe.each(names)('the package %s', (name) => {
  const folder = path.join(root, packageFolders[name as keyof typeof packageFolders])
  const manifest = readManifest(folder)

  it('passes publint and attw', async () => {
    const noModules = Object.keys(manifest.exports).filter((door) => door.endsWith('.json'))
    await node([program('publint', 'src/cli.js'), 'run', tarball(name), '--strict'])
    const esm = ['--profile', 'esm-only', '--exclude-entrypoints', ...noModules]
    await node([program('@arethetypeswrong/cli', 'dist/index.js'), tarball(name), ...esm])
  })

  it('depends on what it imports, and has no test, no sample and no file of another version', () => {
    const { dependencies, peerDependencies = {} } = manifest
    const imports = [...importsOf(path.join(folder, 'dist'))].filter((one) => !one.startsWith('node:'))
    expect(new Set(imports)).toEqual(new Set(Object.keys({ ...dependencies, ...peerDependencies })))
    // The examples, which init writes, are source code.
    const files = filesBelow(path.join(folder, 'dist')).filter((file) => !file.startsWith('examples/'))
    expect(files.filter((file) => /\.(test|examples|bench)\.|(^|\/)(testing|src)\/|\.env/.test(file))).toEqual([])
    expect(files.filter((file) => /(?<!\.d)\.tsx?$/.test(file))).toEqual([])
    const types = files.filter((file) => file.endsWith('.d.ts'))
    const read = (file: string) => readFileSync(path.join(folder, 'dist', file), 'utf8')
    expect(types.filter((file) => read(file).includes('@internal'))).toEqual([])
    expect(files.filter((file) => /^element\/\d/.test(file) && file.split('/')[1] !== version)).toEqual([])
    const { unpkg, jsdelivr, customElements } = manifest
    for (const file of [unpkg, jsdelivr, customElements]) if (file !== undefined) expect(files).toContain(file.slice(7))
  })
})

it('packed files are exactly the published ones, and a newcomer installs all of them', () => {
  const packed = readdirSync(path.join(root, 'dist')).filter((file) => file.endsWith('.tgz'))
  expect(packed.sort()).toEqual(names.map((name) => `${name}-${version}.tgz`).sort())
})

describe('the documentation in a package', () => {
  it.each(Object.entries(packageFolders))('links from the README of %s to pages that it has', (_name, folder) => {
    const pages = ['README.md', ...filesBelow(path.join(root, folder, 'docs')).map((file) => `docs/${file}`)]
    expect(pages.length).toBeGreaterThan(1)
    const broken = pages.flatMap((page) => {
      const prose = readFileSync(path.join(root, folder, page), 'utf8').replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '')
      return [...prose.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^[a-z]+:/.test(link))
        .filter((link) => !existsSync(path.join(root, folder, path.dirname(page), link)))
        .map((link) => `${page}: ${link}`)
    })
    expect(broken).toEqual([])
  })
})

describe('the form’s package', () => {
  it('has no file of the server, which could put a key into a page', async () => {
    const dist = path.join(root, packageFolders[form as keyof typeof packageFolders], 'dist')
    expect(foldersIn(dist)).toEqual(['contract', 'element', 'form', 'types', 'web'])
    expect([...importsOf(dist)].filter((one) => one.startsWith('node:'))).toEqual([])
  })

  it('type-checks and renders with React 19 and with React 18.2; its elements need no React', async () => {
    const folder = await install(work, form, 'react', 'react-dom')
    lend(folder, { '@types/react': '@types/react', jsdom: 'jsdom' })
    const pages = ['consumer.tsx', 'tags.tsx', 'names.tsx']
    // The lowest TypeScript that the documentation names, and ours; neither with any ambient types.
    for (const typescript of [lowestTypescript, program('typescript')])
      await checkTypes(folder, pages, { typescript, types: '' })
    await node(['render.mjs', '19'], folder)
    lend(folder, { '@types/react': 'types-react-18' })
    await checkTypes(folder, pages, { types: '' })
    haveReact(folder, { react: 'react-18', 'react-dom': 'react-dom-18' })
    await node(['render.mjs', '18.2'], folder)
    // The elements are self-contained: a page with another framework has none of these packages, and no React types.
    remove(folder, 'react', 'react-dom', '@types/react', 'react-hook-form', 'react-markdown', 'remark-gfm')
    await checkTypes(folder, ['element.ts'], { types: '' })
    remove(folder, 'zod')
    for (const door of ['element', 'element/class', 'state-facts'])
      await node(['--input-type=module', '-e', `await import('${form}/${door}')`], folder)
  })
})

/** The examples for Node and Express. */
const documentedServers = codeBlocks(root).filter(
  ({ file, text }) => file === 'docs/bff.md' && text.includes("'voter-registration-server/node'"),
)

describe('the server’s package', () => {
  const dist = path.join(root, packageFolders[server as keyof typeof packageFolders], 'dist')

  it('has no sandbox, no sample data and no monitor', () => {
    expect(foldersIn(dist)).toEqual(['contract', 'element', 'examples', 'form', 'operations', 'server'])
  })

  it('has a lock file with the tested versions, for every platform', () => {
    const ours = readLock(path.join(root, 'package-lock.json')).packages
    const lock = readLock(path.join(dist, 'operations/package-lock.json'))
    expect(lockProblems(lock)).toEqual([])
    const places = Object.entries(lock.packages).filter(([place]) => place !== '')
    expect(places.length).toBeGreaterThan(50)
    expect(places.filter(([place, one]) => one.dev || one.version !== ours[place]?.version)).toEqual([])
  })

  it('type-checks, opens, and registers a voter as in init express and docs/bff.md, without React', async () => {
    const folder = await install(work, server)
    lend(folder, { '@types/node': '@types/node', express: 'express' })
    await checkTypes(folder, ['consumer.ts'])
    await node(['import.mjs'], folder)
    expect(await command(folder, server, '--version')).toBe(`${version}\n`)
    const [page = ''] = /\S+bff-configuration\.md/.exec(await command(folder, server, '--help')) ?? []
    expect(existsSync(path.join(folder, page)), page).toBe(true)
    await usesWhatInitWrites(folder)
    const [named = ''] = /\S+\/bff\.md/.exec(readFileSync(path.join(folder, 'bff.env'), 'utf8')) ?? []
    expect(existsSync(path.join(folder, named)), named).toBe(true)
    expect(documentedServers).toHaveLength(2)
    for (const { text } of documentedServers) {
      const port = await freePort()
      writeFileSync(path.join(folder, 'documented.mjs'), text.replace('8787', String(port)))
      const base = text.includes('express()') ? '/api' : ''
      await registerThrough(folder, { args: ['documented.mjs'], port, path: base })
    }
  })
})

describe.each(tools)('the package %s', (name) => {
  it('type-checks, opens, and its command has a version and a help', async () => {
    const folder = await install(work, name)
    lend(folder, { '@types/node': '@types/node' })
    await checkTypes(folder, ['consumer.ts'])
    await node(['--input-type=module', '-e', `await import('${name}')`], folder)
    expect(await command(folder, name, '--version')).toBe(`${version}\n`)
    expect(await command(folder, name, '--help')).toMatch(new RegExp(`^Usage: ${name}`))
  })
})

const foldersIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

/** Runs an installed package's command. */
const command = (folder: string, name: string, ...args: string[]) =>
  node([path.join(folder, 'node_modules/.bin', name), ...args], folder)

/** Starts the server that `init express` writes, and asks it for its page and the script of that page. */
async function usesWhatInitWrites(folder: string): Promise<void> {
  if (!existsSync(path.join(folder, 'server.mjs'))) await command(folder, server, 'init', 'express')
  const port = await freePort()
  await registerThrough(folder, { args: ['--env-file=bff.env', 'server.mjs'], port, path: '/api' }, async () => {
    const page = `http://127.0.0.1:${port}/register.html`
    const [, script = ''] = /src="([^"]+)"/.exec(await (await fetch(page)).text()) ?? []
    expect((await fetch(new URL(script, page))).status).toBe(200)
  })
}

/**
 * Starts a server that has the BFF in front of a sandbox, opens the script and the hosted page, and registers a voter.
 *
 * @param path where its BFF is
 * @param alsoCheck called while it runs
 */
async function registerThrough(
  folder: string,
  { args, port, path: base }: { args: string[]; port: number; path: string },
  alsoCheck: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const sandbox = `http://127.0.0.1:${await freePort()}`
  const bff = `http://127.0.0.1:${port}${base}`
  const options = {
    UPSTREAM_URL: sandbox,
    API_KEY_ID: sandboxKey.id,
    API_KEY_SECRET: sandboxKey.secret,
    ALLOWED_ORIGINS: partnerOrigin,
    PORT: String(port),
  }
  const received = `${sandbox}/_sandbox/received`
  const running = [
    await startChild(
      ['node_modules/voter-registration-sandbox/dist/sandbox/cli.js'],
      { SANDBOX_PORT: new URL(sandbox).port },
      received,
    ),
  ]
  try {
    running.push(await startProgram(process.execPath, args, options, `${bff}/healthz`, undefined, folder))
    expect((await fetch(`${bff}/element/${version}/voter-registration.js`)).status).toBe(200)
    expect(await (await fetch(`${bff}/form`)).text()).toMatch(/autocomplete="[^"]*given-name"/i)
    const client = {
      // In chunks, without a length, as some proxies send it.
      fetch: async ({ url, method, headers, body }: Request) =>
        fetch(bff + new URL(url).pathname, { method, headers, ...(body && { body, duplex: 'half' }) }),
    }
    expect((await register(client)).status).toBe(200)
    expect((await (await fetch(received)).json()).registrations).toHaveLength(1)
    await alsoCheck()
  } finally {
    for (const child of running) await child.kill()
  }
}
