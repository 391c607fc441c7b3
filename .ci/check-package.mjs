/**
 * Uses the packed packages as partners do: installs each into an empty folder, type-checks a consumer with both module
 * resolutions, imports every door in Node, and renders the React door with React 18.2 and 19. Searches the built files and
 * what npm has installed for everything that must not be in a package.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { builtPackage, packageNames } from './packages.mjs'

const [formPackage, serverPackage, ...tools] = packageNames
const root = process.cwd()
const read = (file) => JSON.parse(readFileSync(file, 'utf8'))
const { version } = read('package.json')
const manifests = Object.fromEntries(
  packageNames.map((name) => [name, read(path.join(builtPackage(name), 'package.json'))]),
)
const tarball = (name) => path.resolve(`dist/${name}-${version}.tgz`)
const node = (args, options = {}) => execFileSync(process.execPath, args, { stdio: 'inherit', ...options })
const program = (name, file) => path.join(root, 'node_modules', name, file)
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))

/** The folders that the form's package may have besides its doors, and the libraries that it depends on. */
const formFolders = ['contract', 'element', 'form', 'types', 'web']
/** The server's: no sandbox, no sample data and no monitor in production. */
const serverFolders = ['contract', 'element', 'form', 'operations', 'server', 'wordpress']
const formLibraries = ['react-hook-form', 'react-markdown', 'remark-gfm', 'zod']

const work = mkdtempSync(path.join(tmpdir(), 'voter-registration-'))
try {
  for (const name of packageNames) {
    checkFiles(name)
    lint(name)
  }
  checkFormPackage()
  assert.deepEqual(readdirSync(path.join(builtPackage(serverPackage), 'dist')).sort(), serverFolders)
  checkServerLock()
  checkFormConsumer(install(formPackage))
  await checkServerConsumer(install(serverPackage))
  for (const name of tools) checkTool(name, install(name))
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** Checks that every file in the manifest exists, that no other file does, and that script files have the right version. */
function checkFiles(name) {
  const files = filesBelow(builtPackage(name))
  const { exports, bin, unpkg, jsdelivr, customElements } = manifests[name]
  const named = [exports, bin, unpkg, jsdelivr, customElements]
    .flatMap((one) => JSON.stringify(one ?? '').match(/"(\.\/)?dist\/[^"*]+"/g) ?? [])
    .map((one) => one.slice(1, -1).replace('./', ''))
  assert.deepEqual(
    named.filter((file) => !files.includes(file)),
    [],
    `${name} names files that it does not have`,
  )
  const strays = files.filter((file) => /\.(test|examples|bench)\.|(^|\/)(testing|src)\/|\.env|\.tsx?$/.test(file))
  assert.deepEqual(
    strays.filter((file) => !file.endsWith('.d.ts')),
    [],
    `these must not be published in ${name}`,
  )
  const otherVersions = files.filter((file) => /^dist\/element\/\d/.test(file) && file.split('/')[2] !== version)
  assert.deepEqual(otherVersions, [], `these are of another version than ${version}`)
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md', 'package.json']) assert.ok(files.includes(file), file)
}

/** Runs the linters for packages. They print what they have checked only when something is wrong. */
function lint(name) {
  const noModules = Object.keys(manifests[name].exports).filter((door) => /\.(css|json)$/.test(door))
  const esm = ['--profile', 'esm-only', '--exclude-entrypoints', ...noModules]
  for (const args of [
    [program('publint', 'src/cli.js'), 'run', tarball(name), '--strict'],
    [program('@arethetypeswrong/cli', 'dist/index.js'), tarball(name), ...esm],
  ]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    assert.equal(status, 0, stdout + stderr)
  }
  console.log(`publint and attw have nothing to say about ${name}`)
}

/** A server file in the form's package could put a key into a page. */
function checkFormPackage() {
  const { dependencies, peerDependencies } = manifests[formPackage]
  assert.deepEqual(Object.keys(dependencies).sort(), formLibraries, `what ${formPackage} depends on`)
  assert.deepEqual(Object.keys(peerDependencies), ['react', 'react-dom'])
  const folder = path.join(builtPackage(formPackage), 'dist')
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  assert.deepEqual(folders.map(({ name }) => name).sort(), formFolders)
  const wrong = filesBelow(folder).filter(
    (file) => /\.(js|d\.ts)$/.test(file) && /["']node:/.test(readFileSync(path.join(folder, file), 'utf8')),
  )
  assert.deepEqual(wrong, [], `these of ${formPackage} need Node`)
}

/** Checks that the image gets the versions pinned and tested here, for every platform, and no development dependencies. */
function checkServerLock() {
  const file = path.join(builtPackage(serverPackage), 'dist/operations/package-lock.json')
  node(['.ci/check-lock.mjs', file])
  const [ours, { packages }] = [read('package-lock.json').packages, read(file)]
  const installed = Object.keys(packages).filter((place) => place !== '')
  assert.ok(installed.length > 50)
  const others = installed.filter((place) => packages[place].dev || packages[place].version !== ours[place]?.version)
  assert.deepEqual(others, [], 'the lock file of the image has other versions')
}

/**
 * Installs a package as a partner does, with the versions of this tree's lock file: npm finds everything in its cache and
 * needs no network once `npm ci` has run here.
 */
function install(name) {
  const folder = path.join(work, name)
  mkdirSync(folder)
  const lock = read('package-lock.json')
  const project = { name: 'consumer', private: true, type: 'module' }
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(project))
  // The form's page has the current React; the server's project has an old one, which then renders the form.
  const locked = name === formPackage ? lock.packages : withOldReact(lock.packages)
  const packages = { ...locked, '': { name: project.name } }
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ ...lock, name: project.name, packages }))
  const react = ['react', 'react-dom'].map((one) => `${one}@${locked[`node_modules/${one}`].version}`)
  npm(['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', tarball(name), ...react], folder)

  const modules = path.join(folder, 'node_modules')
  const installed = Object.keys(read(path.join(modules, '.package-lock.json')).packages)
  const files = filesBelow(modules)
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(modules, file)).size, 0)
  const native = files.filter((file) => file.endsWith('.node'))
  console.log(
    `npm install ${name}: ${installed.length} packages, ${(bytes / 2 ** 20).toFixed(1)} MiB, ${native.length} native binaries`,
  )
  if (name === formPackage) {
    const ours = [...formLibraries, 'react', 'react-dom']
    const servers = Object.keys(manifests[serverPackage].dependencies).filter((one) => !ours.includes(one))
    assert.ok(servers.length > 5)
    assert.deepEqual(
      servers.filter((one) => existsSync(path.join(modules, one))),
      [],
      'libraries of the server',
    )
    assert.deepEqual(native, [])
  }
  for (const file of readdirSync(`.ci/consumer/${name}`))
    cpSync(`.ci/consumer/${name}/${file}`, path.join(folder, file))
  return folder
}

function isReactOfToday([place]) {
  return /^node_modules\/react(-dom)?(\/|$)/.test(place)
}

/** The same lock file for a project with React 18.2, which this tree installs under other names. */
function withOldReact(packages) {
  const others = Object.entries(packages).filter((entry) => !isReactOfToday(entry))
  return Object.fromEntries(
    others.map(([place, { name, ...entry }]) => {
      const old = /^node_modules\/react(-dom)?-18(?=\/|$)/.exec(place)?.[0]
      return old === undefined
        ? [place, { ...entry, ...(name && { name }) }]
        : [place.replace(old, old.slice(0, -3)), entry]
    }),
  )
}

/** Checks a partner's page: it type-checks, and renders on the server and in the browser with each React. */
function checkFormConsumer(folder) {
  lend(folder, { '@types/node': '@types/node', '@types/react': '@types/react', jsdom: 'jsdom' })
  checkTypes(folder, 'consumer.tsx', 'tags.tsx')
  node(['render.mjs', '19'], { cwd: folder })
  lend(folder, { '@types/react': 'types-react-18' })
  checkTypes(folder, 'consumer.tsx', 'tags.tsx')
  haveReact(folder, { react: 'react-18', 'react-dom': 'react-dom-18' })
  node(['render.mjs', '18.2'], { cwd: folder })
  // The elements are self-contained: a page with another framework has none of these packages, and no React types.
  const remove = (...names) => {
    for (const name of names) rmSync(path.join(folder, 'node_modules', name), { recursive: true, force: true })
  }
  remove('react', 'react-dom', '@types/react', ...formLibraries.filter((name) => name !== 'zod'))
  checkTypes(folder, 'element.ts')
  remove('zod')
  const elements = ['element', 'element/class', 'state-facts', 'site-status'].map((door) => `'${formPackage}/${door}'`)
  node(['--input-type=module', '-e', `for (const door of [${elements.join()}]) await import(door)`], { cwd: folder })
  console.log('the elements need no React')
}

/** Replaces React. It is copied, so that it resolves from the consumer's folder only. */
function haveReact(folder, packages) {
  for (const [name, from] of Object.entries(packages)) {
    const to = path.join(folder, 'node_modules', name)
    rmSync(to, { recursive: true, force: true })
    cpSync(program(from, ''), to, { recursive: true })
  }
}

/** Checks an operator's server: it type-checks, every door loads, the command prints its version, each React renders the form. */
async function checkServerConsumer(folder) {
  lend(folder, { '@types/node': '@types/node' })
  checkTypes(folder, 'consumer.ts')
  node(['import.mjs'], { cwd: folder })
  const { bin } = manifests[serverPackage]
  const command = path.join(folder, 'node_modules', serverPackage, bin[serverPackage])
  assert.equal(execFileSync(process.execPath, [command, '--version'], { encoding: 'utf8' }).trim(), version)
  await startWritten(folder, command)
  haveReact(folder, { react: 'react', 'react-dom': 'react-dom', scheduler: 'scheduler' })
  await startWritten(folder, command)
}

/** Checks a tool: it type-checks, its door loads, and its command prints its version and its help. */
function checkTool(name, folder) {
  lend(folder, { '@types/node': '@types/node' })
  checkTypes(folder, 'consumer.ts')
  node(['--input-type=module', '-e', `await import('${name}')`], { cwd: folder })
  const command = path.join(folder, 'node_modules', name, manifests[name].bin[name])
  const says = (...args) => execFileSync(process.execPath, [command, ...args], { encoding: 'utf8' })
  assert.equal(says('--version').trim(), version)
  assert.ok(says('--help').startsWith(`Usage: ${name}`))
}

/** Starts the server that `init express` writes, and checks that it serves its page and its script. */
async function startWritten(folder, command) {
  lend(folder, { express: 'express' })
  node([command, 'init', 'express', '--force'], { cwd: folder, stdio: 'ignore' })
  const env = { ...process.env, PORT: '0' }
  const server = spawn(process.execPath, ['--env-file=bff.env', 'server.mjs'], { cwd: folder, env })
  try {
    const page = await new Promise((resolve, reject) => {
      let said = ''
      server.stdout.on('data', (text) => {
        said += text
        const [address] = /http:\S+/.exec(said.replace(/"[^"]*"/g, '')) ?? []
        if (address !== undefined && said.endsWith('\n')) resolve(address)
      })
      server.once('exit', (code) => reject(new Error(`The server that init writes has ended with ${code}. ${said}`)))
    })
    const html = await (await fetch(page)).text()
    const script = await fetch(new URL(/src="([^"]+)"/.exec(html)[1], page))
    assert.equal(script.status, 200)
    assert.equal((await fetch(new URL('/api/settings', page))).status, 200)
    const form = await fetch(new URL('/api/form', page))
    assert.equal(form.status, 200)
    assert.match(await form.text(), /autocomplete="[^"]*given-name"/i, 'the hosted page has the form')
    const { version: ofReact } = read(path.join(folder, 'node_modules/react/package.json'))
    console.log(`the server that init express writes has its page, script, settings and, by React ${ofReact}, the form`)
  } finally {
    server.kill()
  }
}

/** Copies packages that a partner already has into a consumer's folder, under their usual names. */
function lend(folder, packages) {
  for (const [name, from] of Object.entries(packages)) {
    const to = path.join(folder, 'node_modules', name)
    rmSync(to, { recursive: true, force: true })
    mkdirSync(path.dirname(to), { recursive: true })
    symlinkSync(program(from, ''), to, 'junction')
  }
}

function checkTypes(folder, ...files) {
  const tsc = program('typescript', read(program('typescript', 'package.json')).bin.tsc)
  const options = '--noEmit --strict --skipLibCheck false --target ES2022 --lib ES2022,DOM,DOM.Iterable --jsx react-jsx'
  for (const resolution of [
    ['--module', 'ESNext', '--moduleResolution', 'bundler'],
    ['--module', 'NodeNext', '--moduleResolution', 'NodeNext'],
  ]) {
    node([tsc, ...options.split(' '), '--types', 'node', ...resolution, ...files], { cwd: folder })
    const react = path.join(folder, 'node_modules/@types/react/package.json')
    const types = existsSync(react) ? ` and the types of React ${read(react).version}` : ''
    console.log(
      `${path.basename(folder)}: ${files.join(' and ')} type-checks with moduleResolution ${resolution.at(-1)}${types}`,
    )
  }
}

function npm(args, cwd) {
  const { npm_execpath: script } = process.env
  if (script) execFileSync(process.execPath, [script, ...args], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  else execFileSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' })
}
