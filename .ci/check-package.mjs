/** Packs the package as it would be published and uses it as partners do: linters for packages, a consumer that
 *  type-checks with both module resolutions, and the React door rendered by React 18.2 and by React 19. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = process.cwd()
const bin = (name, file) => path.join(root, 'node_modules', name, file)
const node = (args, options = {}) => execFileSync(process.execPath, args, { stdio: 'inherit', ...options })
const npm = (args) =>
  process.env.npm_execpath
    ? execFileSync(process.execPath, [process.env.npm_execpath, ...args], { encoding: 'utf8' })
    : execFileSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
        encoding: 'utf8',
        shell: process.platform === 'win32',
      })

const work = mkdtempSync(path.join(tmpdir(), 'voter-registration-'))
try {
  const [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', work]))
  const tarball = path.join(work, packed.filename)
  console.log(`packed ${packed.files.length} files, ${packed.size} bytes`)
  const strays = packed.files
    .map((entry) => entry.path)
    .filter((file) => /\.(test|examples|bench)\.|^dist\/demo|^src\/|\.env/.test(file))
  const operations = ['grafana-dashboard.json', 'alerts.yml', 'voter-registration.service', 'Dockerfile']
  for (const file of operations) {
    if (!packed.files.some((entry) => entry.path === `dist/operations/${file}`))
      throw new Error(`dist/operations/${file} is missing.`)
  }
  if (strays.length > 0) throw new Error(`These files must not be published: ${strays.join(', ')}`)

  checkVersion(packed.files.map((entry) => entry.path))
  node([bin('publint', 'src/cli.js'), 'run', tarball, '--strict'])
  node([
    bin('@arethetypeswrong/cli', 'dist/index.js'),
    tarball,
    '--profile',
    'esm-only',
    '--exclude-entrypoints',
    './styles.css',
    './integrity.json',
    './custom-elements.json',
  ])

  for (const react of [
    { version: '19', react: 'react', dom: 'react-dom' },
    { version: '18.2', react: 'react-18', dom: 'react-dom-18' },
  ]) {
    const consumer = consumerProject(path.join(work, `react-${react.version}`), tarball, react)
    for (const [module, moduleResolution] of [
      ['ESNext', 'bundler'],
      ['NodeNext', 'NodeNext'],
    ]) {
      node(
        [
          bin('typescript', JSON.parse(readFileSync(bin('typescript', 'package.json'), 'utf8')).bin.tsc),
          '--noEmit',
          '--strict',
          '--skipLibCheck',
          'false',
          '--target',
          'ES2022',
          '--lib',
          'ES2022,DOM,DOM.Iterable',
          '--jsx',
          'react-jsx',
          '--types',
          'node',
          '--module',
          module,
          '--moduleResolution',
          moduleResolution,
          'consumer.tsx',
        ],
        { cwd: consumer },
      )
      console.log(`a consumer type-checks with moduleResolution ${moduleResolution}`)
    }
    node(['render.mjs', react.version], { cwd: consumer })
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

/** The folder of the script files bears the version, and package.json names it by hand: a release that forgets one of the
 *  two would publish addresses that lead nowhere. */
function checkVersion(files) {
  const { version, exports, unpkg, jsdelivr, customElements } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = [unpkg, jsdelivr, customElements, ...Object.values(exports).filter((one) => typeof one === 'string')]
  for (const file of named.map((one) => one.replace('./', ''))) {
    if (!files.includes(file)) throw new Error(`package.json names ${file}, which is not in the package.`)
    const [, folder = version] = /^dist\/element\/(\d[^/]*)\//.exec(file) ?? []
    if (folder !== version) throw new Error(`package.json names ${file}, but its version is ${version}.`)
  }
  const wrong = files.filter((file) => /^dist\/element\/\d/.test(file) && !file.startsWith(`dist/element/${version}/`))
  if (wrong.length > 0) throw new Error(`These are of another version than ${version}: ${wrong.join(', ')}`)
}

/** A partner's project in a folder of its own: the packed package, and everything else as it is installed here. */
function consumerProject(folder, tarball, { react, dom }) {
  const modules = path.join(folder, 'node_modules')
  mkdirSync(modules, { recursive: true })
  // Packages that import React are copied, so that they find the consumer's React and not the one installed here.
  const copied = {
    react,
    'react-dom': dom,
    'react-hook-form': 'react-hook-form',
    'react-markdown': 'react-markdown',
  }
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    if (name.startsWith('.') || name in copied) continue
    symlinkSync(path.join(root, 'node_modules', name), path.join(modules, name), 'junction')
  }
  for (const [name, from] of Object.entries(copied)) {
    cpSync(path.join(root, 'node_modules', from), path.join(modules, name), { recursive: true })
  }
  const unpacked = path.join(folder, 'unpacked')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', tarball, '-C', unpacked])
  cpSync(path.join(unpacked, 'package'), path.join(modules, 'voter-registration'), { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  for (const file of ['consumer.tsx', 'render.mjs'])
    cpSync(path.join(root, '.ci/consumer', file), path.join(folder, file))
  return folder
}
